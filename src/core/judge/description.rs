//! What a schema amounts to, for whoever has no schema in memory: what is shown of it and said of it.

use super::source::Compiled;
use crate::core::schema::{Example, Note, PreviewLine, ReadSchema};

/// What is shown and said of a schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Description {
    /// Its name for people; may be empty.
    pub label: String,
    /// What could be asked for an answer of it.
    pub example: Example,
    /// The part of the system prompt that says what a valid answer is.
    pub prompt_text: String,
    /// Its fields in order, one line each: the first of them where there are very many.
    pub preview: Vec<PreviewLine>,
    /// What its author should know before anything is sent: which rules make no sense, what contradicts
    /// itself, and what must be invented.
    pub warnings: Vec<Note>,
    /// How it was read, a sentence each.
    pub notes: Vec<String>,
    /// The names of the schemas in the document, where it holds several.
    pub components: Vec<String>,
    /// Which of them this is.
    pub component: Option<String>,
}

impl From<&Compiled> for Description {
    fn from(compiled: &Compiled) -> Self {
        let ReadSchema { schema, remarks, components, component } = &compiled.read;
        Self {
            label: schema.label.clone(),
            example: schema.example.clone(),
            prompt_text: schema.prompt_text(),
            preview: schema.preview(),
            warnings: compiled.warnings(),
            notes: remarks.clone(),
            components: components.clone(),
            component: component.clone(),
        }
    }
}
