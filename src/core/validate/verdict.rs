//! What was found out about a value.

use super::plan::Validator;
use super::violation::{NotJudged, Violation};
use crate::core::schema::{Schema, Severity};
use serde_json::Value;

/// What was found out about a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// All that is wrong, in the order of the document; warnings are among it.
    pub violations: Vec<Violation>,
    /// The rules across fields that were not judged, since something they read is wrong.
    pub not_judged: Vec<NotJudged>,
    /// How many rules were judged and hold.
    pub passed: usize,
}

impl Verdict {
    /// Whether every rule was judged, and none that makes a value invalid is broken.
    pub fn is_valid(&self) -> bool {
        let is_error = |violation: &Violation| violation.severity == Severity::Error;
        !self.violations.iter().any(is_error) && self.not_judged.is_empty()
    }

    /// How many rules were judged, whether they hold or not.
    pub fn checks(&self) -> usize {
        self.passed + self.violations.len()
    }
}

/// Judges one value by every rule of a schema, where there is no document it is about. Several values are better judged by one [`Validator`].
pub fn validate(schema: &Schema, value: &Value) -> Verdict {
    Validator::new(schema).validate(value)
}
