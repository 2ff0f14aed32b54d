//! Required fields that leave a model no way to say that it does not know, so that it must invent.

use super::claims::{Claim, Claims, Source};
use super::places::member;
use crate::core::schema::node::{NodeId, Schema};
use crate::core::schema::types::JsonType;
use indexmap::IndexSet;
use serde_json::Value;
use std::collections::HashMap;

/// How many fields are named.
const NAMED: usize = 5;

/// What a value says that stands for "unknown", without spaces and punctuation.
const UNKNOWN: [&str; 14] = [
    "",
    "na",
    "none",
    "other",
    "unknown",
    "unclear",
    "uncertain",
    "undefined",
    "undetermined",
    "unspecified",
    "notapplicable",
    "notgiven",
    "notspecified",
    "notstated",
];

/// The paths of the required fields of one object that must be filled in.
pub(super) fn inventions(
    schema: &Schema,
    claims: &Claims,
    path: &str,
    left_to_take: &mut usize,
) -> Vec<String> {
    let mut nodes: HashMap<&str, Vec<Claim<NodeId>>> = HashMap::new();
    for claim in &claims.properties {
        for (name, property) in claim.what {
            nodes.entry(name).or_default().push(claim.of(property.node));
        }
    }
    let mut paths = Vec::new();
    for required in &claims.required {
        for name in required.what {
            let Some(nodes) = nodes.get(name.as_str()) else { continue };
            let source = nodes.iter().fold(required.source, |source, claim| source.meet(claim.source));
            let ids: Vec<_> = nodes.iter().map(|claim| claim.what).collect();
            if source == Source::Here && must_be_invented(&Claims::of(schema, &ids, left_to_take)) {
                paths.push(member(path, name));
            }
        }
    }
    paths
}

/// One sentence on all fields that must be filled in.
pub(super) fn remark(paths: &IndexSet<String>) -> Option<String> {
    let named: Vec<_> = paths.iter().take(NAMED).map(|path| format!("\"{path}\"")).collect();
    let named = named.join(", ");
    let (fields, end) = match paths.len() {
        0 => return None,
        1 => ("1 required field leaves".to_owned(), ". Allow null, or make it optional."),
        count if count <= NAMED => {
            (format!("{count} required fields leave"), ". Allow null, or make them optional.")
        }
        count => (format!("{count} required fields leave"), ", … Allow null, or make them optional."),
    };
    Some(format!(
        "{fields} no way to say \"unknown\", so a model must invent what the input does not say: {named}{end}"
    ))
}

/// Whether a value is a single thing that is neither given nor may be unknown.
fn must_be_invented(claims: &Claims) -> bool {
    let is_choice =
        |values: &[Value]| values.len() > 1 && !values.iter().any(is_unknown) && values.iter().all(is_leaf);
    let leaves = [JsonType::String, JsonType::Integer, JsonType::Number, JsonType::Boolean];
    if claims.never {
        false
    } else if claims.values.is_empty() {
        claims.type_set().is_some_and(|types| {
            !types.is_empty() && types.iter().all(|json_type| leaves.contains(&json_type))
        })
    } else {
        claims.values.iter().all(|claim| is_choice(claim.what.values))
    }
}

fn is_leaf(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}

fn is_unknown(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => {
            let letters = text.chars().filter(|letter| letter.is_alphanumeric());
            let plain: String = letters.flat_map(char::to_lowercase).collect();
            UNKNOWN.contains(&plain.as_str())
        }
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => false,
    }
}
