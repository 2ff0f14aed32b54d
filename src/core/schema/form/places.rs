//! Where the nodes of a schema stand in the field form they were read from.

use crate::core::pointer::below;
use crate::core::schema::node::{Assertion, NodeId, Schema};
use serde_json::Value;
use std::collections::HashMap;

/// The places of the nodes, as JSON pointers into the form.
pub(in crate::core::schema) fn places(schema: &Schema, form: &Value) -> HashMap<NodeId, String> {
    let mut places = HashMap::new();
    let mut left = vec![(schema.root(), String::new())];
    while let Some((id, place)) = left.pop() {
        if places.contains_key(&id) {
            continue;
        }
        let field = form.pointer(&place).unwrap_or(&Value::Null);
        for assertion in &schema.node(id).assertions {
            match assertion {
                Assertion::Properties(properties) => left.extend(
                    properties
                        .iter()
                        .map(|(name, field)| (field.node, below(&below(&place, "fields"), name))),
                ),
                Assertion::Items(item) => left.push((*item, below(&place, "items"))),
                Assertion::AnyOf(forms) if is_or_null(field, forms, &places, &place) => {
                    left.extend(forms.iter().map(|form| (*form, place.clone())));
                }
                Assertion::AnyOf(forms) => {
                    let place = below(&place, "anyOf");
                    left.extend(
                        forms.iter().enumerate().map(|(at, form)| (*form, below(&place, &at.to_string()))),
                    );
                }
                Assertion::Reference(definition) => {
                    if let Some(name) = field.get("ref").and_then(Value::as_str) {
                        left.push((*definition, below("/definitions", name)));
                    }
                }
                // The form has no other ways to nodes, but for that of fields that are not named.
                _ => {}
            }
        }
        places.insert(id, place);
    }
    places
}

/// Whether the forms of a union are the field itself and null, not those that it lists.
fn is_or_null(field: &Value, forms: &[NodeId], places: &HashMap<NodeId, String>, place: &str) -> bool {
    let is_nullable = field.get("nullable") == Some(&Value::Bool(true));
    // The node around it has the same place, and was visited before.
    is_nullable && forms.len() == 2 && !places.values().any(|known| known == place)
}
