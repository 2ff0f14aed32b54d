//! What is said of wrong answers: every keyword, its place, its rule, and its words.

use super::*;
use crate::core::schema::Schema;
use serde_json::{Value, json};
use std::cmp::Ordering;

/// The pointer, rule and text of everything that is wrong.
fn found(schema: &Schema, answer: &Value) -> Vec<(String, String, String)> {
    let validator = Validator::new(schema);
    let violations = validator.validate(answer).violations;
    assert_eq!(validator.is_valid(answer), violations.is_empty(), "the short way differs: {answer}");
    let told = |violation: &Violation| {
        (violation.pointer.to_json_pointer(), violation.rule().into_owned(), violation.to_string())
    };
    violations.iter().map(told).collect()
}

#[track_caller]
fn check_schema(schema: &Schema, answer: Value, expected: &[(&str, &str, &str)]) {
    let found = found(schema, &answer);
    let found: Vec<_> =
        found.iter().map(|(pointer, rule, text)| (pointer.as_str(), rule.as_str(), text.as_str())).collect();
    assert_eq!(found, expected, "{answer}");
}

#[track_caller]
fn check(schema: Value, answer: Value, expected: &[(&str, &str, &str)]) {
    check_schema(&Schema::from_json_schema(&schema).unwrap(), answer, expected);
}

/// Judges `{"x": value}` where the schema is that of `x`.
#[track_caller]
fn check_x(schema: Value, value: Value, rule: &str, text: &str) {
    check(json!({"properties": {"x": schema}}), json!({"x": value}), &[("/x", rule, text)]);
}

#[test]
fn every_keyword_has_its_words() {
    check_x(json!({"type": "number"}), json!("22"), "type", r#""x" must be a number, got string "22""#);
    check_x(
        json!({"type": ["string", "null"]}),
        json!([1]),
        "type",
        r#""x" must be a string or null, got an array"#,
    );
    check_x(json!({"type": "integer"}), json!(3.5), "type", r#""x" must be an integer, got number 3.5"#);
    check_x(json!({"enum": ["a", 1]}), json!("A"), "enum", r#""x" must be one of: "a", 1 (got "A")"#);
    check_x(json!({"const": "card"}), json!("bank"), "const", r#""x" must be "card" (got "bank")"#);
    check_x(json!({"minLength": 1}), json!(""), "minLength", r#""x" must be ≥ 1 character (got 0: "")"#);
    check_x(
        json!({"maxLength": 2}),
        json!("äöü"),
        "maxLength",
        r#""x" must be ≤ 2 characters (got 3: "äöü")"#,
    );
    check_x(json!({"minimum": 0.1}), json!(0.05), "minimum", r#""x" must be ≥ 0.1 (got 0.05)"#);
    check_x(json!({"maximum": 9}), json!(10), "maximum", r#""x" must be ≤ 9 (got 10)"#);
    check_x(json!({"exclusiveMinimum": 0}), json!(0), "exclusiveMinimum", r#""x" must be > 0 (got 0)"#);
    check_x(json!({"exclusiveMaximum": 1}), json!(1.0), "exclusiveMaximum", r#""x" must be < 1 (got 1.0)"#);
    check_x(
        json!({"multipleOf": 0.01}),
        json!(1.005),
        "multipleOf",
        r#""x" must be a multiple of 0.01 (got 1.005)"#,
    );
    check_x(json!({"minItems": 1}), json!([]), "minItems", r#""x" must have ≥ 1 item (got 0)"#);
    check_x(json!({"maxItems": 1}), json!([1, 2]), "maxItems", r#""x" must have ≤ 1 item (got 2)"#);
    check_x(
        json!({"minProperties": 2}),
        json!({"a": 1}),
        "minProperties",
        r#""x" must have ≥ 2 fields (got 1)"#,
    );
    check_x(
        json!({"maxProperties": 0}),
        json!({"a": 1}),
        "maxProperties",
        r#""x" must have ≤ 0 fields (got 1)"#,
    );
    check_x(json!(false), json!(1), "false", r#""x" must not be there"#);
    check_x(
        json!({"format": "date"}),
        json!("1.2.2024"),
        "format",
        r#""x" must be a date (YYYY-MM-DD) (got "1.2.2024")"#,
    );
    check(
        json!({"uniqueItems": true}),
        json!(["a", "b", "a"]),
        &[("/2", "uniqueItems", r#""[2]" must be unique (same as "[0]")"#)],
    );
    check(
        json!({"prefixItems": [true], "items": false}),
        json!([1, 2, 3]),
        &[
            ("/1", "items", r#"Unexpected item: "[1]" (only 1 allowed)"#),
            ("/2", "items", r#"Unexpected item: "[2]" (only 1 allowed)"#),
        ],
    );
    check(
        json!({"propertyNames": {"maxLength": 3}}),
        json!({"long": 1, "ok": 2}),
        &[("/long", "propertyNames", r#"The field name "long" must be ≤ 3 characters (got 4: "long")"#)],
    );
    check(
        json!({"dependentRequired": {"card": ["cvc"]}}),
        json!({"card": 1}),
        &[("/cvc", "dependentRequired", r#"Missing field: "cvc", required since "card" is there"#)],
    );
    check(
        json!({"properties": {"a": true}, "unevaluatedProperties": false}),
        json!({"a": 1, "b": 2}),
        &[("/b", "unevaluatedProperties", r#"Unexpected field: "b""#)],
    );
    check(
        json!({"prefixItems": [true], "unevaluatedItems": false}),
        json!([1, 2]),
        &[("/1", "unevaluatedItems", r#"Unexpected item: "[1]" (only 1 allowed)"#)],
    );
}

#[test]
fn a_stray_key_names_the_one_that_was_meant() {
    let schema = json!({
        "properties": {"unit_price": true, "name": true, "sku": true, "quantity": true},
        "additionalProperties": false
    });
    for (name, meant) in [
        ("unitPrice", Some("unit_price")),
        ("Unit-Price", Some("unit_price")),
        ("nmae", Some("name")),
        ("quantitiy", Some("quantity")),
        ("mood", None),
        ("s", None),
        ("", None),
    ] {
        let text = match meant {
            Some(meant) => format!(r#"Unexpected field: {} (did you mean "{meant}"?)"#, place(name)),
            None => format!("Unexpected field: {}", place(name)),
        };
        let mut answer = json!({});
        answer[name] = json!(1);
        let pointer = format!("/{name}");
        check(schema.clone(), answer, &[(&pointer, "additionalProperties", &text)]);
    }
    // What is there already was not meant.
    check(
        schema,
        json!({"name": 1, "nmae": 2}),
        &[("/nmae", "additionalProperties", r#"Unexpected field: "nmae""#)],
    );
}

fn place(name: &str) -> String {
    Value::from(crate::core::pointer::Pointer::root().key(name).to_string()).to_string()
}

#[test]
fn everything_wrong_is_said_at_once_in_the_order_of_the_document() {
    let schema = json!({
        "type": "object",
        "required": ["id", "lines", "total"],
        "properties": {
            "id": {"type": "string"},
            "lines": {"type": "array", "items": {
                "type": "object",
                "required": ["sku"],
                "properties": {"sku": {"type": "string"}, "qty": {"type": "integer", "minimum": 1}}
            }},
            "total": {"type": "number"}
        },
        "allOf": [{"properties": {"total": {"minimum": 0}, "lines": {"minItems": 3}}}],
        "additionalProperties": false
    });
    check(
        schema,
        json!({"extra": 1, "total": -1, "lines": [{"qty": 0}, {"sku": 5, "qty": "2"}]}),
        &[
            ("/id", "required", r#"Missing required field: "id""#),
            ("/extra", "additionalProperties", r#"Unexpected field: "extra""#),
            ("/total", "minimum", r#""total" must be ≥ 0 (got -1)"#),
            ("/lines", "minItems", r#""lines" must have ≥ 3 items (got 2)"#),
            ("/lines/0/sku", "required", r#"Missing required field: "lines[0].sku""#),
            ("/lines/0/qty", "minimum", r#""lines[0].qty" must be ≥ 1 (got 0)"#),
            ("/lines/1/sku", "type", r#""lines[1].sku" must be a string, got number 5"#),
            ("/lines/1/qty", "type", r#""lines[1].qty" must be an integer, got string "2""#),
        ],
    );
}

#[test]
fn the_root_is_the_answer() {
    check(
        json!({"type": "object"}),
        json!([]),
        &[("", "type", "The answer must be an object, got an array")],
    );
    check(json!(false), json!(1), &[("", "false", "The answer must not be there")]);
}

#[test]
fn a_value_that_may_be_null_is_told_what_it_lacks() {
    let schema =
        json!({"properties": {"age": {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]}}});
    for (value, rule, text) in [
        (json!(-5), "minimum", r#""age" must be ≥ 0 (got -5)"#),
        (json!("x"), "type", r#""age" must be an integer or null, got string "x""#),
    ] {
        check(schema.clone(), json!({"age": value}), &[("/age", rule, text)]);
    }
    check(schema, json!({"age": null}), &[]);
}

#[test]
fn of_a_union_the_closest_form_is_named_with_what_it_lacks() {
    let card = json!({"title": "Card", "type": "object", "required": ["kind", "number"], "properties": {
        "kind": {"const": "card"}, "number": {"type": "string", "minLength": 4}}});
    let bank = json!({"title": "Bank", "type": "object", "required": ["kind", "iban"], "properties": {
        "kind": {"const": "bank"}, "iban": {"type": "string"}}});
    for keyword in ["anyOf", "oneOf"] {
        let schema = json!({"properties": {"pay": {keyword: [card, bank, {"type": "integer"}]}}});
        for (value, text) in [
            (
                json!({"kind": "bank"}),
                r#""pay" has none of its 3 forms; closest is Bank: Missing required field: "pay.iban""#,
            ),
            (
                json!({"number": "1", "kind": "card"}),
                r#""pay" has none of its 3 forms; closest is Card: "pay.number" must be ≥ 4 characters (got 1: "1")"#,
            ),
            (json!("x"), r#""pay" must be an integer or an object, got string "x""#),
        ] {
            check(schema.clone(), json!({"pay": value}), &[("/pay", keyword, text)]);
        }
    }
    check(
        json!({"oneOf": [{"title": "A", "required": ["a"]}, {"title": "B", "required": ["b"]}]}),
        json!({"a": 1, "b": 2}),
        &[("", "oneOf", "The answer must have only one of its forms, but has 2: A, B")],
    );
}

#[test]
fn one_cause_is_told_once() {
    // A value of the wrong type is none of the allowed values, too.
    check_x(
        json!({"type": "string", "enum": ["a"]}),
        json!(1),
        "type",
        r#""x" must be a string, got number 1"#,
    );
    check_x(
        json!({"const": "a", "type": "string"}),
        json!(null),
        "type",
        r#""x" must be a string, got null"#,
    );
}

#[test]
fn null_counts_as_missing_in_a_field_that_is_not_nullable() {
    let schema = Schema::from_fields(&json!({"fields": {
        "city": {"type": "string", "minLength": 2},
        "age": {"type": "integer", "optional": true},
        "code": {"type": "string", "contains": "-", "nullable": true}
    }}))
    .unwrap();
    check_schema(
        &schema,
        json!({"city": null, "age": null, "code": null}),
        &[("/city", "required", r#"Missing required field: "city""#)],
    );
    check_schema(
        &schema,
        json!({"city": "Oslo", "code": "ab"}),
        &[("/code", "contains", r#""code" must contain "-" (got "ab")"#)],
    );
}

#[test]
fn checks_are_counted_passed_or_not() {
    let schema = Schema::from_json_schema(&json!({
        "type": "object", "required": ["a"], "additionalProperties": false,
        "properties": {"a": {"type": "string", "minLength": 2}, "b": {"anyOf": [{"type": "string"}, {"minimum": 2}]}}
    }))
    .unwrap();
    for (answer, expected) in [
        (json!({"a": "xx", "b": 3}), (6, 6)),
        (json!({"a": "x", "b": 3}), (5, 6)),
        (json!({"a": "xx", "b": 1, "c": 1}), (4, 6)),
        (json!(1), (0, 1)),
    ] {
        let verdict = validate(&schema, &answer);
        assert_eq!((verdict.passed, verdict.checks()), expected, "{answer}");
    }
}

#[test]
fn formats_can_be_left_unjudged() {
    let schema = Schema::from_json_schema(&json!({"format": "date", "minLength": 1})).unwrap();
    assert!(!Validator::new(&schema).is_valid(&json!("yesterday")));
    assert!(Validator::with_formats(&schema, Formats::Annotate).is_valid(&json!("yesterday")));
}

#[test]
fn what_is_nested_too_deep_is_undecided() {
    let schema = Schema::from_json_schema(&json!({"items": {"$ref": "#"}})).unwrap();
    let nested = |depth: usize| (0..depth).fold(json!(1), |inner, _| json!([inner]));
    assert!(Validator::new(&schema).is_valid(&nested(120)));
    let deep = nested(600);
    let verdict = validate(&schema, &deep);
    assert_eq!(verdict.violations.len(), 1);
    let violation = &verdict.violations[0];
    assert_eq!((&*violation.rule(), violation.level()), ("limit", Level::Constraint));
    assert!(violation.to_string().ends_with("cannot be judged: it is nested too deep"), "{violation}");
    assert!(!Validator::new(&schema).is_valid(&deep));
    // Taken apart by hand, since dropping it nested is deep recursion of its own.
    let mut left = vec![deep];
    while let Some(Value::Array(items)) = left.pop() {
        left.extend(items);
    }
}

#[test]
fn too_many_steps_are_undecided() {
    // Every level doubles the work: the union is tried in both forms, each of which is a union again.
    let mut definitions = json!({"d0": {"type": "string"}});
    for level in 1..40 {
        let below = json!({"$ref": format!("#/$defs/d{}", level - 1)});
        definitions[format!("d{level}")] = json!({"oneOf": [{"allOf": [below, below]}, below]});
    }
    let schema = Schema::from_json_schema(&json!({"$ref": "#/$defs/d39", "$defs": definitions})).unwrap();
    let limits = Limits { steps: 10_000, ..Limits::default() };
    let verdict = Validator::new(&schema).with_limits(limits).validate(&json!(1));
    let undecided: Vec<_> =
        verdict.violations.iter().filter(|violation| violation.rule() == "limit").collect();
    assert_eq!(undecided.len(), 1);
    assert_eq!(undecided[0].to_string(), "The answer cannot be judged: it takes too many steps");
}

#[test]
fn a_node_judges_by_itself_as_if_it_were_the_root() {
    let schema = Schema::from_json_schema(&json!({
        "type": "object", "properties": {"a": {"type": "string", "minLength": 2}}
    }))
    .unwrap();
    let part = schema.node(schema.root()).properties().unwrap()["a"].node;
    let validator = Validator::new(&schema);
    for (value, whole, alone) in
        [(json!({"a": "xy"}), true, false), (json!("xy"), false, true), (json!("x"), false, false)]
    {
        assert_eq!((validator.is_valid(&value), validator.accepts(part, &value)), (whole, alone), "{value}");
    }
}

#[test]
fn similar_names_are_looked_for_only_among_few_and_wide_objects_are_no_matter() {
    let names = |prefix: &str| (0..6_000).map(|number| format!("{prefix}_{number}")).collect::<Vec<_>>();
    let allowed: serde_json::Map<_, _> = names("name").into_iter().map(|name| (name, json!({}))).collect();
    let schema = json!({"properties": allowed, "required": names("name"), "additionalProperties": false});
    let value: Value = names("nome").into_iter().map(|name| (name, json!(1))).collect();
    let verdict = validate(&Schema::from_json_schema(&schema).unwrap(), &value);
    assert_eq!(verdict.violations.len(), 12_000);
    // What is missing stands before all that the schema does not name.
    let rules: Vec<_> = verdict.violations.iter().map(Violation::rule).collect();
    assert!(rules.iter().take(6_000).all(|rule| rule == "required"));
    let stray = Expected::Absent { stray: Stray::Additional, nearest: None };
    assert!(verdict.violations.iter().skip(6_000).all(|violation| violation.expected == stray));
}

#[test]
fn bounds_are_exact_at_the_edges_of_what_floats_hold() {
    const EXACT: i64 = 1 << 53;
    let mut numbers: Vec<Value> = vec![json!(0.0), json!(-0.0), json!(5e-324), json!(-5e-324), json!(1.5)];
    numbers.extend(
        [0, 1, -1, EXACT - 1, EXACT, EXACT + 1, -EXACT, -EXACT - 1, i64::MAX, i64::MIN].map(Value::from),
    );
    numbers.extend([u64::MAX, u64::MAX - 1].map(Value::from));
    numbers.extend(
        [9007199254740992.0, 9007199254740994.0, 1e300, -1e300, 18446744073709551616.0].map(Value::from),
    );
    for (keyword, allows) in [
        ("minimum", Ordering::is_ge as fn(Ordering) -> bool),
        ("maximum", Ordering::is_le),
        ("exclusiveMinimum", Ordering::is_gt),
        ("exclusiveMaximum", Ordering::is_lt),
    ] {
        for bound in &numbers {
            let schema = json!({keyword: bound});
            let validator = Validator::new(&Schema::from_json_schema(&schema).unwrap());
            for number in &numbers {
                let (Value::Number(left), Value::Number(right)) = (number, bound) else { unreachable!() };
                let expected = allows(crate::core::value::compare(left, right));
                assert_eq!(validator.is_valid(number), expected, "{number} {schema}");
                assert_eq!(validator.validate(number).is_valid(), expected, "{number} {schema}");
            }
        }
    }
}

#[test]
fn forms_that_a_property_tells_apart_judge_as_all_forms_do() {
    let form = |kind: Value, field: &str| json!({"properties": {"kind": kind, field: {"type": "number"}}, "required": [field]});
    let forms = |keyword: &str| {
        json!({keyword: [
            form(json!({"const": "a"}), "a"),
            form(json!({"enum": ["b", 1, null]}), "b"),
            form(json!({"type": "string"}), "c"),
            {"type": "string"},
        ]})
    };
    for (answer, any, one) in [
        (json!({"kind": "a", "a": 1}), true, true),
        (json!({"a": 1, "kind": "a", "c": 1}), true, false),
        (json!({"a": 1, "kind": "b"}), false, false),
        (json!({"b": 1, "kind": 1.0}), true, true),
        (json!({"b": 1, "kind": null}), true, true),
        (json!({"a": 1, "b": 1}), true, false),
        (json!({"kind": "z", "c": 1}), true, true),
        (json!({"kind": ["a"], "a": 1, "b": 1}), false, false),
        (json!("kind"), true, false),
    ] {
        for (keyword, expected) in [("anyOf", any), ("oneOf", one)] {
            let validator = Validator::new(&Schema::from_json_schema(&forms(keyword)).unwrap());
            assert_eq!(validator.is_valid(&answer), expected, "{keyword} {answer}");
            assert_eq!(validator.validate(&answer).is_valid(), expected, "{keyword} {answer}");
        }
    }
}
