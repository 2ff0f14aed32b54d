//! Every schema in `fixtures/exports`, as other programs write them, becomes one document.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use structured_output_validator::core::schema::{Form, Imported, ReadSchema, import};
use structured_output_validator::core::validate::{Formats, Validator};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/exports");

/// The files that are to be imported, in order.
fn fixtures() -> Vec<PathBuf> {
    let mut found: Vec<_> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json" || extension == "jsonc"))
        .filter(|path| !path.to_str().unwrap().ends_with(".cases.json"))
        .collect();
    found.sort();
    assert!(found.len() > 30, "the fixtures are missing");
    found
}

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(FOLDER).join(name)).unwrap()
}

/// A place in a file that is JSON.
fn part(name: &str, pointer: &str) -> Value {
    let file: Value = serde_json::from_str(&read(name)).unwrap();
    file.pointer(pointer).unwrap().clone()
}

fn plain(document: Value) -> Imported {
    Imported {
        document,
        form: Form::JsonSchema,
        label: None,
        description: None,
        components: Vec::new(),
        component: None,
        notes: Vec::new(),
    }
}

fn found(document: Value, label: &str, description: Option<&str>, note: &str) -> Imported {
    Imported {
        label: Some(label.to_owned()),
        description: description.map(str::to_owned),
        notes: vec![note.to_owned()],
        ..plain(document)
    }
}

fn chosen(imported: Imported, components: &[&str], component: &str) -> Imported {
    Imported {
        components: components.iter().map(|name| (*name).to_owned()).collect(),
        component: Some(component.to_owned()),
        ..imported
    }
}

/// What a file should become; what is not named here stays as it is.
fn expected(name: &str) -> Imported {
    match name {
        "anthropic-tool.json" => chosen(
            found(
                part(name, "/input_schema"),
                "record_summary",
                Some("Records the summary of an image"),
                "Taken out of an Anthropic tool.",
            ),
            &[],
            "record_summary",
        ),
        "field-form.json" => Imported { form: Form::Fields, ..plain(part(name, "")) },
        "gemini-response-schema.json" => Imported {
            notes: vec![
                "Taken out of a Gemini generationConfig.".to_owned(),
                "Rewritten from Gemini's dialect to JSON Schema.".to_owned(),
            ],
            ..plain(json!({
                "type": "array",
                "minItems": 1,
                "items": {
                    "type": "object",
                    "properties": {
                        "name": {"type": "string"},
                        "ingredients": {"type": "array", "items": {"type": "string"}},
                        "level": {"type": "string", "format": "enum", "enum": ["EASY", "STRING"]},
                        "note": {"type": "string", "nullable": true}
                    },
                    "required": ["name", "ingredients"]
                }
            }))
        },
        "mcp-tools-list.json" => chosen(
            found(
                part(name, "/result/tools/0/inputSchema"),
                "search_files",
                Some("Finds files by a pattern"),
                "Taken out of an MCP tool.",
            ),
            &["search_files", "get_temperature input", "get_temperature output"],
            "search_files",
        ),
        "openai-response-format.json" => found(
            part(name, "/response_format/json_schema/schema"),
            "calendar_event",
            Some("An event in a calendar"),
            "Taken out of an OpenAI response_format.",
        ),
        "openai-tool.json" => chosen(
            found(
                part(name, "/function/parameters"),
                "get_weather",
                Some("The weather at a place"),
                "Taken out of an OpenAI tool.",
            ),
            &[],
            "get_weather",
        ),
        "openapi-3.0.json" => chosen(
            found(
                json!({
                    "$schema": "http://json-schema.org/draft-04/schema#",
                    "$ref": "#/components/schemas/Order",
                    "components": part(name, "/components")
                }),
                "Order",
                None,
                "Took Order from this OpenAPI document.",
            ),
            &["Order", "Line"],
            "Order",
        ),
        "openapi-3.1.json" => chosen(
            found(
                json!({
                    "$schema": "https://json-schema.org/draft/2020-12/schema",
                    "$ref": "#/components/schemas/Animal",
                    "components": part(name, "/components")
                }),
                "Animal",
                None,
                "Took Animal from this OpenAPI document.",
            ),
            &["Animal", "Cat", "Parrot"],
            "Animal",
        ),
        "pydantic-definitions.json" => chosen(
            found(
                json!({"$ref": "#/$defs/Address", "$defs": part(name, "/$defs")}),
                "Address",
                None,
                "Took Address from this set of definitions.",
            ),
            &["Address", "Tree"],
            "Address",
        ),
        "with-comments.jsonc" => Imported {
            notes: vec![
                "Comments were left out.".to_owned(),
                "Commas before a closing bracket were left out.".to_owned(),
            ],
            ..plain(json!({
                "type": "object",
                "properties": {
                    "url": {"type": "string", "pattern": "^https?://"},
                    "level": {"enum": ["high", "low"]}
                },
                "required": ["url"]
            }))
        },
        "zod-registry.json" => {
            let with_id = |id: &str| {
                let mut schema = part(name, &format!("/schemas/{id}"));
                schema.as_object_mut().unwrap().shift_insert(0, "$id".to_owned(), id.into());
                schema
            };
            chosen(
                found(
                    json!({
                        "$ref": "#/$defs/Author",
                        "$defs": {"Author": with_id("Author"), "Post": with_id("Post")}
                    }),
                    "Author",
                    None,
                    "Took Author from this Zod registry.",
                ),
                &["Author", "Post"],
                "Author",
            )
        }
        untouched => plain(part(untouched, "")),
    }
}

#[test]
fn every_export_becomes_one_document() {
    for path in fixtures() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let imported = import(&read(name), None).unwrap_or_else(|error| panic!("{name}: {error}"));
        let expected = expected(name);
        assert_eq!(imported.document.to_string(), expected.document.to_string(), "{name}");
        assert_eq!(imported, expected, "{name}");
    }
}

#[test]
fn every_component_can_be_chosen() {
    for path in fixtures() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let text = read(name);
        for component in import(&text, None).unwrap().components {
            let chosen = import(&text, Some(&component)).unwrap();
            assert_eq!(chosen.component, Some(component), "{name}");
        }
    }
}

#[test]
fn every_export_has_cases() {
    for path in fixtures() {
        let cases: Value = serde_json::from_str(
            &fs::read_to_string(path.with_extension("cases.json"))
                .unwrap_or_else(|error| panic!("{path:?}: {error}")),
        )
        .unwrap();
        for list in ["valid", "invalid"] {
            assert!(!cases[list].as_array().unwrap().is_empty(), "{path:?} has no {list} cases");
        }
    }
}

/// Cut anywhere, or with any character in place of another, a text is read or refused, and nothing worse.
#[test]
fn broken_exports_are_refused() {
    for path in fixtures() {
        let text = fs::read_to_string(&path).unwrap();
        for (number, (position, _)) in text.char_indices().step_by(11).enumerate() {
            let (before, after) = text.split_at(position);
            assert!(
                import(before.trim_end_matches(['}', '\n']), None).is_err(),
                "{path:?} cut at {position}"
            );
            let other = ['"', '{', '}', '[', ',', '/', '*', '\\', '`', '\n', 'é'][number % 11];
            let rest = after.get(1..).unwrap_or_default();
            let _ = import(&format!("{before}{other}{rest}"), None);
        }
    }
}

/// What the library that a schema comes from says of some answers.
#[test]
fn exported_schemas_judge_as_their_libraries_do() {
    for path in fixtures() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let cases = path.with_extension("cases.json");
        let cases: Value = serde_json::from_str(&fs::read_to_string(cases).unwrap()).unwrap();
        let schema =
            ReadSchema::of(&read(name), None).unwrap_or_else(|error| panic!("{name}: {error}")).schema;
        let asserting = Validator::new(&schema);
        let annotating = Validator::with_formats(&schema, Formats::Annotate);
        let values = |list: &str| cases[list].as_array().cloned().unwrap_or_default();
        for value in values("valid") {
            assert_eq!(asserting.validate(&value).violations, [], "{name}: {value}");
        }
        for value in values("invalid") {
            assert!(!annotating.is_valid(&value), "{name}: {value}");
        }
        for value in values("invalid_by_format") {
            assert!(!asserting.is_valid(&value) && annotating.is_valid(&value), "{name}: {value}");
        }
    }
}
