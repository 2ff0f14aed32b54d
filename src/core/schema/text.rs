//! A schema as text: for the system prompt, and line by line for the preview.

use super::node::{NodeId, Schema};
use std::sync::Arc;

/// One field as the preview shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewLine {
    /// How many objects it stands in, below the root.
    pub depth: usize,
    /// Its key.
    pub name: String,
    /// Its type in a word or two: `string`, `integer`, `enum`.
    pub kind: String,
    /// What else must hold, in a few words; empty when nothing must.
    pub constraint: String,
    /// Whether it may be left out.
    pub optional: bool,
    /// What it means, in its author's words.
    pub description: Option<String>,
}

impl Schema {
    /// The fields in order, one line each.
    pub fn preview(&self) -> Vec<PreviewLine> {
        Vec::new()
    }

    /// The part of the system prompt that says what a valid answer is.
    pub fn prompt_text(&self) -> String {
        String::new()
    }

    /// What a node says, in one short line.
    pub fn short_text(&self, _id: NodeId) -> String {
        "this".to_owned()
    }

    /// What one of the forms of a union is called; `position` is its place among them, from 0.
    pub fn form_name(&self, id: NodeId, position: usize) -> Arc<str> {
        let node = self.node(self.target(id));
        let name = node.annotations.title.as_ref().or(node.name.as_ref());
        name.map_or_else(|| format!("form {}", position + 1).into(), |name| name.as_str().into())
    }
}
