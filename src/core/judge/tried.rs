//! What came of the attempts of a run, as far as they can be compared with each other.

use super::report::ViolationReport;

/// What came of an attempt.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Tried {
    /// An answer: its text, as compact JSON where it was read, and what is wrong with it.
    Judged(String, Vec<ViolationReport>),
    /// A reply without an answer: its text.
    Unread(String),
    /// Nothing that the model could be held to: the call was cut, or it is not over.
    #[default]
    Nothing,
}

impl Tried {
    /// What the model said.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Judged(text, _) | Self::Unread(text) => Some(text),
            Self::Nothing => None,
        }
    }

    /// What is wrong with the answer.
    pub fn violations(&self) -> &[ViolationReport] {
        match self {
            Self::Judged(_, violations) => violations,
            Self::Unread(_) | Self::Nothing => &[],
        }
    }
}
