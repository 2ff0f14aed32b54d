//! What a critique objects to.

use super::place::place;
use super::reply::read;
use crate::core::critique::{CRITIQUE_SCHEMA, Finding};
use crate::core::pointer::Pointer;
use crate::core::rules::at;
use crate::core::schema::on_one_line;
use crate::core::validate::{Expected, Found, Severity, Violation};
use serde_json::Value;

/// The most objections that count.
const MOST_OBJECTIONS: usize = 20;

/// The most characters of a problem that are told.
const MOST_OF_PROBLEM: usize = 300;

/// The most characters of a place that are told where there is no such place.
const MOST_OF_PLACE: usize = 80;

/// One thing that a critique objects to, in its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Objection {
    /// Where; empty where it says nothing of that.
    place: String,
    /// What is wrong there.
    problem: String,
}

/// The objections in a critique, each once and only those with words, and what became of it.
pub(super) fn objections(critique: &str) -> (Vec<Objection>, Finding) {
    let critique = match read(CRITIQUE_SCHEMA, critique) {
        Ok(critique) => critique,
        Err(reason) => return (Vec::new(), Finding::Unusable(reason)),
    };
    let (mut objections, mut more) = (Vec::new(), 0);
    for objection in critique.get("objections").and_then(Value::as_array).into_iter().flatten() {
        let text = |name| objection.get(name).and_then(Value::as_str).unwrap_or_default();
        let problem = on_one_line(text("problem"), MOST_OF_PROBLEM);
        let objection = Objection { place: text("place").trim().to_owned(), problem };
        if objection.problem.is_empty() || objections.contains(&objection) {
            continue;
        }
        if objections.len() == MOST_OBJECTIONS {
            more += 1;
        } else {
            objections.push(objection);
        }
    }
    let finding = match objections.len() {
        0 => Finding::Nothing,
        told => Finding::Objections { told, more },
    };
    (objections, finding)
}

impl Objection {
    /// What is wrong with an answer by it: at its place, or with the whole where the answer has no such place.
    pub(super) fn violation(&self, answer: &Value) -> Violation {
        let (pointer, problem) = match place(&self.place, answer) {
            Some(pointer) => (pointer, self.problem.clone()),
            None => {
                let place = Value::from(on_one_line(&self.place, MOST_OF_PLACE));
                (Pointer::root(), format!("{} (said of {place}, which is not there)", self.problem))
            }
        };
        let found = at(answer, &pointer.segments()).map_or(Found::Nothing, Found::from);
        let expected = Expected::Criterion(problem);
        Violation { pointer, expected, found, severity: Severity::Error, related: Vec::new() }
    }
}
