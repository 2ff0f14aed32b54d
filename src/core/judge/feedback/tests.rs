//! What is told of answers, as whole texts.

use super::*;
use crate::core::schema::Schema;
use serde_json::json;

fn feedback(schema: &Schema, answer: &Value) -> Feedback {
    let validator = Validator::new(schema);
    let violations = validator.validate(answer).violations;
    Feedback::new(&validator, answer, &violations).unwrap()
}

fn of_form(fields: Value) -> Schema {
    Schema::from_fields(&json!({"fields": fields})).unwrap()
}

fn of_schema(document: Value) -> Schema {
    Schema::from_json_schema(&document).unwrap()
}

/// The lines of a text, without what indents them.
fn flat(text: &str) -> String {
    text.lines().map(str::trim_start).collect::<Vec<_>>().join(" ")
}

/// The scaffold, the skeleton, and what is kept.
#[track_caller]
fn check(schema: &Schema, answer: Value, scaffold: &str, skeleton: &str, kept: &[&str]) {
    let feedback = feedback(schema, &answer);
    let drawn = [flat(&feedback.scaffold), flat(&feedback.skeleton)];
    assert_eq!(drawn, [scaffold, skeleton], "{answer}");
    assert_eq!(feedback.kept, kept, "{answer}");
}

fn order() -> Schema {
    of_form(json!({
        "id": {"type": "integer", "min": 1, "max": 20},
        "placed": {"type": "string", "format": "date"},
        "state": {"type": "enum", "values": ["open", "paid"], "default": "open"},
        "lines": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "object", "fields": {
            "sku": {"type": "string", "minLength": 3},
            "gift": {"type": "boolean", "optional": true}
        }}},
        "note": {"type": "string", "optional": true}
    }))
}

#[test]
fn a_whole_feedback() {
    let answer = json!({
        "lines": [{"sku": "abc"}, {"gift": 1, "sku": "x"}], "state": "Open", "id": 5, "colour": "red"
    });
    assert_eq!(
        feedback(&order(), &answer),
        Feedback {
            errors: vec![
                r#""lines[1].gift" must be a boolean, got number 1"#.into(),
                r#""lines[1].sku" must be ≥ 3 characters (got 1: "x")"#.into(),
                r#""state" must be one of: "open", "paid" (got "Open")"#.into(),
                r#"Missing required field: "placed""#.into(),
                r#"Unexpected field: "colour" (allowed: "id", "placed", "state", "lines", "note")"#.into(),
            ],
            kept: vec!["lines[0]".into(), "id".into()],
            scaffold: r#"{
  "id": 5,
  "placed": <date (YYYY-MM-DD)>,
  "state": <one of "open", "paid">,
  "lines": [
    {
      "sku": "abc"
    },
    {
      "sku": <string of at least 3 characters>,
      "gift": <true or false>
    }
  ]
}"#
            .into(),
            skeleton: r#"{
  "placed": <date (YYYY-MM-DD)>,
  "state": <one of "open", "paid">,
  "lines": [
    {
      "sku": <string of at least 3 characters>,
      "gift": <true or false>
    },
    …
  ]
}"#
            .into(),
        }
    );
}

#[test]
fn warnings_alone_are_no_feedback() {
    let form = json!({"fields": {"a": {"type": "integer"}},
        "rules": [{"rule": "self.a > 1", "severity": "warning"}]});
    let schema = Schema::from_fields(&form).unwrap();
    let validator = Validator::new(&schema);
    let violations = validator.validate(&json!({"a": 1})).violations;
    assert_eq!(violations.len(), 1);
    assert_eq!(Feedback::new(&validator, &json!({"a": 1}), &violations), None);
}

#[test]
fn where_nothing_is_right_it_is_the_skeleton_of_the_schema() {
    let whole = concat!(
        r#"{ "id": <integer from 1 to 20>, "placed": <date (YYYY-MM-DD)>, "state": <one of "open", "paid">, "#,
        r#""lines": [ { "sku": <string of at least 3 characters> }, … (from 1 to 2 items) ] }"#
    );
    check(&order(), json!([1]), whole, whole, &[]);
    check(&order(), json!({}), whole, whole, &[]);
}

#[test]
fn arrays_of_too_few_and_too_many() {
    let schema =
        of_form(json!({"a": {"type": "array", "minItems": 3, "maxItems": 4, "items": {"type": "integer"}}}));
    check(
        &schema,
        json!({"a": [1]}),
        r#"{ "a": [ 1, <integer>, … (from 3 to 4 items) ] }"#,
        r#"{ "a": [ <integer>, … (from 3 to 4 items) ] }"#,
        &["a[0]"],
    );
    let again = r#"{ "a": [ <integer>, … (from 3 to 4 items) ] }"#;
    check(&schema, json!({"a": [1, 2, 3, 4, 5]}), again, again, &[]);
}

#[test]
fn of_long_arrays_the_first_items_are_shown() {
    let schema = of_schema(json!({"items": {"type": "integer"}}));
    let mut items: Vec<_> = (0..30).map(Value::from).collect();
    items[20] = "x".into();
    items[25] = "y".into();
    check(
        &schema,
        items.into(),
        "[ 0, 1, 2, 3, 4, 5, 6, 7, … 12 more items, <integer>, … 4 more items, <integer>, … 4 more items ]",
        "[ <integer>, … ]",
        &["[0..19, 21..24, 26..29]"],
    );
}

#[test]
fn what_must_not_be_there_is_gone() {
    let schema = of_schema(json!({
        "properties": {"a": {"type": "integer"}, "b": {"prefixItems": [true], "items": false}},
        "required": ["a"], "additionalProperties": false
    }));
    check(
        &schema,
        json!({"x": {"y": 1}, "b": [1, 2], "a": 1}),
        r#"{ "a": 1, "b": [ 1 ] }"#,
        r#"{ "b": [ <anything> ] }"#,
        &["b[0]", "a"],
    );
    check(&schema, json!({"x": 1, "a": 1}), r#"{ "a": 1 }"#, r#"{ "a": <integer> }"#, &["a"]);
}

#[test]
fn a_rule_is_broken_by_the_leaves_that_it_reads() {
    let schema = |fields: Value, rule: &str| {
        Schema::from_fields(&json!({"fields": fields, "rules": [{"rule": rule}]})).unwrap()
    };
    let numbers = json!({"a": {"type": "integer"}, "b": {"type": "integer"}, "c": {"type": "integer"}});
    let holes = r#"{ "a": <integer>, "b": <integer> }"#;
    check(
        &schema(numbers, "self.a < self.b"),
        json!({"a": 2, "b": 1, "c": 3}),
        r#"{ "a": <integer>, "b": <integer>, "c": 3 }"#,
        holes,
        &["c"],
    );
    let list = json!({"total": {"type": "integer"}, "of": {"type": "array", "items": {"type": "integer"}}});
    check(
        &schema(list.clone(), "self.total == self.of.sum()"),
        json!({"total": 4, "of": [1, 2]}),
        r#"{ "total": <integer>, "of": [ 1, 2 ] }"#,
        r#"{ "total": <integer> }"#,
        &[],
    );
    check(
        &schema(list, "self.of.all(n, n > 1)"),
        json!({"total": 4, "of": [1, 2]}),
        r#"{ "total": 4, "of": [ <integer>, … ] }"#,
        r#"{ "of": [ <integer>, … ] }"#,
        &["total"],
    );
    let optional = json!({"a": {"type": "integer", "optional": true}, "c": {"type": "integer"}});
    check(
        &schema(optional, "has(self.a)"),
        json!({"c": 3}),
        r#"{ "a": <integer>, "c": 3 }"#,
        r#"{ "a": <integer> }"#,
        &["c"],
    );
}

#[test]
fn a_string_that_does_not_occur_in_the_input_is_a_hole() {
    let schema = of_form(json!({"name": {"type": "string", "grounded": true}, "age": {"type": "integer"}}));
    let validator = Validator::new(&schema);
    let answer = json!({"name": "Bob", "age": 4});
    let violations = validator.validate_with(&answer, "Ann is 4").violations;
    let feedback = Feedback::new(&validator, &answer, &violations).unwrap();
    assert_eq!(flat(&feedback.scaffold), r#"{ "name": <string>, "age": 4 }"#);
}

#[test]
fn of_a_union_the_closest_form_is_drawn() {
    let form = |kind: &str, size: &str| {
        json!({"type": "object", "required": ["kind", size], "properties": {
            "kind": {"const": kind}, size: {"type": "integer", "minimum": 1}}})
    };
    let schema = of_schema(json!({"items": {"oneOf": [form("circle", "radius"), form("square", "side")]}}));
    check(
        &schema,
        json!([{"radius": 0, "kind": "circle"}, {"kind": "square"}, {"kind": "square", "side": 2}, 7]),
        concat!(
            r#"[ { "kind": "circle", "radius": <integer at least 1> }, { "kind": "square", "side": <integer at least 1> }, "#,
            r#"{ "kind": "square", "side": 2 }, "#,
            r#"<object with "kind": "circle", "radius" or an object with "kind": "square", "side"> ]"#
        ),
        concat!(
            r#"[ { "radius": <integer at least 1> }, { "side": <integer at least 1> }, "#,
            r#"<object with "kind": "circle", "radius" or an object with "kind": "square", "side">, … ]"#
        ),
        &["[2]", "[0].kind", "[1].kind"],
    );
}

#[test]
fn what_contains_itself_ends() {
    let schema = of_schema(json!({"$ref": "#/$defs/node", "$defs": {"node": {
        "type": "object", "required": ["name", "children"], "properties": {
            "name": {"type": "string"},
            "children": {"type": "array", "items": {"$ref": "#/$defs/node"}}
        }
    }}}));
    let node = r#"{ "name": <string>, "children": [ <object with "name", "children">, … ] }"#;
    check(&schema, json!(1), node, node, &[]);
    check(
        &schema,
        json!({"name": "a", "children": [{"name": "b"}]}),
        r#"{ "name": "a", "children": [ { "name": "b", "children": [ { "name": <string>, "children": <array, each item an object with "name", "children"> }, … ] } ] }"#,
        r#"{ "children": [ { "children": [ { "name": <string>, "children": <array, each item an object with "name", "children"> }, … ] } ] }"#,
        &["name", "children[0].name"],
    );
}

#[test]
fn what_would_be_too_long_is_not_drawn() {
    let schema = of_schema(json!({"properties": {"text": {"type": "string"}, "n": {"type": "integer"}}}));
    let feedback = feedback(&schema, &json!({"text": "x".repeat(20_000), "n": "1"}));
    assert_eq!(
        (feedback.scaffold.as_str(), flat(&feedback.skeleton)),
        ("", r#"{ "n": <integer> }"#.to_owned())
    );
    let wide: serde_json::Map<_, _> =
        (0..2_000).map(|index| (format!("field_{index}"), json!({"type": "integer"}))).collect();
    let names: Vec<_> = wide.keys().cloned().collect();
    let schema = of_schema(json!({"type": "object", "properties": wide, "required": names}));
    let feedback = self::feedback(&schema, &json!(1));
    assert_eq!((feedback.scaffold.as_str(), feedback.skeleton.as_str()), ("", ""));
}

#[test]
fn a_long_answer_is_drawn_with_fewer_items() {
    let schema = of_schema(json!({"items": {"items": {"type": "string"}}}));
    let long = "x".repeat(900);
    let row = json!([long, long, long, long]);
    let feedback = feedback(&schema, &json!([row, row, row, row, row, [1]]));
    assert_eq!(feedback.scaffold.matches(&long).count(), 9);
    assert!(feedback.scaffold.len() < 12_000);
}

/// The errors of an answer that has very many of them.
#[test]
fn the_errors_are_bounded_and_structure_comes_first() {
    let fields: serde_json::Map<_, _> =
        (0..30).map(|index| (format!("f{index}"), json!({"type": "integer", "minimum": 5}))).collect();
    let mut answer: serde_json::Map<_, _> = fields.keys().map(|name| (name.clone(), json!(1))).collect();
    answer.insert("f7".into(), "x".into());
    answer.insert("f29".into(), "x".into());
    let schema = of_schema(json!({"properties": fields}));
    let errors = feedback(&schema, &answer.into()).errors;
    assert_eq!(errors.len(), 21);
    assert_eq!(errors[7], r#""f7" must be an integer, got string "x""#);
    assert_eq!(errors[19], r#""f29" must be an integer, got string "x""#);
    assert_eq!(errors[20], "and 10 more errors");
    assert_eq!(errors[18], r#""f18" must be ≥ 5 (got 1)"#);
}

#[test]
fn the_characters_of_the_errors_are_bounded() {
    let long = "x".repeat(600);
    let schema =
        of_schema(json!({"properties": {"a": {"enum": [format!("{long}1")]}, "b": {"pattern": long}}}));
    let errors = feedback(&schema, &json!({"b": "y"})).errors;
    assert_eq!((errors.len(), errors[0].chars().count(), errors[0].ends_with('…')), (1, 500, true));
    let messages: Vec<_> = (0..20)
        .map(|index| json!({"rule": "false", "message": format!("{index} {}", "x".repeat(380))}))
        .collect();
    let form = json!({"fields": {"a": {"type": "integer"}}, "rules": messages});
    let errors = feedback(&Schema::from_fields(&form).unwrap(), &json!({"a": 1})).errors;
    assert_eq!((errors.len(), errors[10].as_str()), (11, "and 10 more errors"));
    assert!(errors.iter().map(|line| line.chars().count()).sum::<usize>() < 4_050);
}

#[test]
fn many_errors_of_many_items_take_little_time_and_room() {
    let schema = of_schema(
        json!({"items": {"required": ["a"], "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}}}),
    );
    let items: Vec<_> = (0..5_000)
        .map(|index| if index % 2 == 0 { json!({"b": "x"}) } else { json!({"a": "x", "b": 1}) })
        .collect();
    let feedback = feedback(&schema, &items.into());
    assert_eq!(
        feedback.errors,
        [
            r#"Missing required field: "[0, 2, 4, 6, 8, 10, …].a""#,
            r#""[1, 3, 5, 7, 9, 11, …].a" must be an integer, got string "x""#,
            r#""[1, 3, 5, 7, 9, 11, …].b" must be a string, got number 1"#,
            "and 7000 more errors",
        ]
    );
    assert_eq!(flat(&feedback.skeleton), r#"[ { "a": <integer> }, { "a": <integer>, "b": <string> }, … ]"#);
    assert_eq!(feedback.kept.len(), 40);
    assert_eq!(feedback.kept[1], "[2].b");
}
