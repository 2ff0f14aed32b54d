//! What is written for a schema is accepted, looks as it should, and ends.

use super::*;
use serde_json::{from_str, json};

/// Answers to a JSON Schema for some seeds; each is accepted.
#[track_caller]
fn answers(schema: &Value, seeds: u64) -> Vec<Value> {
    let schema = Schema::from_json_schema(schema).unwrap();
    let validator = Validator::new(&schema);
    let answer = |seed| {
        let answer = instance(&schema, schema.root(), &mut Random::new(seed));
        let wrong: Vec<_> = validator.validate(&answer).violations.iter().map(ToString::to_string).collect();
        assert_eq!(wrong, Vec::<String>::new(), "{answer}");
        answer
    };
    (0..seeds).map(answer).collect()
}

#[track_caller]
fn check(schema: Value) {
    answers(&schema, 200);
}

/// The text of the answer to one seed.
#[track_caller]
fn check_text(schema: Value, expected: &str) {
    assert_eq!(answers(&schema, 3).pop().map(|answer| answer.to_string()).as_deref(), Some(expected));
}

fn count(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(count).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(count).sum::<usize>(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 1,
    }
}

#[test]
fn strings() {
    for text in [
        json!({"minLength": 40}),
        json!({"maxLength": 3}),
        json!({"minLength": 5, "maxLength": 5}),
        json!({"pattern": "^[A-Z]{3}-[0-9]{4}$"}),
        json!({"pattern": "^[a-z]+$", "minLength": 12, "maxLength": 20}),
        json!({"pattern": "[0-9]", "minLength": 30}),
        json!({"allOf": [{"pattern": "^a"}, {"minLength": 4}]}),
        json!({"enum": ["one", 2, "three"], "minLength": 4}),
        json!({"format": "date"}),
        json!({"format": "date-time"}),
        json!({"format": "email", "minLength": 5}),
        json!({"format": "uuid"}),
        json!({"format": "ipv4"}),
        json!({"format": "uri"}),
        json!({"format": "hostname"}),
        json!({"format": "duration"}),
    ] {
        let mut schema = text;
        schema["type"] = json!("string");
        check(schema);
    }
}

#[test]
fn numbers() {
    for (bounds, least, most) in [
        (json!({"type": "integer", "minimum": 1, "maximum": 5}), "2", "4"),
        (json!({"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3}), "2", "2"),
        (json!({"type": "number", "exclusiveMinimum": 0, "maximum": 0.01}), "0.003", "0.007"),
        (json!({"type": "number", "multipleOf": 0.01, "minimum": 0, "maximum": 1}), "0.33", "0.67"),
        (json!({"type": "number", "multipleOf": 0.07, "minimum": 1}), "33.95", "67.97"),
        (json!({"type": "integer", "multipleOf": 250}), "750", "1750"),
        (
            json!({"allOf": [{"multipleOf": 6}, {"multipleOf": 4}], "type": "number", "maximum": 100}),
            "12",
            "60",
        ),
        (
            json!({"type": "integer", "minimum": 9007199254740993i64, "maximum": 9007199254740995i64}),
            "9007199254740994",
            "9007199254740994",
        ),
        (
            json!({"type": "integer", "minimum": 18446744073709551615u64}),
            "18446744073709551615",
            "18446744073709551615",
        ),
        (
            json!({"type": "integer", "minimum": -9223372036854775808i64, "maximum": -9223372036854775807i64}),
            "-9223372036854775808",
            "-9223372036854775807",
        ),
        (json!({"type": "number", "minimum": 1e300}), "1.5e+300", "1.5e+300"),
        (json!({"type": "number", "minimum": 1e-30, "maximum": 2e-30}), "1.3e-30", "1.7e-30"),
        (json!({"type": "integer", "minimum": -3.5, "maximum": -2.5}), "-3", "-3"),
        (
            json!({"type": "integer", "minimum": -9007199254740991i64, "maximum": 9007199254740991i64}),
            "33",
            "66",
        ),
    ] {
        let answers = answers(&bounds, 200);
        for answer in answers {
            let [answer, least, most] =
                [&answer.to_string(), least, most].map(|text| from_str(text).unwrap());
            let is_within = value::compare(&answer, &least).is_ge() && value::compare(&answer, &most).is_le();
            assert!(is_within, "{answer} in {bounds}");
            assert!(answer.to_string().len() < 22, "{answer} has noise in it");
        }
    }
}

#[test]
fn arrays() {
    let letters = json!({"enum": ["a", "b", "c", "d", "e", "f", "g"]});
    check(
        json!({"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 9}, "minItems": 10, "uniqueItems": true}),
    );
    check(json!({"type": "array", "items": letters, "minItems": 7, "uniqueItems": true}));
    check(json!({"type": "array", "items": {"type": "string"}, "minItems": 30, "uniqueItems": true}));
    check(json!({"type": "array", "items": {"type": "boolean"}, "uniqueItems": true, "maxItems": 5}));
    check(json!({"type": "array", "contains": {"const": "x"}}));
    check(
        json!({"type": "array", "items": {"type": "integer"}, "contains": {"minimum": 500}, "minContains": 2, "minItems": 4}),
    );
    check(
        json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false, "minItems": 2}),
    );
    check(
        json!({"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "null"}, "contains": {"type": "null"}}),
    );
    check(json!({"type": "array", "items": false}));
    check(json!({"type": "array", "maxItems": 0}));
    check(json!({"type": "array"}));
    check(json!({"type": "array", "items": {"type": "string"}, "unevaluatedItems": false}));
}

#[test]
fn objects() {
    let text = json!({"type": "string"});
    check(json!({"type": "object", "additionalProperties": {"type": "integer"}}));
    check(json!({"type": "object", "additionalProperties": text, "minProperties": 14}));
    check(json!({"type": "object", "minProperties": 3}));
    check(
        json!({"type": "object", "patternProperties": {"^x-[a-z]{3}$": text}, "additionalProperties": false, "minProperties": 2}),
    );
    check(
        json!({"type": "object", "propertyNames": {"pattern": "^[A-Z]{2}$"}, "additionalProperties": {"type": "number"}, "minProperties": 3}),
    );
    check(json!({"type": "object", "propertyNames": {"enum": ["a", "b", "c"]}, "minProperties": 3}));
    check(
        json!({"type": "object", "properties": {"a": text, "b": text, "c": text}, "required": ["c"], "maxProperties": 2}),
    );
    check(json!({"type": "object", "required": ["free"], "additionalProperties": {"type": "boolean"}}));
    check(json!({"type": "object", "properties": {"a": text, "never": false}}));
    check(
        json!({"type": "object", "properties": {"a": text}, "patternProperties": {"^a": {"minLength": 20}}}),
    );
    check(
        json!({"type": "object", "properties": {"a": text}, "dependentRequired": {"a": ["b"], "b": ["c"]}}),
    );
    check(
        json!({"type": "object", "properties": {"a": text}, "dependentSchemas": {"a": {"required": ["b"], "properties": {"b": {"const": 1}}}}}),
    );
    check(
        json!({"allOf": [{"$ref": "#/$defs/base"}], "properties": {"b": text}, "required": ["b"], "unevaluatedProperties": false,
        "$defs": {"base": {"type": "object", "properties": {"a": text}, "required": ["a"]}}}),
    );
}

#[test]
fn choices() {
    let text = json!({"type": "string"});
    let tagged = |tag: &str| json!({"type": "object", "properties": {"tag": {"const": tag}, tag: {"type": "string"}}, "required": ["tag", tag], "additionalProperties": false});
    check(json!({"anyOf": [text, {"type": "null"}]}));
    check(json!({"oneOf": [tagged("a"), tagged("b"), tagged("c")]}));
    check(json!({"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 50}]}));
    check(
        json!({"type": "object", "properties": {"x": text}, "oneOf": [{"required": ["x"]}, {"required": ["y"]}]}),
    );
    check(
        json!({"type": "object", "properties": {"a": text, "b": text}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}], "oneOf": [tagged("a"), tagged("b")]}),
    );
    check(json!({"type": ["integer", "string", "null", "number"], "minimum": 900}));
    check(json!({"type": "object", "properties": {"a": text, "b": text}, "not": {"required": ["a", "b"]}}));
    check(json!({"not": {"type": "string"}}));
    check(json!({"contains": false}));
    check(json!({"minimum": 2, "maximum": 1}));
    check(json!({
        "type": "object", "required": ["country"], "properties": {"country": {"enum": ["NO", "US"]}},
        "if": {"properties": {"country": {"const": "US"}}},
        "then": {"properties": {"zip": {"type": "string", "pattern": "^[0-9]{5}$"}}, "required": ["zip"]},
        "else": {"properties": {"zip": {"type": "string", "pattern": "^[0-9]{4}$"}}, "required": ["zip"]}
    }));
    check(json!({"const": {"a": [1, 2]}}));
    check(json!(true));
}

#[test]
fn values_of_the_author_are_taken_if_they_are_right() {
    check_text(json!({"type": "string", "examples": ["Oslo"]}), "\"Oslo\"");
    check_text(json!({"type": "integer", "default": 7}), "7");
    check_text(
        json!({"type": "integer", "default": null, "minimum": 4, "maximum": 4, "examples": ["x"]}),
        "4",
    );
    check_text(
        json!({"type": "array", "default": [], "items": {"const": 1}, "minItems": 1, "maxItems": 1}),
        "[1]",
    );
}

#[test]
fn members_keep_the_order_of_the_schema() {
    let schema = json!({
        "type": "object", "required": ["z", "a"],
        "properties": {"z": {"const": 1}, "m": {"const": 2}, "a": {"const": 3}},
        "allOf": [{"properties": {"b": {"const": 4}, "m": {}}}]
    });
    check_text(schema, r#"{"z":1,"m":2,"a":3,"b":4}"#);
}

#[test]
fn what_leads_into_itself_ends() {
    let tree = json!({"$ref": "#/$defs/tree", "$defs": {"tree": {
        "type": "object", "required": ["name", "children"],
        "properties": {"name": {"const": "n"}, "children": {"type": "array", "items": {"$ref": "#/$defs/tree"}}, "twin": {"$ref": "#/$defs/tree"}}
    }}});
    check(tree.clone());
    let list = json!({"type": "object", "required": ["next"], "properties": {"next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}});
    check_text(list, r#"{"next":{"next":null}}"#);
    let sum = json!({"anyOf": [
        {"type": "object", "required": ["plus"], "properties": {"plus": {"type": "array", "items": {"$ref": "#"}, "minItems": 2, "maxItems": 2}}},
        {"type": "integer"}
    ]});
    check(sum);
    let meta =
        json!({"$dynamicAnchor": "node", "type": "object", "additionalProperties": {"$dynamicRef": "#node"}});
    check(meta);
    for answer in answers(&tree, 50) {
        assert!(count(&answer) < 60, "{answer}");
    }
}

#[test]
fn large_schemas_have_answers_of_a_bounded_size() {
    let mut schema = json!({"type": "string"});
    for _ in 0..12 {
        schema = json!({"type": "array", "items": schema, "minItems": 1});
        schema = json!({"type": "object", "properties": {"a": schema, "b": schema, "c": {"type": "integer"}}, "required": ["a"]});
        if schema.to_string().len() > 100_000 {
            break;
        }
    }
    for answer in answers(&schema, 5) {
        assert!(count(&answer) < 400, "{}", count(&answer));
    }
}

#[test]
fn it_ends_where_nothing_is_right() {
    // Every level doubles the work of judging: the union is tried in both forms, each of which is one again.
    let mut doubled = json!({"d0": {"type": "string"}});
    for level in 1..40 {
        let below = json!({"$ref": format!("#/$defs/d{}", level - 1)});
        doubled[format!("d{level}")] = json!({"oneOf": [{"allOf": [below, below]}, below]});
    }
    for schema in [
        json!({"type": "array", "minItems": 9, "items": {"$ref": "#/$defs/d39"}, "$defs": doubled}),
        json!(false),
        json!({"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}),
        json!({"type": "array", "items": {"type": "boolean"}, "uniqueItems": true, "minItems": 1_000_000_000}),
        json!({"type": "string", "minLength": 1_000_000_000_000u64}),
        json!({"type": "integer", "minimum": 2, "maximum": 1}),
        json!({"type": "integer", "minimum": 1.2, "maximum": 1.4}),
        json!({"type": "object", "minProperties": 1_000_000_000, "propertyNames": {"enum": ["a"]}}),
        json!({"allOf": [{"type": "string"}, {"type": "integer"}]}),
        json!({"type": "array", "contains": {"not": {}}, "minContains": 1_000_000_000}),
    ] {
        let schema = Schema::from_json_schema(&schema).unwrap();
        drop(instance(&schema, schema.root(), &mut Random::new(1)));
    }
}

/// Each of these takes all the steps that a pattern may take.
#[test]
fn what_cannot_be_decided_is_given_up_soon() {
    let text = "a".repeat(60);
    let schema = Schema::from_json_schema(&json!({"enum": [text], "pattern": "(?=a)(a+)+b"})).unwrap();
    let mut random = Random::new(1);
    let mut writer = Writer::new(&schema, &mut random);
    assert_eq!(writer.write(&[schema.root()], &[]), Ok(text.into()));
    assert_eq!((writer.patience, MOST_VALUES - writer.left), (0, 11));
}
