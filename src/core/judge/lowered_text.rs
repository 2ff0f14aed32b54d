//! A schema as a server gets it, for whoever has no schema in memory.

use super::difference::Difference;
use crate::core::dialect::Lowered;
use crate::core::schema::Schema;
use serde_json::Value;

/// A lowered schema as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoweredText {
    /// What the schema is called; may be empty.
    pub name: String,
    /// The JSON Schema that is sent.
    pub document: String,
    /// How it differs from the author's, as it is drawn.
    pub difference: Value,
}

impl LoweredText {
    /// The text of a lowered schema.
    pub(super) fn new(schema: &Schema, lowered: &Lowered) -> Self {
        Self {
            name: schema.label.clone(),
            document: lowered.document.to_string(),
            difference: Difference::new(schema, lowered).draw(),
        }
    }
}
