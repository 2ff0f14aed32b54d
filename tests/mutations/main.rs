//! Generated answers are accepted, and each single change to one of them is rejected at the place
//! that was changed, by the rule that was broken, and by nothing else.

mod feedback;
mod mutate;
mod oracle;
mod place;
mod schemas;

use feedback::check_feedback;
use mutate::mutations;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use structured_output_validator::core::random::Random;
use structured_output_validator::core::schema::{BuiltIn, ReadSchema, Schema};
use structured_output_validator::core::simulate::instance;
use structured_output_validator::core::validate::{
    Expected, Level, Nearest, Nulls, Prefix, Validator, Violation,
};

/// The seeds of answers that must be accepted.
const ANSWERS: u64 = 200;

/// The seeds of answers that are changed in every way.
const CHANGED: u64 = 20;

/// Every schema that answers are made for, with what it is called: the built-in ones, richer ones, exports.
fn schemas() -> Vec<(String, Schema)> {
    let built_in =
        BuiltIn::ALL.into_iter().map(|built_in| (built_in.id().to_owned(), built_in.schema().unwrap()));
    let richer = schemas::all().into_iter().map(|(name, document)| {
        let schema = Schema::from_json_schema(&document).unwrap();
        assert_eq!(schema.notes, [], "{name}");
        (name.to_owned(), schema)
    });
    built_in.chain(richer).chain(exports()).collect()
}

/// What other programs write, in the order of their names.
fn exports() -> Vec<(String, Schema)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/exports");
    let is_schema = |path: &PathBuf| {
        let name = path.to_str().unwrap();
        (name.ends_with(".json") || name.ends_with(".jsonc")) && !name.ends_with(".cases.json")
    };
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(is_schema);
    paths.sort();
    let read = |path: PathBuf| {
        let reading = ReadSchema::of(&fs::read_to_string(&path).unwrap(), None).unwrap();
        (path.file_name().unwrap().to_str().unwrap().to_owned(), reading.schema)
    };
    paths.into_iter().map(read).collect()
}

fn answer(schema: &Schema, seed: u64) -> Value {
    instance(schema, schema.root(), &mut Random::new(seed))
}

/// Where each violation is and which keyword it breaks; after that of a union, what its nearest form lacks.
/// Rules across fields are left aside: answers are not made by them.
fn told(violations: &[Violation]) -> Vec<(String, Cow<'static, str>)> {
    let mut told = Vec::new();
    for violation in violations.iter().filter(|violation| violation.level() != Level::Rule) {
        told.push((violation.pointer.to_json_pointer(), violation.rule()));
        if let Expected::OneForm(form) = &violation.expected
            && let Nearest::Form { lacks, .. } = &form.nearest
        {
            told.extend(self::told(lacks));
        }
    }
    told
}

/// What is said of an answer before it is complete.
fn said_while_written(validator: &Validator, answer: &Value) -> Option<String> {
    let (mut prefix, text) = (Prefix::new(Nulls::Values), answer.to_string());
    let mut characters = text.chars().map(String::from);
    let violation = characters.find_map(|character| prefix.push(validator, &character))?;
    Some(violation.to_string())
}

#[test]
fn generated_answers_are_accepted() {
    for (name, schema) in schemas() {
        let validator = Validator::new(&schema);
        for seed in 0..ANSWERS {
            let answer = answer(&schema, seed);
            assert_eq!(told(&validator.validate(&answer).violations), [], "{name}, seed {seed}: {answer}");
            assert!(validator.is_valid(&answer), "{name}, seed {seed}: {answer}");
            assert_eq!(said_while_written(&validator, &answer), None, "{name}, seed {seed}: {answer}");
        }
    }
}

#[test]
fn each_single_change_is_rejected_where_it_is_by_the_rule_it_breaks() {
    let mut broken: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, schema) in schemas() {
        let validator = Validator::new(&schema);
        for seed in 0..CHANGED {
            let answer = answer(&schema, seed);
            for mutation in mutations(&schema, &validator, &answer) {
                let told = told(&validator.validate(&mutation.answer).violations);
                let told: Vec<_> = told.iter().map(|(pointer, rule)| (pointer.clone(), &**rule)).collect();
                assert_eq!(told, mutation.expected, "{name}, seed {seed}: {}", mutation.answer);
                assert!(!validator.is_valid(&mutation.answer), "{name}, seed {seed}: {}", mutation.answer);
                for (_, rule) in mutation.expected {
                    *broken.entry(rule).or_default() += 1;
                }
            }
        }
    }
    assert_eq!(broken.keys().copied().collect::<Vec<_>>(), RULES, "{broken:?}");
}

#[test]
fn what_is_to_be_returned_holds_what_was_right_and_a_hole_for_each_error() {
    let mut leaves = 0;
    for (name, schema) in schemas() {
        let validator = Validator::new(&schema);
        for seed in 0..CHANGED / 2 {
            let answer = answer(&schema, seed);
            check_feedback(&validator, &answer);
            for mutation in mutations(&schema, &validator, &answer) {
                leaves += check_feedback(&validator, &mutation.answer);
            }
            // Another schema's answer is wrong in many ways at once.
            let other = self::answer(&BuiltIn::default().schema().unwrap(), seed);
            check_feedback(&validator, &other);
        }
        assert!(leaves > 0, "{name}");
    }
}

/// The rules that the changes break, so that none is left out unnoticed.
const RULES: [&str; 27] = [
    "additionalProperties",
    "anyOf",
    "const",
    "contains",
    "dependentRequired",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "oneOf",
    "pattern",
    "propertyNames",
    "required",
    "type",
    "unevaluatedProperties",
    "uniqueItems",
];
