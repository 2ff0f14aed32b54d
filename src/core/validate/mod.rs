//! Judging a value against a schema: every rule, every time. Knows nothing of replies or prompts.

mod evaluate;
mod text;
mod violation;

pub use evaluate::{Verdict, validate};
pub use violation::{Expected, Found, Level, Severity, Violation};
