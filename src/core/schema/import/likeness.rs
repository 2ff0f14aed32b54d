//! What an object looks like: a schema, the fields of one, or an example of an answer.
//! A guess by its keys alone, before any reader has seen it.

use crate::core::schema::keywords::{Holds, Keyword, Role, keyword};
use serde_json::{Map, Value};

/// What one key and its value say about the object they stand in.
#[derive(Clone, Copy)]
enum Sign {
    /// Only a schema has this.
    Schema,
    /// No schema has this.
    Other,
    /// Both may have it.
    Either,
}

/// Whether something in the object is said by schemas only.
pub(super) fn is_schema(object: &Map<String, Value>) -> bool {
    signs(object).0
}

/// The first key that no schema has, in an object of which nothing is said by schemas only.
pub(super) fn foreign_key(object: &Map<String, Value>) -> Option<&str> {
    match signs(object) {
        (false, foreign) => foreign,
        (true, _) => None,
    }
}

/// Whether something is said by schemas only, and the first key that no schema has.
/// Both in one look, since each look goes into the schemas that the object holds.
fn signs(object: &Map<String, Value>) -> (bool, Option<&str>) {
    let (mut is_schema, mut foreign) = (false, None);
    for (key, value) in object {
        match sign(key, value) {
            Sign::Schema => is_schema = true,
            Sign::Other => foreign = foreign.or(Some(key.as_str())),
            Sign::Either => {}
        }
    }
    (is_schema, foreign)
}

/// Whether the object is what `properties` or `fields` would hold: every value is a schema or a field.
pub(super) fn are_fields(object: &Map<String, Value>) -> bool {
    let is_field = |value: &Value| {
        value.as_object().is_some_and(|field| {
            is_schema(field) || field.get("type").and_then(Value::as_str) == Some("enum")
        })
    };
    !object.is_empty() && object.values().all(is_field)
}

/// Whether nothing at the root of a schema can make a value invalid, nor refers to what could.
/// Exporters write such a schema where they do not understand their source.
pub(super) fn asks_for_nothing(schema: &Value) -> bool {
    match schema {
        Value::Object(object) => !object.keys().any(|key| asks(key)),
        Value::Bool(anything) => *anything,
        Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => false,
    }
}

/// Whether a keyword can make a value invalid, or refers to what could.
pub(in crate::core::schema) fn asks(key: &str) -> bool {
    match (key, keyword(key)) {
        ("$ref" | "$dynamicRef" | "$recursiveRef" | "format", _) => true,
        (_, Some(Keyword { role: Role::Assertion, .. })) => true,
        (_, Some(Keyword { role: Role::Structure | Role::Annotation, .. }) | None) => false,
    }
}

/// Whether the object is in our field form.
pub(super) fn is_field_form(object: &Map<String, Value>) -> bool {
    object.get("fields").is_some_and(Value::is_object) && !object.contains_key("$schema")
}

fn sign(key: &str, value: &Value) -> Sign {
    match (key, keyword(key)) {
        // Much else than schemas has an `id`.
        ("id", _) => Sign::Either,
        // Much else has a `type`, too, and a schema may have a misspelt one.
        ("type", _) if names_type(value) => Sign::Schema,
        ("type", _) => Sign::Either,
        (_, Some(Keyword { role: Role::Annotation, .. })) => Sign::Either,
        (_, Some(Keyword { role: Role::Structure | Role::Assertion, holds, .. })) => {
            if is_held(holds, value) { Sign::Schema } else { Sign::Other }
        }
        (_, None) if key.starts_with("x-") => Sign::Either,
        (_, None) => Sign::Other,
    }
}

/// Whether a value is of the kind that a keyword holds: an invoice has `items`, too.
fn is_held(holds: Holds, value: &Value) -> bool {
    match holds {
        Holds::NoSchema => true,
        Holds::Schema => may_be_schema(value),
        Holds::Array => value.is_array(),
        Holds::SchemaOrArray => match value {
            Value::Array(values) => values.iter().all(may_be_schema),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
                may_be_schema(value)
            }
        },
        Holds::Named => value.is_object(),
    }
}

fn may_be_schema(value: &Value) -> bool {
    match value {
        Value::Bool(_) => true,
        Value::Object(object) => foreign_key(object).is_none(),
        Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => false,
    }
}

/// Whether a `type` says a type of JSON, in lower case or, as Gemini writes it, in upper case.
fn names_type(value: &Value) -> bool {
    match value {
        Value::String(name) => {
            let name = name.to_ascii_lowercase();
            matches!(name.as_str(), "null" | "boolean" | "integer" | "number" | "string" | "array" | "object")
        }
        Value::Array(names) => {
            !names.is_empty() && names.iter().all(|name| name.is_string() && names_type(name))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Whether it is a schema, the key that shows that it is none, and whether it is made of fields.
    #[track_caller]
    fn check(object: Value, expected: (bool, Option<&str>, bool)) {
        let map = object.as_object().unwrap();
        assert_eq!((is_schema(map), foreign_key(map), are_fields(map)), expected, "{object}");
    }

    #[test]
    fn schemas() {
        let schema = (true, None, false);
        check(json!({"type": "object"}), schema);
        check(json!({"type": ["STRING", "null"], "city": 1}), schema);
        check(json!({"$schema": "x", "city": 1}), schema);
        check(json!({"$ref": "#"}), schema);
        check(json!({"properties": {"city": 5}}), schema);
        check(json!({"items": [{"type": "string"}, true]}), schema);
        check(json!({"not": {}}), schema);
    }

    #[test]
    fn neither() {
        check(json!({}), (false, None, false));
        check(json!({"title": "x", "description": "y", "x-y": 1}), (false, None, false));
        check(json!({"type": "strng"}), (false, None, false));
    }

    #[test]
    fn examples() {
        check(json!({"city": "Oslo"}), (false, Some("city"), false));
        check(json!({"id": 7, "title": "Dune", "pages": 412}), (false, Some("pages"), false));
        check(json!({"type": "invoice", "total": 3}), (false, Some("total"), false));
        check(json!({"items": [{"sku": "a"}]}), (false, Some("items"), false));
        check(json!({"contains": "nuts"}), (false, Some("contains"), false));
        check(json!({"address": {"street": "x"}}), (false, Some("address"), false));
    }

    #[test]
    fn depth_costs_no_more_than_once() {
        let deep = (0..120).fold(json!({"city": 1}), |inner, _| json!({"not": inner}));
        check(deep, (false, Some("not"), false));
    }

    #[test]
    fn fields() {
        let fields = (false, Some("a"), true);
        check(json!({"a": {"type": "string"}, "b": {"enum": [1]}}), fields);
        check(json!({"a": {"type": "enum", "values": [1]}}), fields);
    }
}
