//! From examples of an answer to a schema: JSON values, or a table as CSV.
//! Describes only what the examples show; neither judges nor knows what a schema means in memory.
//!
//! A text becomes examples (`examples`, `table`). All that was seen at one place of them, strings apart
//! (`strings`), is a [`place::Place`]; `write` says it in the words of JSON Schema.

mod error;
mod examples;
mod place;
mod strings;
mod table;
mod write;

pub use error::InferError;
pub use examples::{ExampleKind, Examples, infer};
