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

#[test]
fn every_required_test_gets_its_answer() {
    let Some(suite) = suite() else { return };
    let mut wrong = Vec::new();
    let mut count = 0;
    for (draft, uri) in DRAFTS {
        for group in groups(draft, uri, &suite.join(draft)) {
            count += group.tests.len();
            wrong.extend(failures(&group, Formats::Annotate));
        }
    }
    println!("{} of {count} required tests", count - wrong.len());
    for failure in &wrong {
        println!("{failure}");
    }
    assert!(wrong.is_empty());
}
