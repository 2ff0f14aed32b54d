//! Getting one JSON value out of what a model really wrote. Knows no schema.
//!
//! Strict JSON comes back exactly as it is. All else comes with a list of repairs, and a value that is
//! still open where the text ends is told apart from the candidates, whatever could be salvaged.
//! Replies of more than 64 MiB and values nested deeper than 127 levels are not read: [`Limit`] says so.

mod extraction;
mod growing;
mod limit;
mod loss;
mod parser;
mod positions;
mod rank;
mod repair;
mod reply;
#[cfg(test)]
mod sample;
mod search;
mod syntax_error;
mod thinking;
mod unclosed;
mod work;

pub use extraction::{Candidate, Extraction, Strategy, extract, extract_with_positions, without_thinking};
pub use growing::{Growing, SoFar};
pub use limit::Limit;
pub use loss::{Loss, LossKind};
pub use positions::{Positions, Span};
pub use repair::{Repair, RepairKind};
pub use syntax_error::SyntaxError;
pub use unclosed::{Unclosed, UnclosedKind};
