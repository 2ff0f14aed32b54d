//! Getting one JSON value out of what a model really wrote. Knows no schema.
//!
//! Strict JSON comes back exactly as it is. All else comes with a list of repairs, and a value that is
//! still open where the text ends is told apart from the candidates, whatever could be salvaged.

mod candidate;
mod parser;
mod repair;
mod thinking;

pub use candidate::{Candidate, Extraction, Strategy, SyntaxError, extract, without_thinking};
pub use parser::{Loss, LossKind};
pub use repair::{Repair, RepairKind};
