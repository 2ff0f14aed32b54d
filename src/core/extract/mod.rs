//! Getting one JSON value out of what a model really wrote. Knows no schema.
//!
//! Every candidate is strict JSON: the whole reply, a code fence, or an object or array in prose.
//! A value that is still open where the text ends is never completed.

mod candidate;
mod fence;
mod scan;

pub use candidate::{Candidate, Extraction, Strategy, SyntaxError, extract, without_thinking};
