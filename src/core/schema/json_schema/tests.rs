//! Reading JSON Schema: what is refused, what is noted, and what older drafts come to mean.
//! What the keywords mean is shown by the official suite.

use crate::core::schema::Schema;
use crate::core::validate::Validator;
use serde_json::{Value, json};

#[track_caller]
fn check_error(schema: Value, expected: &str) {
    assert_eq!(Schema::from_json_schema(&schema).unwrap_err().to_string(), expected);
}

#[test]
fn mistakes_are_named_by_where_they_stand() {
    let types = "must be one or several of: string, integer, number, boolean, array, object, null";
    for (schema, expected) in [
        (json!([]), "The schema must be an object, true or false"),
        (json!({"type": "text"}), &format!("type {types}")),
        (json!({"type": ["string", 1]}), &format!("type {types}")),
        (json!({"type": []}), &format!("type {types}")),
        (
            json!({"prefixItems": [true], "items": [true]}),
            "items must be one schema, since prefixItems stands beside it",
        ),
        (
            json!({"properties": {"a": {"properties": {"b": 1}}}}),
            "properties.a.properties.b must be an object, true or false",
        ),
        (json!({"properties": []}), "properties must be an object"),
        (json!({"properties": {"a": {"enum": "x"}}}), "properties.a.enum must be an array"),
        (json!({"allOf": [{"minLength": -1}]}), "allOf[0].minLength must be a whole number from 0"),
        (json!({"allOf": {}}), "allOf must be an array"),
        (json!({"items": {"maximum": "5"}}), "items.maximum must be a number"),
        (json!({"multipleOf": 0}), "multipleOf must be a number above 0"),
        (json!({"uniqueItems": "yes"}), "uniqueItems must be true or false"),
        (json!({"required": "a"}), "required must be an array of names"),
        (json!({"properties": {"a": {"required": true}}}), "properties.a.required must be an array of names"),
        (json!({"dependentRequired": {"a b": "c"}}), r#"dependentRequired["a b"] must be an array of names"#),
        (json!({"$ref": "#/$defs/a"}), r##"$ref refers to "#/$defs/a", which is not in the schema"##),
        (json!({"$ref": "#nowhere"}), r##"$ref refers to "#nowhere", which is not in the schema"##),
        (
            json!({"items": {"$ref": "https://example.com/address.json"}}),
            r#"items.$ref refers to "https://example.com/address.json", which is outside of this schema; put what it means under $defs"#,
        ),
        (json!({"$ref": 1}), "$ref must be a string"),
        (json!({"$ref": "#"}), "The schema refers to itself without an end"),
        (
            json!({"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}]}, "b": {"not": {"$ref": "#/$defs/a"}}}}),
            "$defs.a refers to itself without an end",
        ),
    ] {
        check_error(schema, expected);
    }
}

#[track_caller]
fn check_notes(schema: Value, expected: &[&str]) {
    let schema = Schema::from_json_schema(&schema).unwrap();
    let notes: Vec<_> = schema.notes.iter().map(|note| format!("{} {}", note.path, note.message)).collect();
    assert_eq!(notes, expected);
}

#[test]
fn what_is_left_aside_is_noted() {
    check_notes(json!({"properties": {"minLenght": {"type": "string", "title": "T", "x-order": 1}}}), &[]);
    check_notes(
        json!({"properties": {"a": {"minLenght": 2}}}),
        &["properties.a.minLenght is no keyword of JSON Schema and is ignored"],
    );
    check_notes(
        json!({"$schema": "http://json-schema.org/draft-04/schema#", "const": 1}),
        &["const is no keyword of draft-04 and is ignored"],
    );
    check_notes(
        json!({"$schema": "https://example.com/mine", "format": "colour"}),
        &[
            "$schema names no draft that is known, so it is read as 2020-12",
            "format \"colour\" is not known and is not judged",
        ],
    );
    check_notes(json!({"format": "int64", "discriminator": {"propertyName": "kind"}, "example": 5}), &[]);
    check_notes(
        json!({"allOf": [{"type": "string"}], "nullable": true}),
        &["nullable allows no null, as OpenAPI has it, since no type stands beside it"],
    );
}

/// Values that are valid, and values that are not.
#[track_caller]
fn check_judged(schema: Value, valid: &[Value], invalid: &[Value]) {
    let validator = Validator::new(&Schema::from_json_schema(&schema).unwrap());
    for value in valid {
        assert!(validator.is_valid(value), "{value} is valid by {schema}");
    }
    for value in invalid {
        assert!(!validator.is_valid(value), "{value} is not valid by {schema}");
    }
}

#[test]
fn older_and_other_dialects_mean_what_they_meant() {
    let draft04 = "http://json-schema.org/draft-04/schema#";
    check_judged(
        json!({"$schema": draft04, "minimum": 1, "exclusiveMinimum": true, "maximum": 3, "exclusiveMaximum": false}),
        &[json!(2), json!(3)],
        &[json!(1), json!(4)],
    );
    // As OpenAPI 3.0 documents have it, which name no draft.
    check_judged(json!({"minimum": 1, "exclusiveMinimum": true}), &[json!(2)], &[json!(1)]);
    check_judged(
        json!({"type": "string", "nullable": true, "example": "x"}),
        &[json!("a"), json!(null)],
        &[json!(1)],
    );
    check_judged(
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "string"}], "additionalItems": false}),
        &[json!(["a"]), json!([])],
        &[json!(["a", 1]), json!([1])],
    );
    check_judged(
        json!({"$schema": "http://json-schema.org/draft-07/schema#",
               "definitions": {"a": {"type": "string"}}, "properties": {"x": {"$ref": "#/definitions/a", "maxLength": 1}}}),
        &[json!({"x": "long"})],
        &[json!({"x": 1})],
    );
    check_judged(
        json!({"dependencies": {"a": ["b"], "c": {"required": ["d"]}}}),
        &[json!({"a": 1, "b": 1}), json!({"c": 1, "d": 1})],
        &[json!({"a": 1}), json!({"c": 1})],
    );
}

#[test]
fn references_lead_anywhere_in_the_document() {
    let node =
        json!({"type": "object", "properties": {"next": {"$ref": "#/$defs/Node%20one"}}, "required": ["id"]});
    check_judged(
        json!({"$ref": "#/$defs/Node%20one", "$defs": {"Node one": node}}),
        &[json!({"id": 1, "next": {"id": 2}})],
        &[json!({"id": 1, "next": {"next": {"id": 2}}})],
    );
    check_judged(
        json!({"items": {"$ref": "item.json#/$defs/name"},
               "$defs": {"item": {"$id": "item.json", "$defs": {"name": {"$anchor": "name", "type": "string"}}}}}),
        &[json!(["a"])],
        &[json!([1])],
    );
    check_judged(
        json!({"$ref": "#/components/schemas/A", "components": {"schemas": {"A": {"items": {"$ref": "#/components/schemas/B"}}, "B": {"type": "null"}}}}),
        &[json!([null])],
        &[json!([1])],
    );
}
