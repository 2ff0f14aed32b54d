//! Properties whose null counts as missing, in the words of JSON Schema: what may be left out may be
//! null, and what is required may not. Works on a schema as it is written.

use serde_json::{Value, json};

/// Keywords that null may not satisfy, whatever their value is.
const ABOUT_NULL: [&str; 8] = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if", "const"];

/// The schema of the same values and null.
pub(super) fn allowed(schema: Value) -> Value {
    let mut keywords = match schema {
        Value::Bool(true) => return schema,
        Value::Object(keywords) if !ABOUT_NULL.iter().any(|name| keywords.contains_key(*name)) => keywords,
        _ => return json!({"anyOf": [schema, {"type": "null"}]}),
    };
    if let Some(types) = keywords.get_mut("type") {
        add(types, json!("null"));
    }
    if let Some(values) = keywords.get_mut("enum") {
        add(values, Value::Null);
    }
    Value::Object(keywords)
}

/// The schema of the same values without null.
pub(super) fn refused(schema: Value) -> Value {
    let Value::Object(mut keywords) = schema else {
        return if schema == false { schema } else { json!({"not": {"type": "null"}}) };
    };
    let lacks = |list: &Value, null: &Value| list.as_array().is_none_or(|list| !list.contains(null));
    let is_refused =
        keywords.get("type").is_some_and(|types| *types != "null" && lacks(types, &json!("null")))
            || keywords.get("enum").is_some_and(|values| lacks(values, &Value::Null))
            || keywords.get("const").is_some_and(|value| !value.is_null());
    if is_refused {
        return Value::Object(keywords);
    }
    if let Some(Value::Array(values)) = keywords.get_mut("enum") {
        values.retain(|value| !value.is_null());
        return Value::Object(keywords);
    }
    if keywords.contains_key("not") {
        return json!({"allOf": [keywords, {"not": {"type": "null"}}]});
    }
    keywords.insert("not".to_owned(), json!({"type": "null"}));
    Value::Object(keywords)
}

/// Adds to a list, or to the one thing that stands for a list, what is not in it.
fn add(list: &mut Value, new: Value) {
    match list {
        Value::Array(known) if known.contains(&new) => {}
        Value::Array(known) => known.push(new),
        known if *known == new => {}
        known => *known = Value::Array(vec![known.take(), new]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_is_put_in_or_taken_out() {
        for (schema, with_null, without_null) in [
            (json!(true), json!(true), json!({"not": {"type": "null"}})),
            (json!(false), json!({"anyOf": [false, {"type": "null"}]}), json!(false)),
            (
                json!({"type": "string", "minLength": 1}),
                json!({"type": ["string", "null"], "minLength": 1}),
                json!({"type": "string", "minLength": 1}),
            ),
            (
                json!({"type": ["string", "null"]}),
                json!({"type": ["string", "null"]}),
                json!({"type": ["string", "null"], "not": {"type": "null"}}),
            ),
            (
                json!({"type": "null"}),
                json!({"type": "null"}),
                json!({"type": "null", "not": {"type": "null"}}),
            ),
            (json!({"enum": ["a"]}), json!({"enum": ["a", null]}), json!({"enum": ["a"]})),
            (json!({"enum": ["a", null]}), json!({"enum": ["a", null]}), json!({"enum": ["a"]})),
            (
                json!({"type": "string", "enum": ["a"]}),
                json!({"type": ["string", "null"], "enum": ["a", null]}),
                json!({"type": "string", "enum": ["a"]}),
            ),
            (json!({"const": 1}), json!({"anyOf": [{"const": 1}, {"type": "null"}]}), json!({"const": 1})),
            (
                json!({"$ref": "#/$defs/A"}),
                json!({"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]}),
                json!({"$ref": "#/$defs/A", "not": {"type": "null"}}),
            ),
            (
                json!({"not": {"type": "string"}}),
                json!({"anyOf": [{"not": {"type": "string"}}, {"type": "null"}]}),
                json!({"allOf": [{"not": {"type": "string"}}, {"not": {"type": "null"}}]}),
            ),
        ] {
            assert_eq!(allowed(schema.clone()), with_null, "{schema} with null");
            assert_eq!(refused(schema.clone()), without_null, "{schema} without null");
        }
    }
}
