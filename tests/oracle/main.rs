//! Random schemas and values, judged by our validator and by the `jsonschema` crate: both agree.
//!
//! Every run draws the same cases. More and others:
//! `PROPTEST_CASES=100000 PROPTEST_RNG_SEED=7 cargo test --release --test oracle`.
//! Formats are not asserted, on either side. What is said of a value while it is written is true of the whole.

mod schemas;
mod values;
mod world;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed, TestCaseError, TestError, TestRunner};
use serde_json::{Number, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};
use structured_output_validator::core::schema::Schema;
use structured_output_validator::core::validate::{Formats, Nulls, Prefix, Validator};
use values::Recipe;

/// How many schemas are drawn, and how many values for each.
const SCHEMAS: u32 = 2_000;
const VALUES: usize = 6;

/// The two who judge by one schema.
struct Judges {
    ours: Validator,
    theirs: jsonschema::Validator,
}

impl Judges {
    fn new(schema: &Value) -> Self {
        let ours = Schema::from_json_schema(schema).unwrap_or_else(|error| panic!("{error}: {schema}"));
        let theirs = jsonschema::options().should_validate_formats(false).build(schema);
        Self {
            ours: Validator::with_formats(&ours, Formats::Annotate),
            theirs: theirs.unwrap_or_else(|error| panic!("{error}: {schema}")),
        }
    }

    /// What the two say of a value when they do not agree.
    fn disagreement(&self, value: &Value) -> Option<String> {
        let (theirs, theirs_in_short) = self.theirs(value)?;
        let ours: Vec<_> = self.ours.validate(value).violations.iter().map(ToString::to_string).collect();
        let ours_in_short = self.ours.is_valid(value);
        let answers = [ours.is_empty(), ours_in_short, theirs.is_empty(), theirs_in_short];
        let is_agreed = answers.iter().all(|answer| *answer == ours_in_short);
        let too_soon = self.said_while_written(value).filter(|_| ours_in_short);
        (!is_agreed || too_soon.is_some()).then(|| {
            format!(
                "ours: {ours_in_short}, {ours:#?}, while written: {too_soon:?}\n\
                 theirs: {theirs_in_short}, {theirs:#?}\nvalue: {value}"
            )
        })
    }

    /// What is said of the value before it is complete.
    fn said_while_written(&self, value: &Value) -> Option<String> {
        let (mut prefix, text) = (Prefix::new(Nulls::Values), value.to_string());
        let mut pieces = text.split_inclusive([':', ',', '"', '{', '[']);
        pieces.find_map(|piece| prefix.push(&self.ours, piece)).map(|violation| violation.to_string())
    }

    /// What the crate says; nothing where it panics, as it does over a few circles of references
    /// ("pending schema target dropped").
    fn theirs(&self, value: &Value) -> Option<(Vec<String>, bool)> {
        let judge = || {
            let errors = self.theirs.iter_errors(value).map(|error| error.to_string()).collect();
            (errors, self.theirs.is_valid(value))
        };
        catch_unwind(AssertUnwindSafe(judge)).ok()
    }
}

/// Whether there is an end to judging by the schema. We refuse the others; they may run out of stack.
fn has_an_end(schema: &Value) -> bool {
    match Schema::from_json_schema(schema) {
        Ok(_) => true,
        Err(error) if error.message == "refers to itself without an end" => false,
        Err(error) => panic!("{error}: {schema}"),
    }
}

/// Why the two may rightly differ about the value.
fn known_difference(schema: &Value, value: &Value) -> Option<&'static str> {
    let text = schema.to_string();
    let says = |word: &str| text.contains(&format!("\"{word}\""));
    if text.contains("draft-04") && says("integer") && has_number(value, &Number::is_f64) {
        return Some("1.0 is an integer since draft-06; to us it is one in draft-04, too");
    }
    if text.contains("2019-09") && says("contains") && says("unevaluatedItems") {
        return Some("`contains` evaluates items since 2020-12; to the crate it does in 2019-09, too");
    }
    let is_large = |number: &Number| number.as_f64().is_some_and(|number| number.abs() > 9e15);
    if says("multipleOf") && has_number(value, &is_large) {
        return Some("the crate divides in floating point, where integers beyond 2^53 are not exact");
    }
    None
}

fn has_number(value: &Value, is_such: &impl Fn(&Number) -> bool) -> bool {
    match value {
        Value::Number(number) => is_such(number),
        Value::Array(items) => items.iter().any(|item| has_number(item, is_such)),
        Value::Object(members) => members.values().any(|member| has_number(member, is_such)),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}

fn check((schema, recipes): &(Value, Vec<Recipe>)) -> Result<(), String> {
    let judges = Judges::new(schema);
    let values = recipes.iter().map(|recipe| recipe.value(schema));
    let mut values = values.filter(|value| known_difference(schema, value).is_none());
    match values.find_map(|value| judges.disagreement(&value)) {
        Some(disagreement) => Err(format!("schema: {schema:#}\n{disagreement}")),
        None => Ok(()),
    }
}

#[test]
fn both_agree() {
    let mut config =
        Config { failure_persistence: None, rng_algorithm: RngAlgorithm::XorShift, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = SCHEMAS;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(0);
    }
    let schemas = schemas::documents().prop_filter("the schema has no end", has_an_end);
    let cases = (schemas, proptest::collection::vec(values::recipes(), VALUES));
    let result = TestRunner::new(config).run(&cases, |case| check(&case).map_err(TestCaseError::fail));
    match result {
        Ok(()) => {}
        Err(TestError::Fail(reason, case)) => panic!("{}", check(&case).err().unwrap_or(reason.to_string())),
        Err(TestError::Abort(reason)) => panic!("{reason}"),
    }
}
