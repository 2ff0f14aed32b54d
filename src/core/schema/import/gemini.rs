//! What only the schemas of Gemini have, rewritten to JSON Schema: type names in upper case, the order
//! of properties beside them, and counts as strings.

use crate::core::schema::keywords::subschemas_mut;
use serde_json::{Map, Value};

/// The counts that are 64-bit integers, which protocol buffers write as strings.
const COUNTS: [&str; 6] =
    ["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"];

/// Rewrites a schema and those in it. Says whether there was anything to rewrite.
pub(super) fn rewrite(schema: &mut Value) -> bool {
    let Some(object) = schema.as_object_mut() else { return false };
    let mut changed = lower_case_type(object) | order_properties(object);
    for name in COUNTS {
        if let Some(count) = object.get_mut(name)
            && let Some(number) = count.as_str().and_then(|text| text.parse::<u64>().ok())
        {
            *count = number.into();
            changed = true;
        }
    }
    for subschema in subschemas_mut(object) {
        changed |= rewrite(subschema);
    }
    changed
}

fn lower_case_type(schema: &mut Map<String, Value>) -> bool {
    let Some(Value::String(name)) = schema.get_mut("type") else { return false };
    let is_upper_case =
        matches!(name.as_str(), "STRING" | "NUMBER" | "INTEGER" | "BOOLEAN" | "ARRAY" | "OBJECT" | "NULL");
    if is_upper_case {
        name.make_ascii_lowercase();
    }
    is_upper_case
}

/// Puts the properties into the order that `propertyOrdering` says, those it does not name behind them.
fn order_properties(schema: &mut Map<String, Value>) -> bool {
    let Some(Value::Array(order)) = schema.get("propertyOrdering") else { return false };
    let order = order.clone();
    schema.shift_remove("propertyOrdering");
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        let mut rest = std::mem::take(properties);
        // Taking out by swapping keeps this linear; what is left over is in order again below.
        let original: Vec<String> = rest.keys().cloned().collect();
        let named = order.iter().filter_map(Value::as_str);
        for name in named.chain(original.iter().map(String::as_str)) {
            if let Some((name, property)) = rest.swap_remove_entry(name) {
                properties.insert(name, property);
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(mut schema: Value, expected: Value, changed: bool) {
        assert_eq!(rewrite(&mut schema), changed);
        assert_eq!(schema.to_string(), expected.to_string());
    }

    #[test]
    fn types_become_lower_case_where_they_are_types() {
        check(
            json!({
                "type": "OBJECT",
                "properties": {
                    "type": {"type": "STRING", "enum": ["STRING"], "default": {"type": "STRING"}},
                    "tags": {"type": "ARRAY", "minItems": "1", "items": {"type": "INTEGER"}},
                    "either": {"anyOf": [{"type": "NULL"}, {"type": "BOOLEAN"}], "nullable": true}
                },
                "example": {"type": "OBJECT"}
            }),
            json!({
                "type": "object",
                "properties": {
                    "type": {"type": "string", "enum": ["STRING"], "default": {"type": "STRING"}},
                    "tags": {"type": "array", "minItems": 1, "items": {"type": "integer"}},
                    "either": {"anyOf": [{"type": "null"}, {"type": "boolean"}], "nullable": true}
                },
                "example": {"type": "OBJECT"}
            }),
            true,
        );
    }

    #[test]
    fn properties_are_put_in_order() {
        check(
            json!({
                "properties": {"a": {}, "b": {}, "c": {}, "d": {}},
                "propertyOrdering": ["d", "missing", "b"],
                "required": ["a"]
            }),
            json!({"properties": {"d": {}, "b": {}, "a": {}, "c": {}}, "required": ["a"]}),
            true,
        );
    }

    #[test]
    fn other_schemas_stay_as_they_are() {
        let schema = json!({"type": "object", "properties": {"propertyOrdering": {"type": "string"}}});
        check(schema.clone(), schema, false);
        check(json!(true), json!(true), false);
        check(json!({"type": "TEXT", "minItems": "x"}), json!({"type": "TEXT", "minItems": "x"}), false);
    }
}
