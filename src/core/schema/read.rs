//! From what a person has to a schema that can be judged by: the one way in for pasted texts.

use super::error::SchemaError;
use super::import::{Form, ImportError, import};
use super::infer::{ExampleKind, Examples};
use super::node::Schema;
use std::fmt;

/// A schema as it was read, and what is to be said of the text it was in.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadSchema {
    /// The schema.
    pub schema: Schema,
    /// What was done to the text, and what of the schema is left aside, one sentence each.
    pub remarks: Vec<String>,
    /// The names of the schemas in the text, if there are several to choose from.
    pub components: Vec<String>,
    /// The one that was taken, where they have names.
    pub component: Option<String>,
}

/// Why a text is no schema to judge by.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadError {
    /// There is no schema in the text.
    Import(ImportError),
    /// There is none, for this reason, but there are examples of which one can be made.
    Examples(ImportError, ExampleKind),
    /// There is one, with a mistake in it.
    Schema(SchemaError),
}

impl ReadSchema {
    /// Reads a text in any form that [`import`] understands; of several schemas the `component` of that
    /// name, else the first.
    ///
    /// # Errors
    /// A [`ReadError`], which says what to do about it.
    pub fn of(text: &str, component: Option<&str>) -> Result<Self, ReadError> {
        let imported = import(text, component).map_err(|error| ReadError::no_schema(error, text))?;
        let schema = match imported.form {
            Form::Fields => Schema::from_fields(&imported.document),
            Form::JsonSchema => Schema::from_json_schema(&imported.document),
        };
        let mut schema = schema.map_err(ReadError::Schema)?;
        if schema.label.is_empty() {
            schema.label = imported.label.unwrap_or_else(|| "Your own schema".to_owned());
        }
        let root = schema.root();
        if let Some(description) = imported.description {
            schema.describe(root, description);
        }
        let mut remarks = imported.notes;
        remarks.extend(schema.notes.iter().map(|note| format!("{}.", note.sentence())));
        Ok(Self { schema, remarks, components: imported.components, component: imported.component })
    }
}

impl ReadError {
    /// Finds out whether a text without a schema holds examples instead.
    fn no_schema(error: ImportError, text: &str) -> Self {
        let may_be_examples = match error {
            ImportError::NotJson { .. } | ImportError::NotAnObject(_) | ImportError::Example { .. } => true,
            ImportError::Empty
            | ImportError::TooLarge { .. }
            | ImportError::TooDeep { .. }
            | ImportError::Pydantic(_)
            | ImportError::Zod(_)
            | ImportError::TypeScript(_)
            | ImportError::Yaml
            | ImportError::BareFields
            | ImportError::NoSchema { .. }
            | ImportError::UnknownComponent { .. } => false,
        };
        match Examples::read(text) {
            Ok(Examples { kind, .. }) if may_be_examples => Self::Examples(error, kind),
            Ok(_) | Err(_) => Self::Import(error),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Import(error) => error.fmt(out),
            Self::Examples(error, kind) => {
                match kind {
                    ExampleKind::Value => error.fmt(out)?,
                    ExampleKind::Array => {
                        out.write_str("This looks like an array of examples, not like a schema.")?
                    }
                    ExampleKind::Lines => {
                        out.write_str("This looks like lines of JSON, not like a schema.")?
                    }
                    ExampleKind::Csv => out.write_str("This looks like CSV, not like a schema.")?,
                }
                // What the button is called that asks for it.
                out.write_str(" \"From an example\" makes a schema of it.")
            }
            Self::Schema(error) => write!(out, "{error}."),
        }
    }
}

impl std::error::Error for ReadError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<(&str, &[&str]), &str>) {
        let read = ReadSchema::of(text, None);
        let found = read.as_ref().map(|read| {
            let remarks: Vec<_> = read.remarks.iter().map(String::as_str).collect();
            (read.schema.label.as_str(), remarks)
        });
        let expected = expected.map(|(label, remarks)| (label, remarks.to_vec())).map_err(str::to_owned);
        assert_eq!(found.map_err(ToString::to_string), expected);
    }

    #[test]
    fn a_text_becomes_a_schema_with_a_label_and_remarks() {
        check(r#"{"fields": {"a": {"type": "string"}}}"#, Ok(("Your own schema", &[])));
        check(
            r#"{"title": "Order", "type": "object", "minLenght": 1}"#,
            Ok(("Order", &["minLenght is no keyword of JSON Schema and is ignored."])),
        );
        check(
            r#"{"name": "get_weather", "input_schema": {"type": "object", "format": "x"}}"#,
            Ok((
                "get_weather",
                &["Taken out of an Anthropic tool.", "format \"x\" is not known and is not judged."],
            )),
        );
        for (text, looks) in [
            (
                r#"{"city": "Oslo"}"#,
                "This looks like an example of an answer, not like a schema: \
                 \"city\" is no keyword of JSON Schema.",
            ),
            ("[1]", "A schema must be an object, or true or false; this is of type array."),
            (r#"[{"city": "Oslo"}]"#, "This looks like an array of examples, not like a schema."),
            ("{\"a\": 1}\n{\"a\": 2}", "This looks like lines of JSON, not like a schema."),
            ("city,country\nOslo,Norway", "This looks like CSV, not like a schema."),
        ] {
            check(text, Err(&format!("{looks} \"From an example\" makes a schema of it.")));
        }
        check(
            "city,country\nOslo",
            Err("This is not JSON: at line 1, column 1, a value is missing, or is none that JSON knows."),
        );
        check(
            r#"{"type": "objekt"}"#,
            Err("type must be one or several of: string, integer, number, boolean, array, object, null."),
        );
        check(
            r#"{"fields": {"a": {}}}"#,
            Err("fields.a.type must be one of: string, number, integer, boolean, enum, object, array."),
        );
    }
}
