//! The way back from an answer to a lowered schema, as what is told of it: repairs that mend no fault of
//! the model, since the form was asked for.

use super::report::RepairReport;
use crate::core::dialect::{Lowered, Restored, restore};
use crate::core::extract::Candidate;
use crate::core::pointer::Pointer;
use serde_json::Value;
use std::ops::Range;

/// What may be turned back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turned {
    /// A null that stood for a field that is not there.
    StandIn,
    /// The object around the answer.
    Wrapper,
    /// An array of keys and values that stood for an object.
    Pairs,
}

/// How many places are looked up; the others are told by their number, at the end of the answer.
const MOST_PLACES: usize = 200;

impl Turned {
    const ALL: [Self; 3] = [Self::StandIn, Self::Wrapper, Self::Pairs];

    fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::StandIn,
            Value::Array(_) => Self::Pairs,
            Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => Self::Wrapper,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::StandIn => "standIn",
            Self::Wrapper => "wrapper",
            Self::Pairs => "pairs",
        }
    }

    fn message(self) -> &'static str {
        match self {
            Self::StandIn => "read null as a field that is left out",
            Self::Wrapper => "took the answer out of the object that the server needs",
            Self::Pairs => "read a list of keys and values as an object",
        }
    }
}

impl RepairReport {
    /// Whether it only turns back the form that the server was asked for: the model made no fault.
    pub fn is_of_form(&self) -> bool {
        Turned::ALL.iter().any(|turned| turned.name() == self.kind)
    }
}

/// The answer in the form of the author's schema, and what was turned back for it.
pub(super) fn restored(candidate: &Candidate, lowered: &Lowered) -> (Value, Vec<RepairReport>) {
    let (value, turned) = restore(&candidate.value, lowered);
    (value, reports(candidate, &turned))
}

fn reports(candidate: &Candidate, turned: &[Restored]) -> Vec<RepairReport> {
    let mut reports: Vec<RepairReport> = Vec::new();
    for (index, Restored { pointer }) in turned.iter().enumerate() {
        let found = candidate.value.pointer(&pointer.to_json_pointer());
        let kind = found.map_or(Turned::Wrapper, Turned::of);
        let place = match kind {
            Turned::StandIn => place(candidate, pointer, index),
            // All of it would be marked: its beginning is.
            Turned::Wrapper | Turned::Pairs => {
                let start = place(candidate, pointer, index).start;
                start..start
            }
        };
        match reports.iter_mut().find(|report| report.kind == kind.name()) {
            Some(report) => report.offsets.extend([place.start, place.end]),
            None => reports.push(RepairReport {
                kind: kind.name().to_owned(),
                message: kind.message().to_owned(),
                offsets: vec![place.start, place.end],
            }),
        }
    }
    reports
}

fn place(candidate: &Candidate, pointer: &Pointer, index: usize) -> Range<usize> {
    let end = candidate.range.end;
    let positions = candidate.positions.as_ref().filter(|_| index < MOST_PLACES);
    let span = positions.and_then(|positions| positions.of(&candidate.value, pointer));
    span.map_or(end..end, |span| span.value())
}
