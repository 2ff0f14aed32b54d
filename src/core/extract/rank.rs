//! How likely it is that a value is the answer, by where it stands and what it looks like.
//! Must not know how it was found.

use super::extraction::{Candidate, Strategy};
use serde_json::Value;

/// How likely a place is, the likeliest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Whole,
    JsonFence,
    Fence,
    Prose,
    String,
    Thinking,
}

impl Rank {
    /// What it is called outside.
    pub fn strategy(self) -> Strategy {
        match self {
            Self::Whole => Strategy::Whole,
            Self::JsonFence | Self::Fence => Strategy::Fence,
            Self::Prose => Strategy::Prose,
            Self::String => Strategy::String,
            Self::Thinking => Strategy::Thinking,
        }
    }

    /// What candidates are sorted by: what is empty or a footnote comes last, and what stands before
    /// `corrected`, where a correction begins, after what follows it.
    pub fn order(self, candidate: &Candidate, corrected: usize) -> (bool, bool, Self) {
        let is_minor = is_empty(&candidate.value) || (self == Self::Prose && is_footnote(&candidate.value));
        (is_minor, candidate.range.start < corrected, self)
    }
}

/// Whether prose may use it to refer to something: `[1]`, `[2, 3]`.
fn is_footnote(value: &Value) -> bool {
    value.as_array().is_some_and(|elements| elements.iter().all(Value::is_number))
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Object(object) => object.is_empty(),
        Value::Array(array) => array.is_empty(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}
