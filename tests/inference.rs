//! Schemas that are inferred from random examples: every example fits, and their order matters to none
//! of what a schema demands. Every run draws the same cases.

use proptest::collection::{btree_map, vec};
use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed};
use serde_json::{Value, json};
use structured_output_validator::core::schema::{ExampleKind, Examples, Schema, infer};
use structured_output_validator::core::validate::Validator;

/// Names of members, and keys that look like data.
const KEYS: [&str; 9] = ["a", "$ref", "$id", "b", "c d", "1", "2", "2024-05-01", "0123456789abcdef"];

/// Strings of formats, strings that repeat, and others.
const TEXTS: [&str; 9] =
    ["open", "done", "", "2024-05-01", "12:30:00Z", "P3D", "::1", "a@b.example", "https://example.com"];

fn values() -> impl Strategy<Value = Value> {
    let plain = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-9..9_i32).prop_map(|whole| json!(f64::from(whole))),
        "\\PC{0,40}".prop_map(Value::from),
        select(&TEXTS[..]).prop_map(Value::from),
        select(&TEXTS[..]).prop_map(Value::from),
    ];
    plain.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![vec(inner.clone(), 0..=5).prop_map(Value::Array), objects(inner),]
    })
}

fn objects(members: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    btree_map(select(&KEYS[..]), members, 0..=5).prop_map(|members| json!(members))
}

fn schema(values: Vec<Value>) -> Value {
    Examples { values, kind: ExampleKind::Lines }.schema()
}

/// The document with every list and object in one order, and without what tells the order of examples.
fn sorted(document: &Value) -> Value {
    match document {
        Value::Array(items) => {
            let mut items: Vec<_> = items.iter().map(sorted).collect();
            items.sort_by_key(Value::to_string);
            items.into()
        }
        Value::Object(members) => {
            let mut members: Vec<_> =
                members.iter().map(|(key, value)| (key.clone(), sorted(value))).collect();
            members.sort_by(|(one, _), (other, _)| one.cmp(other));
            Value::Object(members.into_iter().collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => document.clone(),
    }
}

#[track_caller]
fn check_fits(document: &Value, examples: &[Value]) {
    let validator = Validator::new(&Schema::from_json_schema(document).unwrap());
    for example in examples {
        assert!(validator.is_valid(example), "{example}\n{document:#}");
        let violations = validator.validate(example).violations;
        assert!(violations.is_empty(), "{violations:?}\n{example}\n{document:#}");
    }
}

proptest! {
    #![proptest_config(Config {
        failure_persistence: None,
        rng_algorithm: RngAlgorithm::XorShift,
        rng_seed: RngSeed::Fixed(0),
        ..Config::default()
    })]

    #[test]
    fn every_example_fits(examples in vec(values(), 1..8)) {
        check_fits(&schema(examples.clone()), &examples);
    }

    #[test]
    fn the_order_of_examples_changes_nothing_but_the_order_of_keys(
        examples in vec(values(), 1..8),
        turn in any::<usize>(),
    ) {
        let mut others = examples.clone();
        others.reverse();
        others.rotate_left(turn % examples.len());
        assert_eq!(sorted(&schema(examples)), sorted(&schema(others)));
    }

    #[test]
    fn lines_are_read_as_they_were_written(examples in vec(objects(values()), 2..8)) {
        let text: String = examples.iter().map(|example| format!("{example}\n")).collect();
        assert_eq!(Examples::read(&text), Ok(Examples { values: examples, kind: ExampleKind::Lines }));
    }

    #[test]
    fn no_text_panics(text in "([a-c1\"',;\t\n {}\\[\\]:.]|true|null|\\PC){0,40}") {
        if let Ok(document) = infer(&text) {
            check_fits(&document, &Examples::read(&text).unwrap().values);
        }
    }
}

/// What stands deeper than is looked into is left open.
#[test]
fn the_deepest_value_fits() {
    let deep = |depth| {
        (0..depth)
            .fold(json!(1), |inner, level| if level % 2 == 0 { json!([inner]) } else { json!({"a": inner}) })
    };
    let examples = [deep(126), deep(61), deep(60), deep(59)];
    check_fits(&schema(examples.to_vec()), &examples);
}
