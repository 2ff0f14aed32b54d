//! What a schema amounts to, for whoever has no schema in memory: what is shown of it and said of it.

use super::source::Compiled;
use crate::core::schema::PreviewLine;

/// What is shown and said of a schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Description {
    /// Its name for people; may be empty.
    pub label: String,
    /// A prompt that fits it; may be empty.
    pub example_prompt: String,
    /// The part of the system prompt that says what a valid answer is.
    pub prompt_text: String,
    /// Its fields in order, one line each.
    pub preview: Vec<PreviewLine>,
    /// What in it has no effect, or hardly the one that was meant.
    pub warnings: Vec<Warning>,
    /// How it was read, a sentence each.
    pub notes: Vec<String>,
    /// The names of the schemas in the document, where it holds several.
    pub components: Vec<String>,
    /// Which of them this is.
    pub component: Option<String>,
}

/// A doubtful part of a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The path of the part; empty for the whole schema.
    pub path: String,
    /// What is doubtful about it.
    pub message: String,
}

impl From<&Compiled> for Description {
    fn from(compiled: &Compiled) -> Self {
        let schema = &compiled.schema;
        Self {
            label: schema.label.clone(),
            example_prompt: schema.example_prompt.clone(),
            prompt_text: schema.prompt_text(),
            preview: schema.preview(),
            warnings: Vec::new(),
            notes: Vec::new(),
            components: Vec::new(),
            component: None,
        }
    }
}
