//! Properties that an object must have and may not have.

use super::claims::{Claim, Claims, Source};
use super::values::MOST_TRIED;
use crate::core::pattern::Search;
use crate::core::schema::node::{Property, Schema};
use crate::core::schema::types::JsonType;
use serde_json::Value;

/// What is contradictory about the names of an object's properties.
pub(super) fn required_but_forbidden(schema: &Schema, claims: &Claims) -> Vec<String> {
    if !claims.allow(JsonType::Object) {
        return Vec::new();
    }
    let mut contradictions = Vec::new();
    for required in &claims.required {
        for name in required.what.iter().take(MOST_TRIED) {
            let ways = [by_name, by_pattern, by_rest].map(|way| way(schema, claims, name));
            let refusal =
                ways.into_iter().flatten().find(|way| way.source.meet(required.source) == Source::Here);
            if let Some(refusal) = refusal {
                let name = Value::from(name.as_str());
                contradictions.push(format!("required {name} {}, so no object is right", refusal.what));
            }
        }
    }
    contradictions
}

fn by_name(schema: &Schema, claims: &Claims, name: &str) -> Option<Claim<String>> {
    let is_forbidden = |property: &Property| schema.is_never(schema.target(property.node));
    let claim = claims.properties.iter().find(|claim| claim.what.get(name).is_some_and(is_forbidden))?;
    Some(claim.of("has the schema false".to_owned()))
}

fn by_pattern(schema: &Schema, claims: &Claims, name: &str) -> Option<Claim<String>> {
    claims.patterns.iter().find_map(|claim| {
        let mut forbidden = claim.what.iter().filter(|(_, id)| schema.is_never(schema.target(*id)));
        let (pattern, _) = forbidden.find(|(pattern, _)| pattern.find(name) == Search::Found)?;
        Some(claim.of(format!("is forbidden by patternProperties {}", Value::from(pattern.source()))))
    })
}

/// Forbidden since the node that is closed does not name it. A pattern that takes too long may name it.
fn by_rest(schema: &Schema, claims: &Claims, name: &str) -> Option<Claim<String>> {
    let closed = claims.other_properties.iter().filter(|closed| schema.is_never(schema.target(closed.what)));
    let mut unnamed = closed.filter(|closed| {
        let mut properties = claims.properties.iter().filter(|claim| claim.node == closed.node);
        let patterns = claims.patterns.iter().filter(|claim| claim.node == closed.node);
        let mut patterns = patterns.flat_map(|claim| claim.what);
        !properties.any(|claim| claim.what.contains_key(name))
            && !patterns.any(|(pattern, _)| pattern.find(name) != Search::NotFound)
    });
    Some(unnamed.next()?.of("is forbidden by additionalProperties".to_owned()))
}
