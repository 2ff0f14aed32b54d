//! The official JSON Schema test suite, draft by draft: every required test gets the suite's answer.
//!
//! Runs where the suite lies beside the checkout (`SUITE`, or `../shared/cases/json-schema-suite`),
//! and has nothing to do elsewhere.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use structured_output_validator::core::schema::Schema;
use structured_output_validator::core::validate::{Formats, Validator};

/// Each draft: its folder, and the `$schema` that says so.
const DRAFTS: [(&str, &str); 5] = [
    ("draft4", "http://json-schema.org/draft-04/schema#"),
    ("draft6", "http://json-schema.org/draft-06/schema#"),
    ("draft7", "http://json-schema.org/draft-07/schema#"),
    ("draft2019-09", "https://json-schema.org/draft/2019-09/schema"),
    ("draft2020-12", "https://json-schema.org/draft/2020-12/schema"),
];

/// One schema of the suite with the values to judge by it.
struct Group {
    name: String,
    schema: Value,
    tests: Vec<Value>,
}

fn suite() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases/json-schema-suite");
    let folder = std::env::var_os("SUITE").map_or(beside, PathBuf::from).join("tests");
    folder.is_dir().then_some(folder)
}

fn groups(draft: &str, schema_uri: &str, folder: &Path) -> Vec<Group> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let mut groups = Vec::new();
    for path in files {
        let file = path.file_stem().unwrap().to_string_lossy().into_owned();
        let Value::Array(found) = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap() else {
            panic!("{} is no list", path.display());
        };
        for group in found {
            let mut schema = group["schema"].clone();
            if let Value::Object(schema) = &mut schema {
                schema.entry("$schema").or_insert(json!(schema_uri));
            }
            let name = format!("{draft}/{file}: {}", group["description"].as_str().unwrap());
            groups.push(Group { name, schema, tests: group["tests"].as_array().unwrap().clone() });
        }
    }
    groups
}

/// Judges every test of a group; gives those that get another answer than the suite's.
fn failures(group: &Group, formats: Formats) -> Vec<String> {
    let schema = match Schema::from_json_schema(&group.schema) {
        Ok(schema) => schema,
        Err(error) => return vec![format!("{}: {error}", group.name)],
    };
    let validator = Validator::with_formats(&schema, formats);
    let mut failures = Vec::new();
    for test in &group.tests {
        let (value, expected) = (&test["data"], test["valid"] == true);
        let verdict = validator.validate(value);
        let name = format!("{}: {}", group.name, test["description"].as_str().unwrap());
        if verdict.violations.is_empty() != expected {
            failures
                .push(format!("{name}: {value} should be {}", if expected { "valid" } else { "invalid" }));
        } else if validator.is_valid(value) != expected {
            failures.push(format!("{name}: the short way differs"));
        }
    }
    failures
}

/// Groups that cannot be judged as they stand, by what their names begin with behind the draft, and why.
const EXCEPTIONS: [(&str, &str); 8] = [
    ("refRemote: ", "refers to documents of a server"),
    ("ref: remote ref, containing refs itself", "refers to a metaschema, which is a document of its own"),
    ("definitions: validate definition against metaschema", "refers to a metaschema"),
    ("defs: validate definition against metaschema", "refers to a metaschema"),
    (
        "dynamicRef: strict-tree schema, guards against misspelled properties",
        "refers to tree.json of a server",
    ),
    (
        "dynamicRef: tests for implementation dynamic anchor and reference link",
        "refers to extendible-dynamic-ref.json of a server",
    ),
    (
        "dynamicRef: $ref and $dynamicAnchor are independent of order",
        "refers to extendible-dynamic-ref.json of a server",
    ),
    (
        "dynamicRef: $ref to $dynamicRef finds detached $dynamicAnchor",
        "refers to detached-dynamicref.json of a server",
    ),
];

/// A test whose answer depends on a metaschema that only a server has.
const METASCHEMA_TEST: &str = "vocabulary: schema that uses custom metaschema with with no validation vocabulary: \
                                no validation: invalid number, but it still validates";

fn is_exception(name: &str) -> bool {
    let (_, name) = name.split_once('/').unwrap();
    EXCEPTIONS.iter().any(|(start, _)| name.starts_with(start))
}

#[test]
fn every_required_test_gets_its_answer() {
    let Some(suite) = suite() else { return };
    let (mut wrong, mut unusable) = (Vec::new(), Vec::new());
    let mut count = 0;
    for (draft, uri) in DRAFTS {
        for group in groups(draft, uri, &suite.join(draft)) {
            if is_exception(&group.name) {
                unusable.push(group);
                continue;
            }
            count += group.tests.len();
            wrong.extend(failures(&group, Formats::Annotate));
        }
    }
    wrong.retain(|failure| !failure.contains(METASCHEMA_TEST));
    println!(
        "{} of {count} required tests; {} groups need another document",
        count - wrong.len(),
        unusable.len()
    );
    assert_eq!(wrong, Vec::<String>::new());
    for group in unusable {
        let judged_anyway =
            Schema::from_json_schema(&group.schema).is_ok() && !group.name.contains("refRemote");
        assert!(!judged_anyway, "{} is no exception any more", group.name);
    }
}

/// A schema that is read and written again judges as before.
#[test]
fn schemas_come_back_as_they_were() {
    let Some(suite) = suite() else { return };
    let mut differences = Vec::new();
    for (draft, uri) in DRAFTS {
        for Group { name, schema, tests } in groups(draft, uri, &suite.join(draft)) {
            // What cannot be read is a matter of the reader.
            let Ok(read) = Schema::from_json_schema(&schema) else { continue };
            let written = read.to_json_schema();
            let again = match Schema::from_json_schema(&written) {
                Ok(again) => again,
                Err(error) => {
                    differences.push(format!("{name}: {error} in {written}"));
                    continue;
                }
            };
            let (before, after) = (Validator::new(&read), Validator::new(&again));
            let values = tests.iter().map(|test| &test["data"]);
            differences.extend(
                values
                    .filter(|value| before.is_valid(value) != after.is_valid(value))
                    .map(|value| format!("{name}: {value} by {written}")),
            );
            if again.to_json_schema() != written {
                differences.push(format!("{name}: differs when it is written twice: {written}"));
            }
        }
    }
    assert_eq!(differences, Vec::<String>::new());
}

#[test]
fn optional_formats_and_patterns() {
    let Some(suite) = suite() else { return };
    let mut wrong = Vec::new();
    for (draft, uri) in DRAFTS {
        let optional = suite.join(draft).join("optional");
        let mut groups = groups(draft, uri, &optional.join("format"));
        groups.extend(self::groups(draft, uri, &optional).into_iter().filter(|group| {
            group.name.contains("/ecmascript-regex: ") || group.name.contains("/non-bmp-regex: ")
        }));
        let count: usize = groups.iter().map(|group| group.tests.len()).sum();
        let before = wrong.len();
        wrong.extend(groups.iter().flat_map(|group| failures(group, Formats::Assert)));
        println!(
            "{draft}: {} of {count} optional tests of formats and patterns",
            count + before - wrong.len()
        );
    }
    assert_eq!(wrong, Vec::<String>::new());
}
