//! A schema that is read and written again judges as before: every schema of the official suite.
//!
//! Runs where the suite lies beside the checkout (`SUITE`, or `../shared/cases/json-schema-suite`),
//! and has nothing to do elsewhere.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use structured_output_validator::core::schema::Schema;
use structured_output_validator::core::validate::Validator;

/// Each draft: its folder, and the `$schema` that says so.
const DRAFTS: [(&str, &str); 5] = [
    ("draft4", "http://json-schema.org/draft-04/schema#"),
    ("draft6", "http://json-schema.org/draft-06/schema#"),
    ("draft7", "http://json-schema.org/draft-07/schema#"),
    ("draft2019-09", "https://json-schema.org/draft/2019-09/schema"),
    ("draft2020-12", "https://json-schema.org/draft/2020-12/schema"),
];

#[test]
fn schemas_of_the_official_suite_come_back_as_they_were() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases/json-schema-suite");
    let tests = std::env::var_os("SUITE").map_or(beside, PathBuf::from).join("tests");
    if !tests.is_dir() {
        return;
    }
    let (mut schemas, mut values, mut differences) = (0, 0, Vec::new());
    for (draft, uri) in DRAFTS {
        for (name, mut group) in groups(&tests.join(draft)) {
            let schema = &mut group["schema"];
            if let Value::Object(keywords) = schema {
                keywords.entry("$schema").or_insert(json!(uri));
            }
            // What cannot be read is a matter of the reader.
            let Ok(read) = Schema::from_json_schema(schema) else { continue };
            let written = read.to_json_schema();
            let again = match Schema::from_json_schema(&written) {
                Ok(again) => again,
                Err(error) => {
                    differences.push(format!("{draft}/{name}: {error} in {written}"));
                    continue;
                }
            };
            schemas += 1;
            let (before, after) = (Validator::new(&read), Validator::new(&again));
            for test in group["tests"].as_array().unwrap() {
                let value = &test["data"];
                values += 1;
                if before.is_valid(value) != after.is_valid(value) {
                    differences.push(format!("{draft}/{name}: {value} by {written}"));
                }
            }
            if again.to_json_schema() != written {
                differences.push(format!("{draft}/{name}: differs when it is written twice: {written}"));
            }
        }
    }
    println!("{values} values by {schemas} schemas");
    assert_eq!(differences, Vec::<String>::new());
}

/// Every group of a folder's files: its name, and its schema with the values to judge by it.
fn groups(folder: &Path) -> Vec<(String, Value)> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let mut groups = Vec::new();
    for file in files {
        let found: Vec<Value> = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        groups.extend(found.into_iter().map(|group| (format!("{name}: {}", group["description"]), group)));
    }
    groups
}
