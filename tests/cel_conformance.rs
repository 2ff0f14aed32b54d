//! The official conformance cases of CEL, file by file: those that JSON values can show.
//!
//! `tests/cel_conformance/convert.mjs` made the files and counted, by reason, the cases that do not apply.

use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use structured_output_validator::core::rules::{Key, Members, Value, evaluate};

/// Cases that get another answer here, by file, and why.
const EXCEPTIONS: [(&str, &str, &[&str]); 6] = [
    (
        "basic",
        "an unknown function is a mistake, even where its value does not matter",
        &["functions/unbound_is_runtime_error"],
    ),
    (
        "parse",
        "an unknown function is a mistake, even where its value does not matter",
        &[
            "receiver_function_names/as",
            "receiver_function_names/break",
            "receiver_function_names/const",
            "receiver_function_names/continue",
            "receiver_function_names/else",
            "receiver_function_names/for",
            "receiver_function_names/function",
            "receiver_function_names/if",
            "receiver_function_names/import",
            "receiver_function_names/let",
            "receiver_function_names/loop",
            "receiver_function_names/package",
            "receiver_function_names/namespace",
            "receiver_function_names/return",
            "receiver_function_names/var",
            "receiver_function_names/void",
            "receiver_function_names/while",
        ],
    ),
    (
        "comparisons",
        "an int and a double are compared exactly, not as two doubles",
        &[
            "lt_literal/not_lt_dyn_int_big_lossy_double",
            "gt_literal/not_gt_dyn_big_double_int",
            "lte_literal/lte_dyn_big_double_int",
            "gte_literal/gte_dyn_int_big_lossy_double",
        ],
    ),
    (
        "fields",
        "no variable has a name with dots in it",
        &["qualified_identifier_resolution/qualified_ident"],
    ),
    ("namespace", "no variable has a name with dots in it", &["qualified/self_eval_qualified_lookup"]),
    (
        "timestamps",
        "there is no list of time zones, only offsets",
        &[
            "timestamp_selectors_tz/getDate",
            "timestamp_selectors_tz/getDayOfMonth_name_pos",
            "timestamp_selectors_tz/getDayOfMonth_name_neg",
            "timestamp_selectors_tz/getDayOfYear",
        ],
    ),
];

const STEPS: u64 = 1_000_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cel_conformance")
}

fn read(path: &Path) -> Json {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// A value as the suite writes it.
fn value(json: &Json) -> Value {
    let (kind, content) = json.as_object().unwrap().iter().next().unwrap();
    match kind.as_str() {
        "nullValue" => Value::Null,
        "boolValue" => Value::Bool(content.as_bool().unwrap()),
        "int64Value" => Value::Int(content.as_str().unwrap().parse().unwrap()),
        "doubleValue" => Value::Double(match content {
            Json::String(name) => name.parse().unwrap(),
            number => number.as_f64().unwrap(),
        }),
        "stringValue" => Value::text(content.as_str().unwrap()),
        "listValue" => Value::list(content["values"].as_array().into_iter().flatten().map(value).collect()),
        "mapValue" => Value::map(
            content["entries"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|entry| (key(&value(&entry["key"])), value(&entry["value"])))
                .collect::<Members>(),
        ),
        "typeValue" => evaluate(content.as_str().unwrap(), &[], STEPS).unwrap(),
        other => panic!("{other} is no value of JSON"),
    }
}

fn key(value: &Value) -> Key {
    match value {
        Value::Bool(value) => Key::Bool(*value),
        Value::Int(number) => Key::Int(*number),
        Value::Text(text) => Key::Text(text.clone()),
        other => panic!("{other:?} is no key"),
    }
}

/// Whether two values are the same and of the same types; the order of members is no difference.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Double(left), Value::Double(right)) => left == right || left.is_nan() && right.is_nan(),
        (Value::List(left), Value::List(right)) => {
            left.len() == right.len() && left.iter().zip(right.iter()).all(|(left, right)| same(left, right))
        }
        (Value::Map(left), Value::Map(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, value)| right.get(key).is_some_and(|other| same(value, other)))
        }
        (left, right) => format!("{left:?}") == format!("{right:?}"),
    }
}

/// What is wrong with the answer to a case, if anything.
fn failure(case: &Json) -> Option<String> {
    let bindings: Vec<_> = case["bindings"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, bound)| (name.as_str(), value(bound)))
        .collect();
    let expression = case["expr"].as_str().unwrap();
    let found = evaluate(expression, &bindings, STEPS);
    let is_right = match (&found, case.get("value")) {
        (Ok(found), Some(expected)) => same(found, &value(expected)),
        (found, None) => found.is_err(),
        (Err(_), Some(_)) => false,
    };
    let expected = case.get("value").or(case.get("error"));
    (!is_right).then(|| format!("{expression}: {found:?}, not {}", expected.unwrap()))
}

#[test]
fn every_case_that_applies_has_the_answer_of_the_suite() {
    let not_applicable = read(&folder().join("not_applicable.json"));
    let mut files: Vec<_> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let mut wrong = Vec::new();
    for path in files {
        let file = path.file_stem().unwrap().to_str().unwrap();
        let Json::Array(cases) = read(&path) else { continue };
        let (mut passed, mut excepted) = (0, 0);
        for case in &cases {
            let name = case["name"].as_str().unwrap();
            let exception = EXCEPTIONS.iter().find(|(of, _, names)| *of == file && names.contains(&name));
            match (failure(case), exception) {
                (None, None) => passed += 1,
                (Some(_), Some(_)) => excepted += 1,
                (Some(failure), None) => wrong.push(format!("{file}: {name}: {failure}")),
                (None, Some((_, reason, _))) => {
                    wrong.push(format!("{file}: {name} passes, though it is an exception ({reason})"));
                }
            }
        }
        let others: u64 = not_applicable[file]
            .as_object()
            .into_iter()
            .flatten()
            .filter_map(|(_, count)| count.as_u64())
            .sum();
        println!("{file}: {passed} of {} pass, {excepted} exceptions; {others} do not apply", cases.len());
    }
    let mut by_reason = BTreeMap::<&str, u64>::new();
    for (reason, count) in not_applicable.as_object().unwrap().values().filter_map(Json::as_object).flatten()
    {
        *by_reason.entry(reason).or_default() += count.as_u64().unwrap();
    }
    println!("do not apply: {}", json!(by_reason));
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
