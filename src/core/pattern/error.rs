//! What is wrong with a pattern, in words that whoever wrote it can act on.

use std::fmt;

/// A mistake in a pattern, said by where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// The character where the mistake begins, counted from 1.
    pub position: usize,
    /// What is wrong there, without a full stop.
    pub problem: String,
}

/// `nothing to repeat before "*" (character 3)`
impl fmt::Display for PatternError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} (character {})", self.problem, self.position)
    }
}

impl std::error::Error for PatternError {}
