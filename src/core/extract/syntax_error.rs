//! Where a reply stops being JSON, and why, for people. Must not know what becomes of it.

use serde_json::Value;
use std::fmt;

/// Where a text stops being JSON, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The line in the reply, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
    /// What was wrong or expected there.
    pub message: String,
}

impl SyntaxError {
    /// What is wrong with the text from `start` on, if it should be one value, with its place in the whole text.
    pub(super) fn of(text: &str, start: usize) -> Option<Self> {
        let rest = text.get(start..)?;
        let error = serde_json::from_str::<Value>(rest).err()?;
        let line_start: usize =
            rest.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        Some(Self::at(text, start + line_start + error.column().saturating_sub(1), message.to_owned()))
    }

    pub(super) fn at(text: &str, offset: usize, message: String) -> Self {
        let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
        let line_bytes = before.iter().rev().take_while(|byte| **byte != b'\n');
        let is_character_start = |byte: &&u8| (**byte & 0b1100_0000) != 0b1000_0000;
        Self {
            line: 1 + before.iter().filter(|byte| **byte == b'\n').count(),
            column: 1 + line_bytes.filter(is_character_start).count(),
            message,
        }
    }
}

/// `expected value (line 2, column 14 of the reply)`.
impl fmt::Display for SyntaxError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = match self.message.strip_prefix("EOF while parsing ") {
            Some(what) => format!("it ends in the middle of {what}"),
            None => self.message.clone(),
        };
        write!(out, "{message} (line {}, column {} of the reply)", self.line, self.column)
    }
}
