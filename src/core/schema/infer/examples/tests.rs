//! What becomes of examples, text in and document out.

use super::*;
use crate::core::schema::Schema;
use serde_json::json;

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The document, behind the comment on where it is from: the rest of it, and its order.
#[track_caller]
fn check(text: impl ToString, comment: &str, expected: Value) {
    let text = text.to_string();
    let mut document = json!({"$schema": DIALECT, "$comment": comment});
    document.as_object_mut().unwrap().extend(expected.as_object().unwrap().clone());
    let inferred = infer(&text).unwrap();
    assert_eq!(inferred.to_string(), document.to_string(), "{text}");
    assert_eq!(Schema::from_json_schema(&inferred).unwrap().notes, []);
}

/// The schema of several examples.
#[track_caller]
fn check_several(examples: Value, expected: Value) {
    let comment = format!(
        "Inferred from {} examples: each object of the array is one.",
        examples.as_array().unwrap().len()
    );
    check(examples, &comment, expected);
}

/// The schema of one value, as it is in an object that holds it.
#[track_caller]
fn check_value(value: Value, expected: Value) {
    let expected = json!({
        "type": "object",
        "properties": {"value": expected},
        "required": ["value"],
        "additionalProperties": false
    });
    check(json!({"value": value}), "Inferred from 1 example.", expected);
}

#[track_caller]
fn check_error(text: &str, expected: InferError) {
    assert_eq!(infer(text), Err(expected), "{text}");
}

#[test]
fn one_example() {
    check(
        r#"{"name": "Ada", "born": "1815-12-10", "tags": ["x", 1, 1.5, null], "home": {"city": "London"}} // An example"#,
        "Inferred from 1 example.",
        json!({
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "born": {"type": "string", "format": "date"},
                "tags": {"type": "array", "items": {"type": ["string", "number", "null"]}},
                "home": {
                    "type": "object",
                    "properties": {"city": {"type": "string"}},
                    "required": ["city"],
                    "additionalProperties": false
                }
            },
            "required": ["name", "born", "tags", "home"],
            "additionalProperties": false
        }),
    );
    check("[1, 2]", "Inferred from 1 example.", json!({"type": "array", "items": {"type": "integer"}}));
    check("\"Oslo\"", "Inferred from 1 example.", json!({"type": "string"}));
}

#[test]
fn examples_with_keys_that_are_keywords() {
    for (text, properties) in [
        (r#"{"title": "Dune"}"#, json!({"title": {"type": "string"}})),
        (
            r#"{"minimum": 2, "unit": "kg"}"#,
            json!({"minimum": {"type": "integer"}, "unit": {"type": "string"}}),
        ),
    ] {
        let required: Vec<_> = properties.as_object().unwrap().keys().cloned().collect();
        check(
            text,
            "Inferred from 1 example.",
            json!({
                "type": "object",
                "properties": properties,
                "required": required,
                "additionalProperties": false
            }),
        );
    }
}

#[test]
fn types() {
    check_value(json!(null), json!({"type": "null"}));
    check_value(json!(true), json!({"type": "boolean"}));
    check_value(json!(u64::MAX), json!({"type": "integer"}));
    check_value(json!(1.0), json!({"type": "number"}));
    check_value(json!([1, 1.0]), json!({"type": "array", "items": {"type": "number"}}));
    check_value(json!([null, "a"]), json!({"type": "array", "items": {"type": ["string", "null"]}}));
    check_value(
        json!([[], [[1]]]),
        json!({
            "type": "array",
            "items": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}
        }),
    );
    check_value(json!([{}, []]), json!({"type": "array", "items": {"type": ["array", "object"]}}));
    check_value(
        json!(["2024-05-01", null]),
        json!({
            "type": "array",
            "items": {"type": ["string", "null"], "format": "date"}
        }),
    );
}

#[test]
fn members_of_all_examples_are_required() {
    check_several(
        json!([{"b": 1, "a": null}, {"c": true, "b": 1.5}, {"b": 2, "a": "x"}]),
        json!({
            "type": "object",
            "properties": {
                "b": {"type": "number"},
                "a": {"type": ["string", "null"]},
                "c": {"type": "boolean"}
            },
            "required": ["b"],
            "additionalProperties": false
        }),
    );
    check_several(
        json!([{"a": 1}, {}]),
        json!({"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false}),
    );
    check_several(json!([{}, {}]), json!({"type": "object"}));
}

#[test]
fn choices_come_from_several_examples() {
    let member = |schema: Value| {
        json!({
            "type": "object",
            "properties": {"state": schema},
            "required": ["state"],
            "additionalProperties": false
        })
    };
    let states = |states: [Value; 5]| states.map(|state| json!({"state": state})).into_iter().collect();
    check_several(
        states([json!("open"), json!("done"), json!(null), json!("open"), json!("done")]),
        member(json!({"type": ["string", "null"], "enum": ["open", "done", null]})),
    );
    check_several(
        states([json!("open"), json!("done"), json!(1), json!("open"), json!("done")]),
        member(json!({"type": ["string", "integer"]})),
    );
    check_value(
        json!(["open", "done", "open", "done"]),
        json!({"type": "array", "items": {"type": "string"}}),
    );
}

#[test]
fn keys_that_are_data_make_a_map() {
    let map = |schema: Value| json!({"type": "object", "additionalProperties": schema});
    let integer = json!({"type": "integer"});
    check_value(json!({"17": 1, "4": 2, "301": 3}), map(integer.clone()));
    check_value(
        json!({"2024-05-01": 1, "2024-05-02": null, "2024-05-03": 2}),
        map(json!({"type": ["integer", "null"]})),
    );
    let id = |digit: &str| digit.repeat(24);
    check_value(
        json!({id("a"): {"n": 1}, id("b"): {"n": 2, "m": 3}, id("0"): {"n": 4}}),
        map(json!({
            "type": "object",
            "properties": {"n": integer, "m": integer},
            "required": ["n"],
            "additionalProperties": false
        })),
    );
    let names = |names: [&str; 3]| {
        let properties: Map<_, _> =
            names.into_iter().map(|name| (name.to_owned(), integer.clone())).collect();
        json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
    };
    check_value(json!({"line1": 1, "line2": 2, "line3": 3}), names(["line1", "line2", "line3"]));
    check_value(json!({"1": 1, "2": 2, "all": 3}), names(["1", "2", "all"]));
}

#[test]
fn texts_of_several_values_and_tables() {
    check(
        "\u{feff}{\"a\": 1}\r\n\r\n{\"a\": 2}\n",
        "Inferred from 2 examples: each line of the text is one.",
        json!({
            "type": "object",
            "properties": {"a": {"type": "integer"}},
            "required": ["a"],
            "additionalProperties": false
        }),
    );
    check(
        "\u{feff}sku;price;zip;since;state;mail\n\
         A1;1,50;0150;2024-05-01;open;\n\
         B2;2;5003;2024-05-02;done;a@example.com\n\
         C3;3;7010;2024-05-03;open;b@example.com\n\
         D4;4;9008;2024-05-04;open;c@example.com\n",
        "Inferred from 4 examples: each row of the table is one.",
        json!({
            "type": "object",
            "properties": {
                "sku": {"type": "string"},
                "price": {"type": "number"},
                "zip": {"type": "string"},
                "since": {"type": "string", "format": "date"},
                "state": {"type": "string", "enum": ["open", "done"]},
                "mail": {"type": ["string", "null"], "format": "email"}
            },
            "required": ["sku", "price", "zip", "since", "state", "mail"],
            "additionalProperties": false
        }),
    );
}

#[test]
fn what_is_no_example_is_told() {
    check_error(r#"{"type": "object", "properties": {"a": {}}}"#, InferError::Schema);
    check_error(r#"{"fields": {"a": {"type": "string"}}}"#, InferError::Schema);
    check_error(" ", InferError::Unreadable(ImportError::Empty));
    let problem = "a value is missing, or is none that JSON knows";
    check_error("Oslo", InferError::Unreadable(ImportError::NotJson { line: 1, column: 1, problem }));
    let problem = "more text follows the value";
    check_error("1\n2", InferError::Unreadable(ImportError::NotJson { line: 2, column: 1, problem }));
    check_error("a: 1\nb: 2", InferError::Unreadable(ImportError::Yaml));
    check_error("a,b\n1", InferError::Uneven { line: 2, cells: 1, names: 2 });
}

#[test]
fn the_deepest_example_gives_a_text_that_can_be_read() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")] {
        let depth = 126 / open.matches(['[', '{']).count();
        let text = open.repeat(depth) + "1" + &close.repeat(depth);
        let document = infer(&text).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&document.to_string()).unwrap(), document);
        assert!(Schema::from_json_schema(&document).is_ok());
    }
}
