//! Violations, and rules that were not judged, as they travel: their words are made, and the schema they
//! came from is not needed any more.

use crate::core::pointer::Pointer;
use crate::core::validate::{Level, NotJudged, Severity, Violation};
use std::fmt;

/// One rule that a value breaks at one place, for people, models and machines.
#[derive(Clone, Debug, PartialEq)]
pub struct ViolationReport {
    /// The place; for a missing or stray key, that key's own.
    pub pointer: Pointer,
    /// The keyword that is broken.
    pub rule: String,
    /// The kind of rule it is.
    pub level: Level,
    /// Whether the answer is invalid because of it.
    pub severity: Severity,
    /// What is wrong, in one line: the words a person reads and the model is told.
    pub message: String,
    /// The other places the rule read.
    pub related: Vec<Pointer>,
}

/// A rule that was not judged, since something it reads is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct NotJudgedReport {
    /// Its name: `rules[i]`.
    pub rule: String,
    /// The place it would have been told of.
    pub pointer: Pointer,
    /// The place that is wrong.
    pub because: Pointer,
    /// Both in a line, without its full stop.
    pub message: String,
}

impl From<&NotJudged> for NotJudgedReport {
    fn from(rule: &NotJudged) -> Self {
        let (pointer, because) = (rule.pointer.clone(), rule.because.clone());
        Self { rule: rule.rule.clone(), pointer, because, message: rule.to_string() }
    }
}

impl From<&Violation> for ViolationReport {
    fn from(violation: &Violation) -> Self {
        Self {
            pointer: violation.pointer.clone(),
            rule: violation.rule().to_string(),
            level: violation.level(),
            severity: violation.severity,
            message: violation.to_string(),
            related: violation.related.clone(),
        }
    }
}

impl fmt::Display for ViolationReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}
