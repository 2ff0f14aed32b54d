//! Why no schema can be inferred from a text, in words that say what to do about it.

use crate::core::schema::import::ImportError;
use std::fmt;

/// Why no schema can be inferred from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InferError {
    /// It is a schema.
    Schema,
    /// No value can be read from it.
    Unreadable(ImportError),
    /// It is CSV in which a row has more or fewer cells than the first line has names.
    Uneven {
        /// The line where the row begins, from 1.
        line: usize,
        /// How many cells the row has.
        cells: usize,
        /// How many names there are.
        names: usize,
    },
    /// It is CSV with a column that has no name of its own.
    Unnamed {
        /// Which column, from 1.
        column: usize,
    },
}

impl fmt::Display for InferError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema => out.write_str("This is a schema already."),
            Self::Unreadable(error @ ImportError::NotJson { .. }) => {
                write!(out, "{error} Nor is it CSV: a line that names the columns, and a line for each row.")
            }
            Self::Unreadable(error) => error.fmt(out),
            Self::Uneven { line, cells, names } => write!(
                out,
                "This looks like CSV, but the row at line {line} has {cells} cells, \
                 and the first line names {names}."
            ),
            Self::Unnamed { column } => write!(
                out,
                "This looks like CSV, but column {column} has no name of its own in the first line."
            ),
        }
    }
}

impl std::error::Error for InferError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(error: InferError, expected: &str) {
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn errors_are_a_sentence_or_two() {
        check(InferError::Schema, "This is a schema already.");
        check(InferError::Unreadable(ImportError::Empty), "The text is empty.");
        check(
            InferError::Unreadable(ImportError::NotJson {
                line: 1,
                column: 2,
                problem: "a comma is too many",
            }),
            "This is not JSON: at line 1, column 2, a comma is too many. \
             Nor is it CSV: a line that names the columns, and a line for each row.",
        );
        check(
            InferError::Uneven { line: 3, cells: 2, names: 4 },
            "This looks like CSV, but the row at line 3 has 2 cells, and the first line names 4.",
        );
        check(
            InferError::Unnamed { column: 2 },
            "This looks like CSV, but column 2 has no name of its own in the first line.",
        );
    }
}
