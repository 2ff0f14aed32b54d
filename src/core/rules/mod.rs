//! Rules across fields: CEL expressions over an answer (`self`) and the document it is about (`input`).
//! Knows no keyword of a schema but its rules, and judges nothing that the validator judges.
//!
//! An expression is read by the `cel` crate's parser and evaluated here, where its work is counted in
//! steps and an integer may stand beside a number. It never panics and never waits.

mod check;
mod compiled;
mod evaluate;
mod expression;
mod function;
mod given;
mod judge;
mod operator;
mod parse;
mod reads;
mod time;
mod trial;
mod value;

pub use check::RuleMistake;
pub use compiled::Rules;
pub use evaluate::{Failure, evaluate};
pub use judge::{Judged, Site, at, name};
pub use parse::{Mistake, Position};
pub use time::{Duration, Timestamp};
pub use trial::{RuleTrial, mistake, try_rule};
pub use value::{Key, Members, Type, Value};

#[cfg(test)]
mod tests;
