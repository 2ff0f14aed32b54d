use super::*;
use crate::core::format::Format;
use serde_json::json;

#[track_caller]
fn check(document: Value, expected: &str) {
    let schema = Schema::from_json_schema(&document).unwrap();
    assert_eq!(schema.form_text(), expected.trim_matches('\n'));
}

#[test]
fn prompt_text_is_a_type_with_comments() {
    let schema = Schema::from_fields(&json!({"fields": {
        "city": {"type": "string", "minLength": 2, "description": "Where,\nin short"},
        "code": {"type": "string", "maxLength": 8, "contains": "-"},
        "temperature_c": {"type": "number", "min": -90, "max": 60},
        "wind": {"type": "integer", "min": 0, "optional": true},
        "condition": {"type": "enum", "values": ["sunny", "rainy"], "nullable": true},
        "alert": {"type": "boolean"}
    }}));
    let expected = r#"Answer with one JSON value of exactly this form:

{
  "city": string, // Where, in short; at least 2 characters
  "code": string, // at most 8 characters, contains "-"
  "temperature_c": number, // from -90 to 60
  "wind"?: integer, // at least 0
  "condition": "sunny" | "rainy" | null,
  "alert": boolean
}

Return only the JSON: no explanation, no comments, no code fence."#;
    assert_eq!(schema.unwrap().prompt_text(), expected);
}

#[test]
fn values_that_have_no_parts() {
    let date = Format::Date.description();
    for (document, expected) in [
        (json!(true), "any"),
        (json!(false), "never // must not be there"),
        (json!({"type": "null"}), "null"),
        (json!({"const": {"a": 1}}), r#"{"a":1}"#),
        (json!({"enum": ["a", 1, null]}), r#""a" | 1 | null"#),
        (json!({"type": "string", "minLength": 1}), "string // at least 1 character"),
        (json!({"type": "string", "minLength": 3, "maxLength": 3}), "string // exactly 3 characters"),
        (json!({"type": "string", "pattern": "^a\n$"}), r"string // matches the pattern ^a\n$"),
        (json!({"type": ["string", "null"], "format": "date"}), &format!("string | null // {date}")),
        (
            json!({"type": "number", "exclusiveMinimum": 0, "maximum": 1, "multipleOf": 0.01}),
            "number // above 0 and at most 1, a multiple of 0.01",
        ),
        (json!({"type": "integer", "exclusiveMaximum": 5}), "integer // below 5"),
        (json!({"type": "integer", "minimum": 0, "maximum": 9007199254740991u64}), "integer // at least 0"),
        (
            json!({
                "type": "string", "title": "Name", "description": "In\nfull",
                "default": "A", "examples": ["B", "C"]
            }),
            r#"string // Name: In full; default "A"; for example "B""#,
        ),
        (
            json!({"type": "string", "description": "é".repeat(300)}),
            &format!("string // {}…", "é".repeat(199)),
        ),
        (json!({"type": "string", "default": "x".repeat(100)}), "string"),
        (json!({"type": "string", "not": {"const": "x"}}), "string // further conditions are checked"),
    ] {
        check(document, expected);
    }
}

#[test]
fn arrays() {
    for (document, expected) in [
        (json!({"type": "array"}), "any[]"),
        (json!({"type": "array", "items": false}), "[]"),
        (
            json!({
                "type": "array", "items": {"type": "string", "minLength": 3},
                "minItems": 1, "maxItems": 20, "uniqueItems": true
            }),
            "string[] // from 1 to 20 items, all different; each item: at least 3 characters",
        ),
        (json!({"type": "array", "items": {"type": ["string", "null"]}}), "(string | null)[]"),
        (json!({"type": "array", "items": {"type": "array", "items": {"enum": [1, 2]}}}), "(1 | 2)[][]"),
        (
            json!({"type": "array", "contains": {"type": "string"}, "minContains": 2, "maxContains": 2}),
            "any[] // exactly 2 items of this kind: a string",
        ),
        (
            json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}], "items": false}),
            "[string, number]",
        ),
        (
            json!({
                "type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}],
                "minItems": 2, "maxItems": 2
            }),
            "[string, number]",
        ),
        (
            json!({"type": "array", "prefixItems": [{"type": "string"}, {"enum": [1, 2]}], "minItems": 1}),
            "[string, (1 | 2)?, ...any[]] // at least 1 item",
        ),
        (
            json!({
                "type": "array", "prefixItems": [{"type": "string", "description": "Name"}],
                "items": {"type": "number"}
            }),
            "[\n  string, // Name\n  ...number[]\n]",
        ),
        (
            json!({
                "type": "array",
                "items": {"description": "A dot", "type": "object", "properties": {"x": {}}}
            }),
            "// each item: A dot\nArray<{\n  \"x\"?: any\n}>",
        ),
    ] {
        check(document, expected);
    }
}

#[test]
fn objects() {
    for (document, expected) in [
        (json!({"type": "object"}), "{ [key: string]: any }"),
        (json!({"type": "object", "additionalProperties": false}), "{}"),
        (
            json!({"type": "object", "additionalProperties": {"type": "number"}, "minProperties": 1}),
            "{ [key: string]: number } // at least 1 field",
        ),
        (
            json!({
                "type": "object", "additionalProperties": {"type": "number", "minimum": 0},
                "propertyNames": {"maxLength": 3}
            }),
            "// each field name: a string of ≤ 3 characters\n{\n  [key: string]: number // at least 0\n}",
        ),
    ] {
        check(document, expected);
    }
    check(
        json!({
            "title": "Order", "type": "object",
            "required": ["id", "size", "unnamed"],
            "properties": {
                "id": {"type": "string", "title": "Id"},
                "size": {
                    "type": ["object", "null"], "description": "In cm",
                    "properties": {"width": {"type": "number"}}, "required": ["width"]
                },
                "gone": false,
                "a \"b\"": {"type": "boolean"}
            },
            "patternProperties": {"^x-": {"type": "string"}},
            "additionalProperties": {"type": "number"},
            "dependentRequired": {"id": ["size", "gone"]}
        }),
        r#"
// Order; "size", "gone" are required if "id" is there
{
  "id": string,
  // In cm
  "size": {
    "width": number
  } | null,
  "gone"?: never, // must not be there
  "a \"b\""?: boolean,
  "unnamed": any,
  [key: string]: string, // fields whose names match the pattern ^x-
  [key: string]: number // any other field
}"#,
    );
}

#[test]
fn unions() {
    check(
        json!({"type": "object", "properties": {
            "pay": {"oneOf": [
                {"title": "Card", "type": "object", "properties": {"kind": {"const": "card"}}},
                {"$ref": "#/$defs/bank_account"},
                {"type": "string", "minLength": 2},
                {"type": "null"}
            ]},
            "plain": {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
            "maybe": {"anyOf": [{"type": "string", "minLength": 2}, {"type": "null"}], "default": null},
            "types": {"type": ["string", "integer", "null"], "minimum": 3},
            "level": {"oneOf": [{"const": "low", "description": "Can wait"}, {"const": "high"}]},
            "list": {
                "type": "array",
                "items": {"anyOf": [{"type": "string", "maxLength": 2}, {"type": "integer"}]}
            }
        }, "$defs": {"bank_account": {"type": "object", "properties": {"iban": {"type": "string"}}}}}),
        r#"
{
  "pay"?:
    // Card
    | {
        "kind"?: "card"
      }
    // BankAccount
    | {
        "iban"?: string
      }
    | string // at least 2 characters
    | null,
  "plain"?: string | integer | null,
  "maybe"?: string | null, // at least 2 characters
  "types"?:
    | string
    | integer // at least 3
    | null,
  "level"?:
    | "low" // Can wait
    | "high",
  "list"?: Array<
    | string // at most 2 characters
    | integer
  >
}"#,
    );
}

#[test]
fn unions_beside_a_kind() {
    check(
        json!({
            "type": "object",
            "properties": {"id": {"type": "string"}},
            "oneOf": [
                {"properties": {"a": {"type": "string"}}, "required": ["a"]},
                {"properties": {"b": {"type": "string"}}, "required": ["b"]}
            ]
        }),
        r#"
{
  "id"?: string
} & (
  | {
      "a": string
    }
  | {
      "b": string
    }
)"#,
    );
    check(
        json!({"type": "object", "oneOf": [{"properties": {"a": {"type": "string"}}}, {"type": "object"}]}),
        "  | {\n      \"a\"?: string\n    }\n  | { [key: string]: any }",
    );
    check(
        json!({
            "type": "object", "properties": {"a": {}, "b": {}},
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}]
        }),
        "// also an object with \"a\" or an object with \"b\"\n{\n  \"a\"?: any,\n  \"b\"?: any\n}",
    );
}

#[test]
fn what_is_met_twice_is_a_named_type() {
    check(
        json!({
            "type": "object",
            "required": ["from"],
            "properties": {
                "from": {"$ref": "#/$defs/postal-address", "description": "Who sends it"},
                "to": {"anyOf": [{"$ref": "#/$defs/postal-address"}, {"type": "null"}]},
                "via": {"type": "array", "items": {"$ref": "#/$defs/postal-address"}},
                "count": {"$ref": "#/$defs/count"},
                "rest": {"$ref": "#/$defs/count"},
                "once": {"$ref": "#/$defs/once"}
            },
            "$defs": {
                "postal-address": {
                    "title": "Postal address", "description": "As on an envelope",
                    "type": "object", "required": ["street"],
                    "properties": {"street": {"type": "string"}, "zone": {"$ref": "#/$defs/postal_address"}}
                },
                "postal_address": {
                    "type": "object", "properties": {"in": {"$ref": "#/$defs/postal_address"}}
                },
                "count": {"type": "integer", "minimum": 0},
                "once": {"type": "object", "properties": {"a": {"type": "boolean"}}}
            }
        }),
        r#"
{
  "from": PostalAddress, // Who sends it
  "to"?: PostalAddress | null,
  "via"?: PostalAddress[],
  "count"?: integer, // at least 0
  "rest"?: integer, // at least 0
  "once"?: {
    "a"?: boolean
  }
}

// As on an envelope
type PostalAddress = {
  "street": string,
  "zone"?: PostalAddress2
}

type PostalAddress2 = {
  "in"?: PostalAddress2
}"#,
    );
}

#[test]
fn an_answer_that_contains_itself_is_a_named_type() {
    check(
        json!({"type": "object", "required": ["value"], "properties": {
            "value": {"type": "integer"},
            "children": {"type": "array", "items": {"$ref": "#"}, "maxItems": 9}
        }}),
        r#"
type Answer = {
  "value": integer,
  "children"?: Answer[] // at most 9 items
}"#,
    );
    check(
        json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/array"}}, "$defs": {
            "array": {"type": "array", "items": {"$ref": "#/$defs/array"}}
        }}),
        "{\n  \"a\"?: Array2\n}\n\ntype Array2 = Array2[]",
    );
    check(
        json!({"$ref": "#/$defs/json", "$defs": {"json": {"anyOf": [
            {"type": ["string", "number", "boolean", "null"]},
            {"type": "array", "items": {"$ref": "#/$defs/json"}},
            {"type": "object", "additionalProperties": {"$ref": "#/$defs/json"}}
        ]}}}),
        "type Json = string | number | boolean | null | Json[] | { [key: string]: Json }",
    );
}

#[test]
fn parts_without_a_name_of_their_own_get_one() {
    check(
        json!({"$ref": "#/$defs/node", "$defs": {"node": {"properties": {
            "next_one": {"type": "object", "$ref": "#/$defs/node"}
        }}}}),
        r#"
{
  "next_one"?: NextOne
}

type NextOne = {
  "next_one"?: NextOne
}"#,
    );
    let base = json!({"properties": {"size": {"type": "object", "properties": {"w": {"type": "number"}}}}});
    check(
        json!({
            "anyOf": [
                {"allOf": [{"$ref": "#/$defs/1"}], "required": ["a"], "type": "object"},
                {"allOf": [{"$ref": "#/$defs/1"}], "required": ["b"], "type": "object"}
            ],
            "$defs": {"1": base}
        }),
        r#"
  | {
      "size"?: Size,
      "a": any
    }
  | {
      "size"?: Size,
      "b": any
    }

type Size = {
  "w"?: number
}"#,
    );
}

#[test]
fn a_large_form_is_cut_from_below() {
    let fields = |content: &Value| -> Value {
        let fields: serde_json::Map<_, _> =
            (0..16).map(|position| (format!("field_{position}"), content.clone())).collect();
        json!({"type": "object", "properties": fields})
    };
    let text = |document: &Value| Schema::from_json_schema(document).unwrap().form_text();
    let leaf = json!({"type": "string"});
    let two = text(&fields(&fields(&leaf)));
    assert_eq!((two.matches(": string").count(), two.contains(CUT)), (256, false));
    let three = text(&fields(&fields(&fields(&leaf))));
    assert!(three.len() <= MOST_BYTES && three.contains(&format!("\"field_15\"?: object // {CUT}\n")));
    let mut wide = serde_json::Map::new();
    for position in 0..3_000 {
        wide.insert(format!("field_{position}"), leaf.clone());
    }
    let wide = text(&json!({"type": "object", "properties": wide}));
    assert!(wide.len() <= MOST_BYTES + 100);
    assert!(wide.ends_with(": string,\n… // the rest is not told here, the schema is too large"), "{wide}");
    let long = text(&json!({"enum": ["é".repeat(40_000)]}));
    assert!(long.len() <= MOST_BYTES + 100);
}

#[test]
fn schemas_that_refer_in_every_way_come_to_an_end() {
    let chain: serde_json::Map<_, _> = (0..2_000)
        .map(|position| {
            let next = json!({"$ref": format!("#/$defs/n{}", (position + 1) % 2_000)});
            (format!("n{position}"), json!({"type": "object", "properties": {"a": next}}))
        })
        .collect();
    let doubled: serde_json::Map<_, _> = (0..200)
        .map(|position| {
            let next = json!({"type": "object", "$ref": format!("#/$defs/n{}", (position + 1) % 200)});
            (format!("n{position}"), json!({"properties": {"a": next, "b": next}}))
        })
        .collect();
    let nested: serde_json::Map<_, _> = (0..2_000)
        .map(|position| {
            let next = json!({"$ref": format!("#/$defs/n{}", position + 1)});
            (format!("n{position}"), json!({"anyOf": [next]}))
        })
        .chain([("n2000".to_owned(), json!({"type": "string"}))])
        .collect();
    let lists: serde_json::Map<_, _> = (0..2_000)
        .map(|position| {
            let next = json!({"$ref": format!("#/$defs/n{}", (position + 1) % 2_000)});
            (format!("n{position}"), json!({"type": "array", "items": next, "contains": next}))
        })
        .collect();
    for definitions in [chain, doubled, nested, lists] {
        let document = json!({"$ref": "#/$defs/n0", "$defs": definitions});
        let schema = Schema::from_json_schema(&document).unwrap();
        assert!(schema.prompt_text().len() <= MOST_BYTES + 300);
        assert!(schema.preview().len() <= 400);
        assert!(schema.short_text(schema.root()).chars().count() <= 80);
    }
}
