//! What came of a check, and what is kept of it for those who look at its texts.

use super::document::{Document, first_of};
use super::place::holder;
use super::sheet::{Sheet, Window};
use super::{Check, Text};
use crate::core::agent::first_correction;
use crate::core::dialect::Lowered;
use crate::core::extract::{Candidate, extract_with_positions};
use crate::core::json_text::JsonText;
use crate::core::judge::judgement::{Judged, judge_extracted};
use crate::core::judge::report::{RepairReport, ViolationReport};
use crate::core::judge::source::{Compiled, SchemaSource};
use crate::core::pointer::Pointer;
use crate::core::validate::{Expected, Violation};
use std::ops::Range;

/// What came of a check.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    /// Whether the answer is valid.
    pub is_valid: bool,
    /// How it turned out, in a line.
    pub headline: String,
    /// What is worth knowing beside that, a sentence each.
    pub remarks: Vec<String>,
    /// What is wrong with the answer, warnings included: the first of it where that is very much.
    pub violations: Vec<ViolationReport>,
    /// How many more violations there are.
    pub more: usize,
    /// What a model would be told; empty where there is nothing to tell.
    pub correction: String,
}

/// More violations than these are only counted.
const MOST_VIOLATIONS: usize = 200;

/// What is kept of the last check.
#[derive(Debug)]
pub(in crate::core::judge) struct Kept {
    number: u64,
    columns: usize,
    reply: Sheet,
    schema: Sheet,
    /// Made when somebody looks at it.
    found: Option<Sheet>,
    /// The answer, and what is wrong with it.
    value: Option<JsonText>,
    violations: Vec<Violation>,
}

impl Kept {
    /// Checks a reply.
    pub(in crate::core::judge) fn check(
        check: Check,
        source: &SchemaSource,
        compiled: &Compiled,
        lowered: Option<&Lowered>,
    ) -> (Self, Checked) {
        let extraction = extract_with_positions(&check.case.text);
        let judged =
            judge_extracted(extraction, &check.case, Some(&compiled.validator), lowered, &|_| Vec::new());
        let Judged { judgement, taken, mut violations } = judged;
        let (correction, problem) = match check.templates() {
            Ok(templates) => (first_correction(&judgement, &templates, check.correcting), None),
            Err(error) => (None, Some(format!("There is no correction: {error}"))),
        };
        let mut remarks: Vec<_> =
            judgement.answer.iter().map(|answer| found(answer.strategy.words())).collect();
        remarks.extend(judgement.remarks());
        remarks.extend(problem.filter(|_| !judgement.is_valid()));
        let (is_valid, headline) = (judgement.is_valid(), judgement.headline());
        let (answer, rejected) = (judgement.answer, judgement.rejected);
        let repairs = rejected.as_ref().map(|rejected| &rejected.repairs);
        let repairs = repairs.or(answer.as_ref().map(|answer| &answer.repairs));
        let repairs = repairs.map_or_else(Vec::new, |repairs| RepairReport::marks(repairs).collect());
        let mut reports = answer.as_ref().map_or_else(Vec::new, |answer| answer.violations.clone());
        let more = reports.len().saturating_sub(MOST_VIOLATIONS);
        reports.truncate(MOST_VIOLATIONS);
        violations.truncate(MOST_VIOLATIONS);

        let document = Document::new(source, compiled);
        let in_reply: Vec<_> = places(&violations, taken.as_ref(), &check.case.text);
        let in_schema: Vec<_> = violations
            .iter()
            .map(|violation| document.place(violation, &taken.as_ref()?.value, compiled))
            .collect();
        let range = taken.map(|candidate| candidate.range);
        let reply = Sheet::new(check.case.text, check.columns, &in_reply, repairs, range);
        let schema = Sheet::new(document.text, check.columns, &in_schema, Vec::new(), None);
        let value = answer.map(|answer| answer.value);
        let (number, columns) = (check.number, check.columns);
        let kept = Self { number, columns, reply, schema, found: None, value, violations };
        let correction = correction.unwrap_or_default();
        (kept, Checked { is_valid, headline, remarks, violations: reports, more, correction })
    }

    /// Some rows of a text, if this is the check that is meant.
    pub(in crate::core::judge) fn window(
        &mut self,
        number: u64,
        text: Text,
        from: usize,
        count: usize,
    ) -> Option<Window> {
        if number != self.number {
            return None;
        }
        let sheet = match text {
            Text::Reply => &self.reply,
            Text::Schema => &self.schema,
            Text::Found => {
                let lay_out = || lay_out(self.value.as_ref(), &self.violations, self.columns);
                self.found.get_or_insert_with(lay_out)
            }
        };
        Some(sheet.window(from, count))
    }
}

/// The value that was found, indented.
fn lay_out(value: Option<&JsonText>, violations: &[Violation], columns: usize) -> Sheet {
    let text = value.map(JsonText::pretty).unwrap_or_default();
    let candidate = extract_with_positions(&text).candidates.into_iter().next();
    let places = places(violations, candidate.as_ref(), &text);
    Sheet::new(text, columns, &places, Vec::new(), None)
}

/// Where what is wrong stands in the text of a value.
fn places(violations: &[Violation], candidate: Option<&Candidate>, text: &str) -> Vec<Option<Range<usize>>> {
    let place = |violation: &Violation| place(violation, candidate?, text);
    violations.iter().map(place).collect()
}

/// A value without parts, a key that is too much, or the key or the first sign of what lacks or holds something.
fn place(violation: &Violation, candidate: &Candidate, text: &str) -> Option<Range<usize>> {
    let positions = candidate.positions.as_ref()?;
    let mut pointer = violation.pointer.clone();
    let span = loop {
        match positions.of(&candidate.value, &pointer) {
            Some(span) => break span,
            None if pointer == Pointer::root() => return None,
            None => pointer = holder(&pointer),
        }
    };
    let value = span.value();
    let is_of_key = matches!(violation.expected, Expected::Absent { .. } | Expected::Name(_));
    let holds_others = text.get(value.clone()).is_some_and(|text| text.starts_with(['{', '[']));
    Some(match span.key() {
        Some(key) if is_of_key || holds_others || value.is_empty() => key,
        Some(_) | None if holds_others => first_of(value),
        Some(_) | None => value,
    })
}

/// `Found: from a code fence.`
fn found(words: &str) -> String {
    format!("Found: {words}.")
}
