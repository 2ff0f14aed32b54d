//! What was found out about a value.

use super::plan::Validator;
use super::violation::Violation;
use crate::core::schema::Schema;
use serde_json::Value;

/// What was found out about a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// All that is wrong, in the order of the document; none means valid.
    pub violations: Vec<Violation>,
    /// How many rules were judged and hold.
    pub passed: usize,
}

impl Verdict {
    /// How many rules were judged, whether they hold or not.
    pub fn checks(&self) -> usize {
        self.passed + self.violations.len()
    }
}

/// Judges one value by every rule of a schema. Several values are better judged by one [`Validator`].
pub fn validate(schema: &Schema, value: &Value) -> Verdict {
    Validator::new(schema).validate(value)
}
