//! Regular expressions as JSON Schema means them: ECMA-262 in Unicode mode, found anywhere in a text.
//!
//! A pattern is parsed into a small tree of our own, so that its meaning and its errors are exact.
//! The tree is then searched for in linear time by a kept library, or, where look-around or
//! back-references make that impossible, by a backtracking search that counts its steps.
//! Knows nothing of schemas, and never looks at a clock: a search costs the same on every machine.

mod automaton;
mod backtrack;
mod chain;
mod error;
mod linear;
mod parse;
mod program;
mod property;
mod sample;
mod search;
mod set;
mod syntax;

pub use error::PatternError;
pub use search::{Pattern, Search};
