//! Why a text is no schema, in words that say what to do about it.

use crate::core::schema::JsonType;
use std::fmt;

/// How many names an error lists.
const MOST_NAMES: usize = 12;

/// Why a text could not be taken for a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// There is nothing but white space.
    Empty,
    /// It is larger than a schema may be.
    TooLarge {
        /// How large it is, in bytes.
        bytes: usize,
        /// How large it may be, in bytes.
        most: usize,
    },
    /// Its arrays and objects stand deeper in each other than can be read.
    TooDeep {
        /// The line where that is so, from 1.
        line: usize,
        /// The character in that line, from 1.
        column: usize,
    },
    /// It is not JSON.
    NotJson {
        /// The line where it stops being JSON, from 1.
        line: usize,
        /// The character in that line, from 1.
        column: usize,
        /// What is wrong there, as a clause.
        problem: &'static str,
    },
    /// It is Python source with Pydantic models.
    Pydantic(SourceCode),
    /// It is JavaScript or TypeScript source with Zod schemas.
    Zod(SourceCode),
    /// It is TypeScript source with interfaces or types.
    TypeScript(SourceCode),
    /// It is YAML.
    Yaml,
    /// It is JSON, but of a type that no schema has.
    NotAnObject(JsonType),
    /// It has no keyword of a schema: it looks like a value that a schema would judge.
    Example {
        /// The first of its keys that is no keyword.
        key: String,
    },
    /// It is what stands inside `properties` or `fields`, without the schema around it.
    BareFields,
    /// It could hold schemas, but holds none.
    NoSchema {
        /// What it is.
        place: &'static str,
    },
    /// The schema asked for is not among those it holds.
    UnknownComponent {
        /// The name asked for.
        name: String,
        /// The names it holds; empty where there is nothing to choose.
        known: Vec<String>,
    },
}

/// What was found in source code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceCode {
    /// The name of the last definition, which is usually the outermost; none where it has no name.
    pub name: Option<String>,
    /// How many definitions there are.
    pub count: usize,
}

impl ImportError {
    /// The command, for a shell, that makes JSON Schema or JSON of what this is; none where no command can.
    ///
    /// The names in it come from the text, and are identifiers.
    pub fn command(&self) -> Option<String> {
        let name = |source: &SourceCode, otherwise: &str| source.name.clone().unwrap_or(otherwise.to_owned());
        match self {
            Self::Pydantic(source) => Some(format!(
                "python -c \"import json, your_module; \
                 print(json.dumps(your_module.{}.model_json_schema()))\"",
                name(source, "YourModel")
            )),
            Self::Zod(source) => {
                let name = name(source, "YourSchema");
                Some(format!(
                    "npx tsx -e \"import {{ z }} from 'zod'; import {{ {name} }} from './your-module'; \
                     console.log(JSON.stringify(z.toJSONSchema({name}, {{ io: 'input' }})))\""
                ))
            }
            Self::TypeScript(source) => Some(format!(
                "npx ts-json-schema-generator --path your-file.ts --type {} --expose all --no-type-check",
                name(source, "YourType")
            )),
            Self::Yaml => Some("npx js-yaml schema.yaml".to_owned()),
            Self::Empty
            | Self::TooLarge { .. }
            | Self::TooDeep { .. }
            | Self::NotJson { .. }
            | Self::NotAnObject(_)
            | Self::Example { .. }
            | Self::BareFields
            | Self::NoSchema { .. }
            | Self::UnknownComponent { .. } => None,
        }
    }
}

/// One sentence or two, and the command on a line of its own.
impl fmt::Display for ImportError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => out.write_str("The text is empty.")?,
            Self::TooLarge { bytes, most } => {
                write!(out, "The text has {bytes} bytes; a schema may have {most}.")?;
            }
            Self::TooDeep { line, column } => write!(
                out,
                "Arrays and objects stand too deep in each other at line {line}, column {column}."
            )?,
            Self::NotJson { line, column, problem } => {
                write!(out, "This is not JSON: at line {line}, column {column}, {problem}.")?;
            }
            Self::Pydantic(source) => {
                out.write_str("This is Pydantic source, not JSON Schema.")?;
                last_of(out, source, "models")?;
                out.write_str(" Paste what this prints:")?;
            }
            Self::Zod(source) => {
                out.write_str("This is Zod source, not JSON Schema.")?;
                last_of(out, source, "schemas")?;
                out.write_str(" Export it, and paste what this prints, which needs Zod 4:")?;
            }
            Self::TypeScript(source) => {
                out.write_str("This is TypeScript source, not JSON Schema.")?;
                last_of(out, source, "types")?;
                out.write_str(" Paste what this prints:")?;
            }
            Self::Yaml => out.write_str("This looks like YAML; convert it to JSON first:")?,
            Self::NotAnObject(found) => {
                write!(
                    out,
                    "A schema must be an object, or true or false; this is of type {}.",
                    found.name()
                )?;
            }
            Self::Example { key } => write!(
                out,
                "This looks like an example of an answer, not like a schema: {} is no keyword of JSON Schema.",
                serde_json::Value::from(clipped(key))
            )?,
            Self::BareFields => out.write_str(
                "These look like fields without the schema around them: \
                 write {\"type\": \"object\", \"properties\": …} around them, \
                 or {\"fields\": …} if they are in the field form.",
            )?,
            Self::NoSchema { place } => write!(out, "This {place} holds no schema.")?,
            Self::UnknownComponent { name, known } if known.is_empty() => {
                write!(out, "There is no schema named {} to choose here.", clipped(name))?;
            }
            Self::UnknownComponent { name, known } => {
                let mut names: Vec<_> = known.iter().take(MOST_NAMES).map(|name| clipped(name)).collect();
                if known.len() > MOST_NAMES {
                    names.push("…".to_owned());
                }
                write!(out, "There is no schema named {} here, but: {}.", clipped(name), names.join(", "))?;
            }
        }
        match self.command() {
            Some(command) => write!(out, "\n{command}"),
            None => Ok(()),
        }
    }
}

/// A name out of the text, no longer than a sentence bears.
fn clipped(name: &str) -> String {
    const MOST_CHARACTERS: usize = 60;
    match name.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()),
        None => name.to_owned(),
    }
}

/// Says which of several definitions the command is about.
fn last_of(out: &mut fmt::Formatter<'_>, source: &SourceCode, what: &str) -> fmt::Result {
    match &source.name {
        Some(name) if source.count > 1 => {
            write!(out, " Of its {} {what}, the last is {name}, usually the outermost.", source.count)
        }
        Some(_) | None => Ok(()),
    }
}

impl std::error::Error for ImportError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(error: ImportError, expected: &str) {
        assert_eq!(error.to_string(), expected);
    }

    fn source(name: &str, count: usize) -> SourceCode {
        SourceCode { name: Some(name.to_owned()), count }
    }

    #[test]
    fn source_is_answered_with_a_command() {
        check(
            ImportError::Pydantic(source("Invoice", 1)),
            "This is Pydantic source, not JSON Schema. Paste what this prints:\n\
             python -c \"import json, your_module; print(json.dumps(your_module.Invoice.model_json_schema()))\"",
        );
        check(
            ImportError::Zod(source("Invoice", 2)),
            "This is Zod source, not JSON Schema. Of its 2 schemas, the last is Invoice, usually the outermost. \
             Export it, and paste what this prints, which needs Zod 4:\n\
             npx tsx -e \"import { z } from 'zod'; import { Invoice } from './your-module'; \
             console.log(JSON.stringify(z.toJSONSchema(Invoice, { io: 'input' })))\"",
        );
        check(
            ImportError::TypeScript(SourceCode { name: None, count: 1 }),
            "This is TypeScript source, not JSON Schema. Paste what this prints:\n\
             npx ts-json-schema-generator --path your-file.ts --type YourType --expose all --no-type-check",
        );
        check(ImportError::Yaml, "This looks like YAML; convert it to JSON first:\nnpx js-yaml schema.yaml");
    }

    #[test]
    fn other_errors_are_a_sentence() {
        check(ImportError::Empty, "The text is empty.");
        check(
            ImportError::TooLarge { bytes: 6_000_000, most: 5_000_000 },
            "The text has 6000000 bytes; a schema may have 5000000.",
        );
        check(
            ImportError::NotJson { line: 2, column: 7, problem: "a value is missing" },
            "This is not JSON: at line 2, column 7, a value is missing.",
        );
        check(
            ImportError::NotAnObject(JsonType::Array),
            "A schema must be an object, or true or false; this is of type array.",
        );
        check(
            ImportError::Example { key: "city".into() },
            "This looks like an example of an answer, not like a schema: \
             \"city\" is no keyword of JSON Schema.",
        );
        check(
            ImportError::UnknownComponent { name: "Pet".into(), known: vec!["Order".into(), "User".into()] },
            "There is no schema named Pet here, but: Order, User.",
        );
        check(
            ImportError::UnknownComponent { name: "x".repeat(61), known: vec!["A".into(); 13] },
            &format!("There is no schema named {}… here, but: {}….", "x".repeat(60), "A, ".repeat(12)),
        );
        check(
            ImportError::UnknownComponent { name: "Pet".into(), known: Vec::new() },
            "There is no schema named Pet to choose here.",
        );
        check(ImportError::NoSchema { place: "OpenAPI document" }, "This OpenAPI document holds no schema.");
    }
}
