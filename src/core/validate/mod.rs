//! Judging a value against a schema: every rule, every time. Knows nothing of replies or prompts.

mod array;
mod decimal;
mod evaluate;
mod fits;
mod group;
mod limits;
mod marks;
mod object;
mod path;
mod plan;
mod prefix;
mod settle;
mod text;
mod told;
mod union;
mod unique;
mod verdict;
mod violation;

pub use group::{Group, grouped};
pub use limits::Limits;
pub use plan::{Formats, Validator};
pub use prefix::{Nulls, Prefix};
pub use verdict::{Verdict, validate};
pub use violation::{
    BrokenRule, Expected, Form, Found, Level, Limit, Nearest, NotJudged, Outcome, Severity, Stray, Violation,
};

#[cfg(test)]
mod tests;
