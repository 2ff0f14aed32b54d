//! What a model is told of an answer that is invalid, as far as the schema and the values are needed to say it:
//! the exact errors, what was right, and the form of what is to be returned. Whoever corrects composes it.

mod draw;
mod faults;
mod kept;
mod lines;
mod sketch;

#[cfg(test)]
mod tests;

use self::draw::{Part, drawn};
use self::faults::Faults;
use crate::core::schema::Severity;
use crate::core::validate::{Validator, Violation};
use serde_json::Value;

/// What a model is told of an answer that is invalid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feedback {
    /// What is wrong, one line a cause, in the order of the document. Where there is more than a model should
    /// be told at once, the last line says how much.
    pub errors: Vec<String>,
    /// The places that were right, each as high up as it goes: `city`, `items[0, 2..4].sku`. The first ones.
    pub kept: Vec<String>,
    /// The JSON to return: what was right as it stands, and a hole, `<integer from 1 to 20>`, for all else.
    /// Empty where even the least of it would be too long.
    pub scaffold: String,
    /// The same for nothing but the parts that are wrong, without what was right.
    pub skeleton: String,
}

/// The form of an answer, with a hole for each value; empty where it would be too long.
pub(super) fn form(validator: &Validator) -> String {
    // Nothing of what stands in the place of an object or a list can stay.
    let nothing = Value::Null;
    let verdict = validator.validate(&nothing);
    Feedback::new(validator, &nothing, &verdict.violations).unwrap_or_default().scaffold
}

impl Feedback {
    /// What is to be told of an answer in which this is wrong; none where only warnings are.
    pub(super) fn new(validator: &Validator, value: &Value, violations: &[Violation]) -> Option<Self> {
        let errors: Vec<_> =
            violations.iter().filter(|violation| violation.severity == Severity::Error).collect();
        if errors.is_empty() {
            return None;
        }
        let faults = Faults::of(&errors, value);
        Some(Self {
            errors: lines::lines(&errors, &faults, validator, value),
            kept: kept::kept(&faults, value),
            scaffold: drawn(&faults, validator, value, Part::Whole),
            skeleton: drawn(&faults, validator, value, Part::Failing),
        })
    }
}
