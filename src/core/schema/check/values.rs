//! Types that exclude each other, and values which a schema names and refuses.

use super::claims::{Claim, Claims, Listed, Source};
use crate::core::schema::node::{Assertion, NodeId, Schema};
use crate::core::schema::types::{JsonType, TypeSet};
use crate::core::validate::{Expected, Validator, Violation};
use serde_json::Value;
use std::borrow::Cow;

/// How many values or names of one assertion are tried, so that the whole stays linear.
pub(super) const MOST_TRIED: usize = 1000;

/// The longest text that is shown of a value, in characters.
const SHOWN_CHARACTERS: usize = 40;

/// What is contradictory about the types of a value.
pub(super) fn types(claims: &Claims) -> Option<String> {
    let mut claims = claims.types.iter().copied();
    let mut known = claims.next()?;
    for next in claims {
        let (both, source) = (known.what.intersection(next.what), known.source.meet(next.source));
        if both.is_empty() {
            let sides = (named(known.what), named(next.what));
            let text =
                format!("type {} and type {} exclude each other, so no value is right", sides.0, sides.1);
            return (source == Source::Here).then_some(text);
        }
        known = Claim { what: both, source, ..known };
    }
    None
}

/// What `type` promises and `enum` does not keep.
pub(super) fn null_left_out(schema: &Schema, id: NodeId) -> Option<String> {
    let assertions = &schema.node(id).assertions;
    let allows_null = assertions.iter().any(|assertion| {
        matches!(assertion, Assertion::Type(types)
            if types.contains(JsonType::Null) && types.single().is_none())
    });
    let lacks_null = assertions.iter().any(|assertion| {
        matches!(assertion, Assertion::Enum(values) if !values.is_empty() && !values.contains(&Value::Null))
    });
    (allows_null && lacks_null)
        .then(|| "type allows null, but enum does not list it, so null is not right".to_owned())
}

/// Tries the values that a schema names.
pub(super) struct Trial {
    validator: Validator,
    /// Whether judging took too long once; nothing more is tried then.
    is_exhausted: bool,
}

impl Trial {
    pub(super) fn new(schema: &Schema) -> Self {
        Self { validator: Validator::new(schema), is_exhausted: false }
    }

    /// An `enum` or `const` of which no value is right.
    pub(super) fn listed(&mut self, id: NodeId, claims: &Claims) -> Vec<String> {
        let mut contradictions = Vec::new();
        for claim in &claims.values {
            let Listed { keyword, values } = claim.what;
            if values.is_empty() && claim.source == Source::Here {
                contradictions.push("enum lists no value, so no value is right".to_owned());
            }
            let is_alone = claims.count == 1;
            if is_alone || values.is_empty() || values.len() > MOST_TRIED {
                continue;
            }
            // What is refused where it is listed already is told there.
            if claim.source != Source::Here && self.refusal(claim.node, values).is_some() {
                continue;
            }
            if let Some(rules) = self.refusal(id, values) {
                let every = if keyword == "enum" { "every value of enum" } else { keyword };
                contradictions.push(format!("{every} breaks {}, so no value is right", rules.join(" or ")));
            }
        }
        contradictions
    }

    /// A `default` and `examples` that are not right themselves.
    pub(super) fn shown(&mut self, schema: &Schema, id: NodeId) -> Vec<String> {
        let others = &schema.node(id).annotations.others;
        let examples = others.get("examples").and_then(Value::as_array).into_iter().flatten();
        let examples = examples.take(MOST_TRIED).enumerate();
        let examples = examples.map(|(position, value)| (format!("examples[{position}]"), value));
        let default = others.get("default").map(|value| ("default".to_owned(), value));
        let mut remarks = Vec::new();
        for (name, value) in default.into_iter().chain(examples) {
            if let Some(rules) = self.refusal(id, std::slice::from_ref(value)) {
                remarks.push(format!("{name} {} breaks {}", clipped(value), rules.join(" and ")));
            }
        }
        remarks
    }

    /// The rules that the values break, if each of them breaks one.
    fn refusal(&mut self, id: NodeId, values: &[Value]) -> Option<Vec<Cow<'static, str>>> {
        let mut rules = Vec::new();
        for value in values {
            if self.is_exhausted || self.validator.accepts(id, value) {
                return None;
            }
            let violations = self.validator.validate_by(id, value).violations;
            if violations.iter().any(|violation| matches!(violation.expected, Expected::Decidable(_))) {
                self.is_exhausted = true;
                return None;
            }
            for rule in violations.iter().map(Violation::rule) {
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
        }
        Some(rules)
    }
}

fn named(types: TypeSet) -> String {
    types.iter().map(JsonType::name).collect::<Vec<_>>().join(" or ")
}

fn clipped(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN_CHARACTERS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
