//! From a text to examples, and from those to a schema: the one way in.

use super::error::InferError;
use super::place::Place;
use super::{table, write};
use crate::core::schema::import::{Form, ImportError, Imported, asks, import, parse};
use crate::core::schema::keywords::keyword;
use serde_json::{Map, Value};

/// Examples of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Examples {
    /// The examples.
    pub values: Vec<Value>,
    /// What they stood in.
    pub kind: ExampleKind,
}

/// What examples stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExampleKind {
    /// A JSON value, which is the one example.
    Value,
    /// A JSON array of objects, each of which is an example.
    Array,
    /// JSON lines: each is an example.
    Lines,
    /// CSV with a line of names; each row is an example, an object.
    Csv,
}

/// The schema of a text that holds examples, as a document of JSON Schema 2020-12.
///
/// # Errors
/// An [`InferError`] that says why the text holds none.
pub fn infer(text: &str) -> Result<Value, InferError> {
    match import(text, None) {
        Ok(imported) if is_schema(&imported) => Err(InferError::Schema),
        Ok(_) | Err(_) => Ok(Examples::read(text)?.schema()),
    }
}

/// Whether a text is meant as a schema. An example may have keys that are keywords by chance, but hardly
/// those alone.
fn is_schema(imported: &Imported) -> bool {
    match (imported.form, &imported.document) {
        (Form::Fields, _) => true,
        (Form::JsonSchema, Value::Object(document)) => {
            let is_known = |key: &String| keyword(key).is_some() || key.starts_with("x-");
            document.keys().any(|key| asks(key)) && document.keys().all(is_known)
        }
        (
            Form::JsonSchema,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_),
        ) => false,
    }
}

impl Examples {
    /// Reads a text: JSON, with comments or in a code fence if need be, JSON lines, or CSV.
    /// An array of objects is taken for several examples, any other value for one.
    ///
    /// # Errors
    /// An [`InferError`] that says what is wrong with the text.
    pub fn read(text: &str) -> Result<Self, InferError> {
        match parse(text).map(|parsed| parsed.value) {
            Ok(Value::Array(values)) if !values.is_empty() && values.iter().all(Value::is_object) => {
                Ok(Self { values, kind: ExampleKind::Array })
            }
            Ok(value) => Ok(Self { values: vec![value], kind: ExampleKind::Value }),
            Err(error @ ImportError::NotJson { .. }) => {
                let text = text.trim_start_matches('\u{feff}');
                if let Some(values) = lines(text) {
                    return Ok(Self { values, kind: ExampleKind::Lines });
                }
                match table::read(text) {
                    Some(rows) => Ok(Self { values: rows?, kind: ExampleKind::Csv }),
                    None => Err(InferError::Unreadable(error)),
                }
            }
            Err(error) => Err(InferError::Unreadable(error)),
        }
    }

    /// The schema of the examples, which each of them fits. Its keys stand in their order. It says
    ///
    /// - the types seen at each place: numbers are integers where none has a fraction;
    /// - the members that every object has as required, and no others as allowed, since models keep to
    ///   what is named, some servers demand it, and a stray key is then told rather than kept;
    /// - objects whose keys are data, such as ids, as maps, which may have any keys;
    /// - one schema for the items of all arrays at a place;
    /// - a format that all strings of a place are of;
    /// - a choice, where a few short words repeat over several examples;
    /// - nothing of what is in arrays and objects that were always empty, or stand very deep.
    ///
    /// Bounds and patterns are left to the author: a few examples show none.
    /// Takes time in proportion to the examples.
    pub fn schema(&self) -> Value {
        let places = self.values.iter().enumerate().map(|(example, value)| Place::of(value, example));
        let mut document = Map::new();
        document.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
        document.insert("$comment".to_owned(), self.comment().into());
        write::write(Place::any_of(places), &mut document);
        document.into()
    }

    /// What the schema is from, since a text may be meant otherwise than it is taken.
    fn comment(&self) -> String {
        let from = match self.kind {
            ExampleKind::Value => "",
            ExampleKind::Array => ": each object of the array is one",
            ExampleKind::Lines => ": each line of the text is one",
            ExampleKind::Csv => ": each row of the table is one",
        };
        let count = self.values.len();
        format!("Inferred from {count} example{}{from}.", if count == 1 { "" } else { "s" })
    }
}

/// The values of JSON lines: of several, each of which is an object or an array. Empty lines are left out.
fn lines(text: &str) -> Option<Vec<Value>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let values: Vec<Value> = lines.map(|line| serde_json::from_str(line).ok()).collect::<Option<_>>()?;
    let are_several = values.len() > 1 && values.iter().all(|value| value.is_object() || value.is_array());
    are_several.then_some(values)
}

#[cfg(test)]
mod tests;
