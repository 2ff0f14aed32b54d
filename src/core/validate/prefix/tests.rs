//! What is said of answers before they are complete, and after how much of them.

use super::*;
use crate::core::random::Random;
use crate::core::schema::{BuiltIn, Schema};
use crate::core::simulate::instance;
use serde_json::json;

/// What is said of a text that arrives character by character, behind as much of it as had come.
fn said(validator: &Validator, text: &str, nulls: Nulls) -> Option<(String, String)> {
    let mut prefix = Prefix::new(nulls);
    let mut arrived = String::new();
    text.chars().find_map(|character| {
        arrived.push(character);
        let violation = prefix.push(validator, character.encode_utf8(&mut [0; 4]))?;
        Some((arrived.clone(), violation.to_string()))
    })
}

#[track_caller]
fn check(schema: Value, text: &str, expected: Option<(&str, &str)>) {
    let validator = Validator::new(&Schema::from_json_schema(&schema).unwrap());
    let said = said(&validator, text, Nulls::Values);
    let said = said.as_ref().map(|(after, words)| (after.as_str(), words.as_str()));
    assert_eq!(said, expected, "{schema} {text}");
}

/// Where the schema is that of `x`, and the text that of its value.
#[track_caller]
fn check_x(schema: Value, text: &str, after: &str, words: &str) {
    const BEFORE: &str = r#"{"x": "#;
    let schema = json!({"properties": {"x": schema}});
    check(schema, &format!("{BEFORE}{text}"), Some((&format!("{BEFORE}{after}"), words)));
}

#[test]
fn what_no_continuation_can_mend_is_said_at_once() {
    check(json!({"type": "object"}), "[1", Some(("[", "The answer must be an object, got an array")));
    check_x(json!({"type": "number"}), r#""22", "#, r#"""#, r#""x" must be a number, got string """#);
    check_x(json!({"type": "string"}), "[1", "[", r#""x" must be a string, got an array"#);
    check_x(json!({"type": "string"}), "12, ", "12,", r#""x" must be a string, got number 12"#);
    let weather = json!({"enum": ["sunny", "cloudy"]});
    check_x(weather, r#""Sunny"#, r#""S"#, r#""x" must be one of: "sunny", "cloudy" (got "S")"#);
    check_x(json!({"const": "card"}), r#""ca", "#, r#""ca""#, r#""x" must be "card" (got "ca")"#);
    check_x(json!({"const": "a"}), "{", "{", r#""x" must be "a" (got an object)"#);
    let short = json!({"maxLength": 2});
    check_x(short, r#""äöüß"#, r#""äöü"#, r#""x" must be ≤ 2 characters (got 3: "äöü")"#);
    check_x(json!({"minimum": 50}), "41}", "41}", r#""x" must be ≥ 50 (got 41)"#);
    check_x(json!({"pattern": "^a"}), r#""ba", "#, r#""ba""#, r#""x" must match the pattern ^a (got "ba")"#);
    check_x(json!({"maxItems": 1}), "[1, 2, 3", "[1, 2,", r#""x" must have ≤ 1 item (got 2)"#);
    check_x(json!({"maxItems": 1}), "[1, {", "[1, {", r#""x" must have ≤ 1 item (got 2)"#);
    let pair = json!({"prefixItems": [true], "items": false});
    check_x(pair, "[1, {", "[1, {", r#"Unexpected item: "x[1]" (only 1 allowed)"#);
    let items = json!({"items": {"required": ["a"]}});
    check_x(items, r#"[{"a": 1}, {}"#, r#"[{"a": 1}, {}"#, r#"Missing required field: "x[1].a""#);
    let one = json!({"maxProperties": 1});
    check_x(one, r#"{"a": 1, "b": "#, r#"{"a": 1, "b""#, r#""x" must have ≤ 1 field (got 2)"#);
    let closed =
        json!({"properties": {"a": true}, "patternProperties": {"^b": true}, "additionalProperties": false});
    check_x(closed, r#"{"a": 1, "bc": 1, "c""#, r#"{"a": 1, "bc": 1, "c""#, r#"Unexpected field: "x.c""#);
    let names = json!({"propertyNames": {"maxLength": 1}});
    let words = r#"The field name "ab" must be ≤ 1 character (got 2: "ab")"#;
    check_x(names, r#"{"a": 1, "ab": "#, r#"{"a": 1, "ab""#, words);
    let never = json!({"properties": {"a": false}});
    check_x(never, r#"{"a": {"#, r#"{"a": {"#, r#""x.a" must not be there"#);
    let others = json!({"additionalProperties": {"type": "integer"}});
    check_x(others, r#"{"a": 1, "b": {"#, r#"{"a": 1, "b": {"#, r#""x.b" must be an integer, got an object"#);
}

#[test]
fn what_may_still_come_right_is_not_said() {
    for (schema, text) in [
        (json!({"required": ["a"], "minProperties": 3, "type": "object"}), r#"{"b": 1"#),
        (json!({"minItems": 3, "contains": {"const": 1}}), "[2"),
        (json!({"items": {"minLength": 5}}), r#"["ab"#),
        (json!({"items": {"minimum": 40}}), "[4"),
        (json!({"items": {"type": "integer"}}), "[1."),
        (json!({"items": {"enum": ["ab", 1]}}), "[\"a"),
        (json!({"not": {"type": "object"}}), "{"),
        (json!({"if": true, "then": false}), "{"),
        (json!({"unevaluatedProperties": false}), r#"{"a": 1"#),
        (json!({"dependentRequired": {"a": ["b"]}}), r#"{"a": 1"#),
        // The judge has the word of what is complete, or no strict JSON, or has a key twice.
        (json!({"type": "object", "required": ["a"]}), "{}"),
        (json!({"properties": {"a": {"type": "string"}}}), r#"{"b": 01, "a": 1,"#),
        (json!({"properties": {"a": {"type": "string"}}}), r#"{"b": 1, "b": 1, "a": 1,"#),
        (json!({"properties": {"a": {"type": "string"}}}), r#"{'b': 1, "a": 1,"#),
    ] {
        check(schema, text, None);
    }
}

#[test]
fn a_union_is_missed_with_the_last_of_its_forms() {
    let shapes = json!({"items": {"anyOf": [
        {"properties": {"kind": {"const": "circle"}, "r": {"type": "number"}}},
        {"properties": {"kind": {"const": "square"}, "side": {"type": "number"}}},
        {"type": "null"},
    ]}});
    check(shapes.clone(), r#"[null, {"r": "big", "kind": "square", "side": 4}"#, None);
    let text = r#"[{"r": "big", "kind": "circle", "r"#;
    check(
        shapes.clone(),
        text,
        Some((r#"[{"r": "big", "kind": "c"#, r#""[0].kind" must be "square" (got "c")"#)),
    );
    let text = r#"[{"r": 1, "side": {}, "kind": "square""#;
    check(
        shapes,
        text,
        Some((r#"[{"r": 1, "side": {}, "kind": "s"#, r#""[0].kind" must be "circle" (got "s")"#)),
    );
    let nested = json!({"oneOf": [
        {"allOf": [{"anyOf": [{"type": "string"}, {"type": "array", "maxItems": 1}]}]},
        {"$ref": "#/$defs/flag"},
    ], "$defs": {"flag": {"type": "array", "items": {"type": "boolean"}}}});
    check(nested.clone(), "[true, false, true", None);
    check(nested, "[true, 1,", Some(("[true, 1,", r#""[1]" must be a boolean, got number 1"#)));
}

#[test]
fn schemas_that_refer_to_themselves_end() {
    let list = json!({"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#"}}]});
    check(list.clone(), r#"[[["a"#, None);
    check(list, "[[[{", Some(("[[[{", r#""[0][0][0]" must be an array, got an object"#)));
    let tree = json!({"$ref": "#/$defs/tree", "$defs": {"tree": {
        "type": "object", "properties": {"children": {"type": "array", "items": {"$ref": "#/$defs/tree"}}},
    }}});
    let text = r#"{"children": [{"children": [{}, ["#;
    check(tree, text, Some((text, r#""children[0].children[1]" must be an object, got an array"#)));
}

#[test]
fn a_null_may_be_a_field_that_is_left_out() {
    let schema = json!({"properties": {"a": {"type": "string"}, "b": {"items": {"type": "string"}}},
        "additionalProperties": false, "maxProperties": 1});
    let validator = Validator::new(&Schema::from_json_schema(&schema).unwrap());
    for (text, values, absent) in [
        (r#"{"c": null, "c2": 1, "#, Some(r#"{"c""#), Some(r#"{"c": null, "c2": 1,"#)),
        (r#"{"a": "", "b": null, "#, Some(r#"{"a": "", "b""#), None),
        (r#"{"a": "", "b": []"#, Some(r#"{"a": "", "b""#), Some(r#"{"a": "", "b": ["#)),
        (r#"{"a": null, "#, Some(r#"{"a": null,"#), None),
        (r#"{"b": [null], "#, Some(r#"{"b": [null]"#), None),
        (r#"{"b": [null], "a": [1"#, Some(r#"{"b": [null]"#), Some(r#"{"b": [null], "a": ["#)),
    ] {
        for (nulls, expected) in [(Nulls::Values, values), (Nulls::MayBeAbsent, absent)] {
            let said = said(&validator, text, nulls).map(|(after, _)| after);
            assert_eq!(said.as_deref(), expected, "{text} {nulls:?}");
        }
    }
}

#[test]
fn nothing_is_said_of_the_beginning_of_a_valid_answer() {
    for built_in in BuiltIn::ALL {
        let schema = built_in.schema().unwrap();
        let validator = Validator::new(&schema);
        for seed in 0..100 {
            let answer = instance(&schema, schema.root(), &mut Random::new(seed));
            if !validator.is_valid(&answer) {
                continue;
            }
            for text in [answer.to_string(), format!("{answer:#}")] {
                assert_eq!(said(&validator, &text, Nulls::Values), None, "{text}");
            }
        }
    }
}

#[test]
fn of_a_schema_with_too_many_forms_nothing_is_said() {
    let forms = |of: &str| json!({"anyOf": vec![json!({"$ref": of}); 20]});
    let many = json!({"$ref": "#/$defs/a", "$defs": {
        "a": forms("#/$defs/b"), "b": forms("#/$defs/c"), "c": {"type": "string"},
    }});
    check(many, "{", None);
}
