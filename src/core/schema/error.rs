//! A mistake in a schema itself: what stands in the way of judging by it.

use std::fmt;

/// A mistake in a schema, said by where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    /// The dotted path of the part that is wrong; empty for the whole schema.
    pub path: String,
    /// What is wrong with it, as the rest of a sentence that begins with the path.
    pub message: String,
}

impl SchemaError {
    pub(super) fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => write!(out, "The schema {}", self.message),
            path => write!(out, "{path} {}", self.message),
        }
    }
}

impl std::error::Error for SchemaError {}
