//! Each documented rule and limit of each dialect, and the way back.

use super::*;
use crate::core::schema::{BuiltIn, Schema};
use serde_json::{Value, json};

fn lowered(dialect: Dialect, document: &Value) -> Lowered {
    let schema = Schema::from_json_schema(document).unwrap();
    lower(&schema, dialect).unwrap_or_else(|error| panic!("{error}: {document}"))
}

/// Lowers a schema, and compares the text, since equal objects may differ in the order of their keys.
#[track_caller]
fn check(dialect: Dialect, document: Value, expected: Value) {
    assert_eq!(lowered(dialect, &document).document.to_string(), expected.to_string());
}

#[track_caller]
fn check_refused(dialect: Dialect, document: Value, expected: &str) {
    let schema = Schema::from_json_schema(&document).unwrap();
    assert_eq!(lower(&schema, dialect).unwrap_err().to_string(), expected);
}

/// The keywords with another fate than to be enforced.
#[track_caller]
fn check_open(dialect: Dialect, document: Value, expected: &[(&str, &str, Fate)]) {
    let lowered = lowered(dialect, &document);
    let open = lowered.kept.iter().filter(|kept| kept.fate != Fate::Enforced);
    let open: Vec<_> = open.map(|kept| (kept.pointer.as_str(), kept.keyword.name(), kept.fate)).collect();
    assert_eq!(open, expected, "{}", lowered.document);
}

#[track_caller]
fn check_restored(dialect: Dialect, document: &Value, answer: Value, expected: Value, restored: &[&str]) {
    let lowered = lowered(dialect, document);
    let (value, found) = restore(&answer, &lowered);
    let found: Vec<_> = found.iter().map(|restored| restored.pointer.to_json_pointer()).collect();
    assert_eq!(
        (value, found),
        (expected, restored.iter().map(ToString::to_string).collect()),
        "{}",
        lowered.document
    );
}

/// An object with one field, as every dialect takes it.
fn field(schema: Value) -> Value {
    json!({"type": "object", "properties": {"a": schema}, "required": ["a"], "additionalProperties": false})
}

const OPEN_AI: Dialect = Dialect::OpenAiStrict;

#[test]
fn open_ai_wants_every_field_and_no_other() {
    check(
        OPEN_AI,
        json!({"type": "object", "required": ["b"], "properties": {
            "b": {"type": "string"},
            "a": {"type": "integer", "description": "D"},
            "c": {"enum": ["x", "y"]},
            "d": {"type": "object", "properties": {}, "additionalProperties": false},
            "e": {"type": ["string", "null"]},
            "f": {"$ref": "#/$defs/f"}
        }, "$defs": {"f": {"type": "boolean"}}}),
        json!({"type": "object", "properties": {
            "b": {"type": "string"},
            "a": {"description": "D", "type": ["integer", "null"]},
            "c": {"type": ["string", "null"], "enum": ["x", "y", null]},
            "d": {"type": ["object", "null"], "properties": {}, "required": [], "additionalProperties": false},
            "e": {"type": ["string", "null"]},
            "f": {"anyOf": [{"$ref": "#/$defs/f"}, {"type": "null"}]}
        }, "required": ["b", "a", "c", "d", "e", "f"], "additionalProperties": false,
            "$defs": {"f": {"type": "boolean"}}}),
    );
}

#[test]
fn open_ai_wants_an_object() {
    let wrapped = |answer: Value| json!({"type": "object", "properties": {"answer": answer}, "required": ["answer"], "additionalProperties": false});
    let strings = json!({"type": "array", "items": {"type": "string"}});
    check(OPEN_AI, strings.clone(), wrapped(strings.clone()));
    check(
        OPEN_AI,
        json!({"anyOf": [field(json!({"type": "string"})), field(json!({"type": "boolean"}))]}),
        wrapped(json!({"anyOf": [field(json!({"type": "string"})), field(json!({"type": "boolean"}))]})),
    );
    assert_eq!(lowered(OPEN_AI, &strings).wrapper, Some(Wrapper { field: "answer" }));
    check_restored(OPEN_AI, &strings, json!({"answer": ["x"]}), json!(["x"]), &[""]);
    // A server that did not hold the model to it.
    check_restored(OPEN_AI, &strings, json!(["x"]), json!(["x"]), &[]);
}

#[test]
fn open_ai_takes_some_constraints_and_is_told_the_others() {
    let document = field(
        json!({"type": "array", "minItems": 1, "maxItems": 9, "uniqueItems": true, "items": {
            "type": "string", "description": "D", "minLength": 2, "maxLength": 9, "pattern": "^a", "format": "date"
        }}),
    );
    check(
        OPEN_AI,
        document.clone(),
        field(json!({"description": "all different", "type": "array", "items": {
            "description": "D (from 2 to 9 characters)", "type": "string", "pattern": "^a", "format": "date"
        }, "minItems": 1, "maxItems": 9})),
    );
    check_open(
        OPEN_AI,
        document,
        &[
            ("/properties/a", "uniqueItems", Fate::Dropped),
            ("/properties/a/items", "minLength", Fate::Dropped),
            ("/properties/a/items", "maxLength", Fate::Dropped),
        ],
    );
    let number = json!({"type": "number", "minimum": 0, "exclusiveMinimum": -1, "maximum": 5, "exclusiveMaximum": 9, "multipleOf": 0.5});
    check(OPEN_AI, field(number.clone()), field(number));
    for (schema, said) in [
        (json!({"type": "string", "pattern": "^(?=a)a$"}), "matches the pattern ^(?=a)a$"),
        (json!({"type": "string", "format": "uri"}), "a URI with a scheme (like https://example.com/a)"),
        (json!({"type": "string", "not": {"const": "x"}}), "not \"x\""),
        (
            json!({"type": "string", "if": {"const": "x"}, "then": {"minLength": 1}}),
            "further conditions are checked",
        ),
    ] {
        check(OPEN_AI, field(schema), field(json!({"description": said, "type": "string"})));
    }
}

#[test]
fn what_holds_together_is_merged() {
    check(
        OPEN_AI,
        json!({"allOf": [
            {"$ref": "#/$defs/base"},
            {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"]}
        ], "$defs": {"base": {"type": "object", "properties": {"a": {"type": "integer", "minimum": 1}}, "required": ["a"]}}}),
        json!({"type": "object",
            "properties": {"a": {"type": "integer", "minimum": 1}, "b": {"type": "string"}},
            "required": ["a", "b"], "additionalProperties": false}),
    );
    // What stands beside a reference.
    check(
        OPEN_AI,
        json!({"type": "object", "required": ["a", "b"], "properties": {
            "a": {"$ref": "#/$defs/Größe", "description": "D"},
            "b": {"$ref": "#/$defs/Größe", "maximum": 9}
        }, "$defs": {"Größe": {"type": "integer", "minimum": 1}}}),
        json!({"type": "object", "properties": {
            "a": {"description": "D", "anyOf": [{"$ref": "#/$defs/Gr__e"}]},
            "b": {"type": "integer", "maximum": 9, "minimum": 1}
        }, "required": ["a", "b"], "additionalProperties": false,
            "$defs": {"Gr__e": {"type": "integer", "minimum": 1}}}),
    );
    // What stands beside a union is said in each form.
    check(
        OPEN_AI,
        field(
            json!({"type": "object", "properties": {"k": {"type": "string"}}, "required": ["k"], "oneOf": [
                {"properties": {"k": {"const": "x"}, "x": {"type": "string"}}, "required": ["x"]},
                {"properties": {"k": {"const": "y"}}}
            ]}),
        ),
        field(json!({"anyOf": [
            {"type": "object", "properties": {"k": {"type": "string", "enum": ["x"]}, "x": {"type": "string"}},
                "required": ["k", "x"], "additionalProperties": false},
            {"type": "object", "properties": {"k": {"type": "string", "enum": ["y"]}},
                "required": ["k"], "additionalProperties": false}
        ]})),
    );
}

#[test]
fn one_of_is_enforced_where_no_two_forms_can_fit() {
    let form =
        |kind: &str| json!({"type": "object", "properties": {"kind": {"const": kind}}, "required": ["kind"]});
    let dropped: &[_] = &[("/properties/a", "oneOf", Fate::Dropped)];
    for (forms, expected) in [
        (json!([{"type": "string"}, {"type": "null"}]), &[][..]),
        (json!([form("x"), form("y")]), &[]),
        (json!([{"enum": ["x"]}, {"const": "y"}]), &[]),
        (json!([form("x"), form("x")]), dropped),
        (json!([{"type": "integer"}, {"type": "number"}]), dropped),
    ] {
        check_open(OPEN_AI, field(json!({"oneOf": forms})), expected);
    }
}

#[test]
fn listed_values_are_those_that_all_else_allows() {
    for (schema, expected) in [
        (json!({"const": "x"}), json!({"type": "string", "enum": ["x"]})),
        (
            json!({"enum": ["x", 1, "y", 2]}),
            json!({"anyOf": [{"type": "string", "enum": ["x", "y"]}, {"type": "integer", "enum": [1, 2]}]}),
        ),
        (
            json!({"enum": ["x", "yy", 3], "type": "string", "minLength": 2}),
            json!({"type": "string", "enum": ["yy"]}),
        ),
        (json!({"enum": [true, false, null]}), json!({"type": ["boolean", "null"]})),
        (
            json!({"const": {"k": 1}}),
            json!({"type": "object", "properties": {"k": {"type": "integer", "enum": [1]}}, "required": ["k"], "additionalProperties": false}),
        ),
    ] {
        check(OPEN_AI, field(schema), field(expected));
    }
}

#[test]
fn open_ai_says_maps_as_arrays() {
    let document =
        field(json!({"type": "object", "additionalProperties": {"type": "integer"}, "maxProperties": 2}));
    check(
        OPEN_AI,
        document.clone(),
        field(json!({
            "description": "an object, as an array of its keys and values, each key once, at most 2 fields",
            "type": "array",
            "items": {"type": "object", "properties": {"key": {"type": "string"}, "value": {"type": "integer"}},
                "required": ["key", "value"], "additionalProperties": false},
            "maxItems": 2
        })),
    );
    let pair = |key: &str, value: i32| json!({"key": key, "value": value});
    check_restored(
        OPEN_AI,
        &document,
        json!({"a": [pair("y", 1), pair("é/", 2)]}),
        json!({"a": {"y": 1, "é/": 2}}),
        &["/a"],
    );
    // What does not stand for an object stays as it is, and is judged so.
    for answer in
        [json!({"a": [pair("y", 1), pair("y", 2)]}), json!({"a": [{"key": "y"}]}), json!({"a": {"y": 1}})]
    {
        check_restored(OPEN_AI, &document, answer.clone(), answer, &[]);
    }
}

#[test]
fn open_ai_refuses_what_it_cannot_say() {
    for (document, expected) in [
        (field(json!({})), "/properties/a may be of any kind, and the server needs a type"),
        (field(json!({"type": "array"})), "/properties/a may be of any kind, and the server needs a type"),
        (
            field(json!({"type": "object"})),
            "/properties/a may have any fields, and the server needs their names",
        ),
        (
            field(json!({"anyOf": [
                {"type": "object", "additionalProperties": {"type": "string"}},
                {"type": "array", "items": {"type": "string"}}
            ]})),
            "/properties/a may have any fields, and the server needs their names",
        ),
        (field(json!({"type": "string", "enum": [1]})), "no value satisfies the schema"),
        (json!(false), "no value satisfies the schema"),
    ] {
        check_refused(OPEN_AI, document, expected);
    }
    let mut nested = json!({"type": "string"});
    for _ in 0..10 {
        nested = field(nested);
    }
    lowered(OPEN_AI, &nested);
    check_refused(OPEN_AI, field(nested), "it is nested 11 levels deep, and 10 can be sent");
    let fields = |count: usize| {
        let named = (0..count).map(|number| (format!("f{number}"), json!({"type": "null"})));
        json!({"type": "object", "properties": Value::Object(named.collect())})
    };
    lowered(OPEN_AI, &fields(5_000));
    check_refused(OPEN_AI, fields(5_001), "there are 5001 fields, and 5000 can be sent");
    let listed = |count: usize, length: usize| {
        let values: Vec<_> = (0..count).map(|number| format!("{number:0>length$}")).collect();
        field(json!({"enum": values}))
    };
    lowered(OPEN_AI, &listed(1_000, 15));
    check_refused(OPEN_AI, listed(1_001, 4), "there are 1001 values of enums, and 1000 can be sent");
    lowered(OPEN_AI, &listed(250, 100));
    check_refused(
        OPEN_AI,
        listed(251, 60),
        "there are 15060 characters in one long enum, and 15000 can be sent",
    );
    check_refused(
        OPEN_AI,
        listed(200, 601),
        "there are 120201 characters in names and values, and 120000 can be sent",
    );
}

#[test]
fn recursion_is_kept_where_it_is_taken() {
    let tree = json!({"$ref": "#/$defs/tree", "$defs": {"tree": {
        "type": "object", "required": ["value", "children"], "additionalProperties": false,
        "properties": {"value": {"type": "integer"}, "children": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}
    }}});
    let expected = json!({
        "type": "object",
        "properties": {"value": {"type": "integer"}, "children": {"type": "array", "items": {"$ref": "#"}}},
        "required": ["value", "children"],
        "additionalProperties": false
    });
    check(OPEN_AI, tree.clone(), expected.clone());
    check(Dialect::Vllm, tree.clone(), expected);
    for dialect in
        [Dialect::Anthropic, Dialect::LlamaCpp, Dialect::LmStudioMlx, Dialect::Gemini, Dialect::Xai]
    {
        check_refused(dialect, tree.clone(), "/$defs/tree leads into itself, which the server does not take");
    }
    // Gemini takes circles through fields that may be left out.
    let mut list = field(json!({"type": "integer"}));
    list["properties"]["next"] = json!({"$ref": "#"});
    let mut expected = list.clone();
    expected["properties"]["next"] = json!({"$ref": "#"});
    check(Dialect::Gemini, list.clone(), expected);
    check_refused(Dialect::Anthropic, list, "the answer leads into itself, which the server does not take");
}

#[test]
fn anthropic_closes_objects_and_bounds_nothing() {
    let document = json!({"type": "object", "required": ["b"], "properties": {
        "a": {"type": "integer", "minimum": 0},
        "b": {"type": "array", "minItems": 2, "maxItems": 3, "items": {"type": ["string", "null"], "pattern": "a$"}},
        "c": {"type": "string", "format": "uri"},
        "d": {"const": 1}
    }});
    check(
        Dialect::Anthropic,
        document.clone(),
        json!({"type": "object", "properties": {
            "a": {"description": "at least 0", "type": "integer"},
            "b": {"description": "from 2 to 3 items", "type": "array",
                "items": {"anyOf": [{"type": "string", "pattern": "a$"}, {"type": "null"}]},
                "minItems": 1},
            "c": {"type": "string", "format": "uri"},
            "d": {"type": "integer", "enum": [1]}
        }, "required": ["b"], "additionalProperties": false}),
    );
    check_open(
        Dialect::Anthropic,
        document.clone(),
        &[
            ("/properties/a", "minimum", Fate::Dropped),
            ("/properties/b", "minItems", Fate::Dropped),
            ("/properties/b", "maxItems", Fate::Dropped),
        ],
    );
    let narrowed = Narrowed { pointer: String::new(), what: Narrowing::Strays };
    assert_eq!(lowered(Dialect::Anthropic, &document).narrowed, [narrowed]);
}

#[test]
fn anthropic_takes_few_options_and_simple_patterns() {
    let text = |pattern: &str| field(json!({"type": "string", "pattern": pattern}));
    check_open(Dialect::Anthropic, text("^[a-z]{1,100}$"), &[]);
    for refused in ["^[a-z]{1,101}$", "^(?=a)a$", r"\ba"] {
        check_open(Dialect::Anthropic, text(refused), &[("/properties/a", "pattern", Fate::Dropped)]);
    }
    let fields = |count: usize, types: Value, required: bool| {
        let names: Vec<_> = (0..count).map(|number| format!("f{number}")).collect();
        let named = names.iter().map(|name| (name.clone(), json!({"type": types})));
        let required = if required { names.clone() } else { Vec::new() };
        // Fields count wherever they stand.
        let inner =
            json!({"type": "object", "properties": Value::Object(named.collect()), "required": required});
        field(json!({"type": "array", "items": inner}))
    };
    let nullable = json!(["string", "null"]);
    lowered(Dialect::Anthropic, &fields(24, json!("string"), false));
    check_refused(
        Dialect::Anthropic,
        fields(25, json!("string"), false),
        "there are 25 fields that may be left out, and 24 can be sent",
    );
    lowered(Dialect::Anthropic, &fields(16, nullable.clone(), true));
    check_refused(
        Dialect::Anthropic,
        fields(17, nullable.clone(), true),
        "there are 17 fields with one of several forms, and 16 can be sent",
    );
    // OpenAI has no such limits.
    lowered(OPEN_AI, &fields(25, nullable, false));
}

#[test]
fn gemini_takes_tuples_and_ignores_what_it_does_not_know() {
    let document = json!({"type": "object", "properties": {
        "a": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "null"}], "items": false},
        "b": {"type": "string", "minLength": 1, "pattern": "^a"},
        "c": {"const": true},
        "d": {"type": "number", "exclusiveMinimum": 0, "maximum": 5},
        "e": {"type": "object", "additionalProperties": {"type": "string"}, "minProperties": 1}
    }});
    check(
        Dialect::Gemini,
        document.clone(),
        json!({"type": "object", "properties": {
            "a": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "null"}], "maxItems": 2},
            "b": {"type": "string", "pattern": "^a", "minLength": 1},
            "c": {"description": "one of: true", "type": "boolean"},
            "d": {"type": "number", "exclusiveMinimum": 0, "maximum": 5},
            "e": {"description": "at least 1 field", "type": "object", "additionalProperties": {"type": "string"}}
        }}),
    );
    check_open(
        Dialect::Gemini,
        document,
        &[
            ("/properties/b", "minLength", Fate::Ignored),
            ("/properties/b", "pattern", Fate::Ignored),
            ("/properties/c", "const", Fate::Dropped),
            ("/properties/d", "exclusiveMinimum", Fate::Ignored),
            ("/properties/e", "minProperties", Fate::Ignored),
        ],
    );
}

#[test]
fn llama_cpp_has_no_references_and_half_of_the_constraints() {
    let document = json!({"type": "object", "required": ["a", "b"], "properties": {
        "a": {"$ref": "#/$defs/a"},
        "b": {"$ref": "#/$defs/a"},
        "c": {"type": "string", "pattern": "a"},
        "d": {"type": "number", "minimum": 0},
        "e": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false},
        "f": {"type": "string", "format": "email"},
        "g": {"type": "object", "properties": {"x": {"type": "string"}}, "anyOf": [{"required": ["x"]}, {"maxProperties": 0}]}
    }, "$defs": {"a": {"type": "string", "pattern": "^(a|b)$"}}});
    check(
        Dialect::LlamaCpp,
        document.clone(),
        json!({"type": "object", "properties": {
            "a": {"type": "string", "pattern": "^(a|b)$"},
            "b": {"type": "string", "pattern": "^(a|b)$"},
            "c": {"description": "matches the pattern a", "type": "string"},
            "d": {"type": "number", "minimum": 0},
            "e": {"description": "its items, in this order: a string; an integer", "type": "array",
                "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]}, "maxItems": 2},
            "f": {"type": "string", "format": "email"},
            "g": {"anyOf": [
                {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"], "additionalProperties": false},
                {"description": "at most 0 fields", "type": "object", "properties": {"x": {"type": "string"}}, "additionalProperties": false}
            ]}
        }, "required": ["a", "b"], "additionalProperties": false}),
    );
    check_open(
        Dialect::LlamaCpp,
        document,
        &[
            ("/properties/c", "pattern", Fate::Dropped),
            ("/properties/d", "minimum", Fate::Ignored),
            ("/properties/e", "prefixItems", Fate::Dropped),
            ("/properties/e", "items", Fate::Dropped),
            ("/properties/f", "format", Fate::Ignored),
            ("/properties/g/anyOf/1", "maxProperties", Fate::Ignored),
        ],
    );
}

#[test]
fn llama_cpp_takes_no_large_numbers() {
    let (text, list) = (
        |keyword: &str, count: u64| field(json!({"type": "string", keyword: count})),
        |keyword: &str, count: u64| {
            field(json!({"type": "array", "items": {"type": "null"}, keyword: count}))
        },
    );
    for (keyword, document) in [
        ("minLength", &text as &dyn Fn(&str, u64) -> Value),
        ("maxLength", &text),
        ("minItems", &list),
        ("maxItems", &list),
    ] {
        check_open(Dialect::LlamaCpp, document(keyword, 1_998), &[]);
        check_open(Dialect::LlamaCpp, document(keyword, 1_999), &[("/properties/a", keyword, Fate::Dropped)]);
    }
    let pattern = |count: u64| field(json!({"type": "string", "pattern": format!("^a{{{count}}}$")}));
    check_open(Dialect::LlamaCpp, pattern(1_998), &[]);
    check_open(Dialect::LlamaCpp, pattern(1_999), &[("/properties/a", "pattern", Fate::Dropped)]);
    check(
        Dialect::LlamaCpp,
        text("maxLength", 5_000),
        field(json!({"description": "at most 5000 characters", "type": "string"})),
    );
}

#[test]
fn llama_cpp_gets_patterns_spelled_out_and_lengths_alone() {
    let text = |keywords: Value| {
        let mut schema = json!({"type": "string"});
        schema.as_object_mut().unwrap().extend(keywords.as_object().cloned().unwrap());
        field(schema)
    };
    check(
        Dialect::LlamaCpp,
        text(json!({"pattern": r"^\d{4}-\w+\.$"})),
        text(json!({"pattern": "^[0-9]{4}-[A-Za-z0-9_]+[.]$"})),
    );
    check_open(
        Dialect::LlamaCpp,
        text(json!({"pattern": r"^\s$"})),
        &[("/properties/a", "pattern", Fate::Dropped)],
    );
    let ignored = |keyword: &'static str| ("/properties/a", keyword, Fate::Ignored);
    check_open(
        Dialect::LlamaCpp,
        text(json!({"pattern": "^a+$", "minLength": 1, "maxLength": 3})),
        &[ignored("minLength"), ignored("maxLength")],
    );
    check_open(Dialect::LlamaCpp, text(json!({"format": "date", "maxLength": 10})), &[ignored("maxLength")]);
    // A format that it does not know hides nothing.
    check_open(Dialect::LlamaCpp, text(json!({"format": "email", "maxLength": 10})), &[ignored("format")]);
}

#[test]
fn what_may_be_anything_is_said_so_that_each_server_means_it() {
    let any = json!(["string", "number", "boolean", "array", "object", "null"]);
    let document = json!({"type": "object", "required": ["a", "b", "c", "d"], "additionalProperties": false, "properties": {
        "a": {},
        "b": {"type": "array", "minItems": 2},
        "c": {"type": "object"},
        "d": {"description": "D"}
    }});
    let with = |a: Value, b: Value, c: Value, d: Value| {
        json!({"type": "object", "properties": {"a": a, "b": b, "c": c, "d": d},
            "required": ["a", "b", "c", "d"], "additionalProperties": false})
    };
    for dialect in [Dialect::LlamaCpp, Dialect::LmStudioMlx] {
        check(
            dialect,
            document.clone(),
            with(
                json!({"type": any}),
                json!({"type": "array", "items": {"type": any}, "minItems": 2}),
                json!({"type": "object", "additionalProperties": true}),
                json!({"description": "D", "type": any}),
            ),
        );
    }
    check(
        Dialect::Vllm,
        document.clone(),
        with(
            json!({}),
            json!({"type": "array", "items": {}, "minItems": 2}),
            json!({"type": "object", "additionalProperties": true}),
            json!({"description": "D"}),
        ),
    );
    check(
        Dialect::Gemini,
        document,
        with(
            json!({}),
            json!({"type": "array", "minItems": 2}),
            json!({"type": "object"}),
            json!({"description": "D"}),
        ),
    );
}

#[test]
fn mlx_takes_what_one_regular_expression_can_say() {
    let dropped = Fate::Dropped;
    check_open(
        Dialect::LmStudioMlx,
        json!({"type": "object", "required": ["a", "b", "c", "d", "e", "f"], "properties": {
            "a": {"type": "string", "minLength": 1, "maxLength": 9},
            "b": {"type": "string", "pattern": r"^\d+$", "maxLength": 9},
            "c": {"type": "string", "pattern": "a"},
            "d": {"type": "string", "format": "date-time"},
            "e": {"type": "string", "format": "uuid"},
            "f": {"type": "array", "items": {"type": "number", "minimum": 0}, "maxItems": 3, "uniqueItems": true}
        }}),
        &[
            ("/properties/b", "maxLength", dropped),
            ("/properties/c", "pattern", dropped),
            ("/properties/d", "format", dropped),
            ("/properties/f", "uniqueItems", dropped),
            ("/properties/f/items", "minimum", Fate::Ignored),
        ],
    );
    // References within references get lost, so each is written out.
    let chain = json!({"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#/$defs/a"}},
        "$defs": {"a": {"type": "array", "items": {"$ref": "#/$defs/b"}}, "b": {"type": "boolean"}}});
    check(Dialect::LmStudioMlx, chain, field(json!({"type": "array", "items": {"type": "boolean"}})));
}

#[test]
fn xai_enforces_counts_up_to_its_limits() {
    let text = |keyword: &str, count: u64| field(json!({"type": "string", keyword: count}));
    let list = |keyword: &str, count: u64| {
        field(json!({"type": "array", "items": {"type": "null"}, keyword: count}))
    };
    for (keyword, document, most) in [
        ("minLength", &text as &dyn Fn(&str, u64) -> Value, 2_048),
        ("maxLength", &text, 2_048),
        ("minItems", &list, 256),
        ("maxItems", &list, 256),
    ] {
        check_open(Dialect::Xai, document(keyword, most), &[]);
        // A larger one is sent, too.
        check(Dialect::Xai, document(keyword, most + 1), document(keyword, most + 1));
        check_open(Dialect::Xai, document(keyword, most + 1), &[("/properties/a", keyword, Fate::Ignored)]);
    }
    let document = json!({"type": "object", "required": ["a", "b", "c", "d"], "properties": {
        "a": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false},
        "b": {"type": "string", "format": "hostname"},
        "c": {"type": "string", "pattern": "a"},
        "d": {"type": "object"}
    }});
    check(
        Dialect::Xai,
        document.clone(),
        json!({"type": "object", "properties": {
            "a": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "maxItems": 2},
            "b": {"type": "string", "format": "hostname"},
            "c": {"description": "matches the pattern a", "type": "string"},
            "d": {"type": "object", "additionalProperties": true}
        }, "required": ["a", "b", "c", "d"], "additionalProperties": false}),
    );
    check_open(
        Dialect::Xai,
        document,
        &[("/properties/b", "format", Fate::Ignored), ("/properties/c", "pattern", Fate::Dropped)],
    );
}

#[test]
fn vllm_takes_tuples_bounds_and_the_formats_it_knows() {
    let document = json!({"type": "object", "required": ["a", "b", "c", "d"], "additionalProperties": false, "properties": {
        "a": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false},
        "b": {"type": "number", "minimum": 0, "exclusiveMaximum": 1},
        "c": {"type": "string", "format": "uri-reference"},
        "d": {"type": "string", "format": "idn-email"}
    }});
    check_open(Dialect::Vllm, document, &[("/properties/d", "format", Fate::Dropped)]);
}

#[test]
fn vllm_forgets_lengths_beside_patterns() {
    let text = |keywords: Value| field(keywords);
    check_open(Dialect::Vllm, text(json!({"type": "string", "maxLength": 3})), &[]);
    check_open(
        Dialect::Vllm,
        text(json!({"allOf": [{"type": "string", "pattern": "^a+$"}, {"minLength": 1, "maxLength": 3}]})),
        &[
            ("/properties/a/allOf/1", "minLength", Fate::Ignored),
            ("/properties/a/allOf/1", "maxLength", Fate::Ignored),
        ],
    );
    check_open(
        Dialect::Vllm,
        text(json!({"type": "string", "format": "email", "maxLength": 9})),
        &[("/properties/a", "maxLength", Fate::Ignored)],
    );
    // It takes every pattern to be about the whole string.
    check_open(
        Dialect::Vllm,
        text(json!({"type": "string", "pattern": "a", "maxLength": 9})),
        &[("/properties/a", "pattern", Fate::Dropped)],
    );
    check(
        Dialect::Vllm,
        field(
            json!({"type": "object", "patternProperties": {"^a": {"type": "string"}}, "additionalProperties": false}),
        ),
        field(json!({"type": "object", "additionalProperties": {"type": "string"}})),
    );
}

#[test]
fn other_servers_get_the_schema_as_it_is() {
    let document = json!({"type": "object", "x-rules": ["self.a > 1"], "description": "D",
        "properties": {"a": {"type": "integer", "minimum": 0}}, "patternProperties": {"^b": true}, "additionalProperties": false});
    check(
        Dialect::Generic,
        document.clone(),
        json!({"description": "D (must satisfy: self.a > 1)", "type": "object",
            "properties": {"a": {"type": "integer", "minimum": 0}}, "patternProperties": {"^b": true}, "additionalProperties": false}),
    );
    let ignored = Fate::Ignored;
    check_open(
        Dialect::Generic,
        document,
        &[
            ("", "patternProperties", ignored),
            ("", "additionalProperties", ignored),
            ("", "x-rules", Fate::Dropped),
            ("/properties/a", "minimum", ignored),
        ],
    );
}

#[test]
fn a_null_that_stands_for_nothing_is_taken_out() {
    let document = json!({"type": "object", "required": ["list"], "properties": {
        "a": {"type": "string"},
        "n": {"type": ["string", "null"]},
        "list": {"type": "array", "items": {"$ref": "#/$defs/item"}},
        "r~/": {"type": "string"}
    }, "$defs": {"item": {"type": "object", "properties": {"a": {"type": "integer"}, "next": {"$ref": "#/$defs/item"}}}}});
    let item = |name: &str| format!("/$defs/item/properties/{name}");
    let expected = ["/properties/a", "/properties/n", "/properties/r~0~1"].map(str::to_owned);
    let expected: Vec<_> = expected.into_iter().chain(["a", "next"].map(item)).collect();
    assert_eq!(lowered(OPEN_AI, &document).stand_ins, expected);
    check_restored(
        OPEN_AI,
        &document,
        json!({"a": null, "n": null, "list": [{"a": null, "next": {"a": 1, "next": null}}, null], "r~/": null}),
        json!({"n": null, "list": [{"next": {"a": 1}}, null]}),
        &["/a", "/list/0/a", "/list/0/next/next", "/r~0~1"],
    );
    // Elsewhere a null says what it says.
    for dialect in [Dialect::Anthropic, Dialect::Gemini, Dialect::Vllm, Dialect::Generic] {
        let answer = json!({"a": null, "list": []});
        let mut plain = document.clone();
        plain["$defs"] = json!({"item": {"type": "object", "properties": {"a": {"type": "integer"}}}});
        check_restored(dialect, &plain, answer.clone(), answer, &[]);
    }
}

#[test]
fn in_a_union_a_null_stays_where_a_form_that_fits_allows_it() {
    let form = |kind: &str, types: Value| {
        json!({"type": "object", "required": ["kind"], "additionalProperties": false,
            "properties": {"kind": {"const": kind}, "x": {"type": types}}})
    };
    let union = field(json!({"anyOf": [form("s", json!("string")), form("n", json!(["string", "null"]))]}));
    let answer = |kind: &str| json!({"a": {"kind": kind, "x": null}});
    check_restored(OPEN_AI, &union, answer("s"), json!({"a": {"kind": "s"}}), &["/a/x"]);
    check_restored(OPEN_AI, &union, answer("n"), answer("n"), &[]);
    // Both fit: the one that allows it counts.
    let both = field(json!({"anyOf": [form("k", json!("string")), form("k", json!(["string", "null"]))]}));
    check_restored(OPEN_AI, &both, answer("k"), answer("k"), &[]);
    // None fits by the author's schema, for another reason: the form with this outline counts.
    let mut long = union.clone();
    long["properties"]["a"]["anyOf"][0]["properties"]["y"] = json!({"type": "string", "minLength": 3});
    check_restored(
        OPEN_AI,
        &long,
        json!({"a": {"kind": "s", "x": null, "y": "ab"}}),
        json!({"a": {"kind": "s", "y": "ab"}}),
        &["/a/x"],
    );
    // None has this outline either.
    check_restored(OPEN_AI, &union, answer("z"), answer("z"), &[]);
}

#[test]
fn a_field_form_keeps_its_nulls() {
    let form = json!({"fields": {"a": {"type": "string", "optional": true}, "b": {"type": "string"}}});
    let lowered = lower(&Schema::from_fields(&form).unwrap(), OPEN_AI).unwrap();
    let answer = json!({"a": null, "b": "x"});
    assert_eq!(restore(&answer, &lowered), (answer, Vec::new()));
}

#[test]
fn what_became_of_each_keyword_is_told() {
    let document = field(json!({"type": "string", "maxLength": 3, "minLength": 1, "pattern": "^a$"}));
    let lowered = lowered(Dialect::Vllm, &document);
    let kept: Vec<_> = lowered
        .kept
        .iter()
        .map(|kept| (kept.pointer.as_str(), kept.keyword.name(), kept.fate, kept.why))
        .collect();
    let expected = [
        ("", "type", Fate::Enforced, ""),
        ("", "properties", Fate::Enforced, ""),
        ("", "required", Fate::Enforced, ""),
        ("", "additionalProperties", Fate::Enforced, ""),
        ("/properties/a", "type", Fate::Enforced, ""),
        ("/properties/a", "maxLength", Fate::Ignored, "not beside a pattern or a format"),
        ("/properties/a", "minLength", Fate::Ignored, "not beside a pattern or a format"),
        ("/properties/a", "pattern", Fate::Enforced, ""),
    ];
    assert_eq!(kept, expected);
}

#[test]
fn long_chains_end() {
    let link = |number: usize, keywords: Value| {
        let mut link = json!({"type": "object", "required": ["n"], "properties": {"n": {"$ref": format!("#/$defs/d{}", number + 1)}}});
        link["properties"]["n"].as_object_mut().unwrap().extend(keywords.as_object().cloned().unwrap());
        (format!("d{number}"), link)
    };
    let chain = |keywords: Value| {
        let mut definitions: serde_json::Map<_, _> =
            (0..3_000).map(|number| link(number, keywords.clone())).collect();
        definitions.insert(
            "d3000".to_owned(),
            json!({"type": "object", "properties": {}, "additionalProperties": false}),
        );
        json!({"$ref": "#/$defs/d0", "$defs": definitions})
    };
    lowered(Dialect::Vllm, &chain(json!({})));
    check_refused(Dialect::LlamaCpp, chain(json!({})), "it is nested 101 levels deep, and 100 can be sent");
    check_refused(
        Dialect::Vllm,
        chain(json!({"minProperties": 0})),
        "it is nested 101 levels deep, and 100 can be sent",
    );
    let unions = (0..3_000).map(|number| {
        (
            format!("d{number}"),
            json!({"anyOf": [{"$ref": format!("#/$defs/d{}", number + 1)}, {"type": "null"}]}),
        )
    });
    let mut definitions: serde_json::Map<_, _> = unions.collect();
    definitions.insert("d3000".to_owned(), json!({"type": "array", "items": {"type": "string"}}));
    let unions = json!({"$ref": "#/$defs/d0", "$defs": definitions});
    check_restored(OPEN_AI, &unions, json!({"answer": ["x"]}), json!(["x"]), &[""]);
}

#[test]
fn the_catalogue_can_be_said_in_every_dialect() {
    for built_in in BuiltIn::ALL {
        let schema = built_in.schema().unwrap();
        for dialect in Dialect::ALL {
            assert!(lower(&schema, dialect).is_ok(), "{} for {}", built_in.id(), dialect.name());
        }
    }
}
