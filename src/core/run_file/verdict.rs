//! Verdicts: what is kept of a judgement, and whether judging again comes to the same.

use crate::core::counted::counted;
use crate::core::extract::Strategy;
use crate::core::json_text::JsonText;
use crate::core::judge::wire::{read_violation, violation};
use crate::core::judge::{Answer, Judgement, ViolationReport};
use crate::core::members::Members;

/// What a judgement comes to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The answer that was judged, as compact JSON; none where there was none in the reply.
    pub answer: Option<String>,
    /// How many checks it passed.
    pub passed: u64,
    /// Whether it is valid.
    pub is_valid: bool,
    /// What is wrong with it.
    pub violations: Vec<ViolationReport>,
}

/// What came of judging a reply again.
#[derive(Clone, Debug, PartialEq)]
pub struct Again {
    /// Which attempt it was, from 1.
    pub attempt: usize,
    /// The verdict in a few words, then and now.
    pub words: [String; 2],
    /// Whether both are the same in every part.
    pub is_same: bool,
}

impl Verdict {
    /// What a judgement comes to.
    pub fn of(judgement: &Judgement) -> Self {
        let answer = judgement.answer.as_ref();
        Self {
            answer: answer.map(|answer| answer.value.as_str().to_owned()),
            passed: answer.map_or(0, |answer| answer.passed as u64),
            is_valid: judgement.is_valid(),
            violations: judgement.violations().to_vec(),
        }
    }

    /// As much of the judgement as is kept: enough to be shown until the reply is judged again.
    pub(super) fn judgement(&self) -> Judgement {
        let answer = self.answer.as_deref().map(|value| Answer {
            value: JsonText::from_compact(value),
            strategy: Strategy::Whole,
            repairs: Vec::new(),
            violations: self.violations.clone(),
            not_judged: Vec::new(),
            passed: usize::try_from(self.passed).unwrap_or(usize::MAX),
            feedback: None,
            ledger: None,
        });
        Judgement { answer, ..Judgement::default() }
    }

    pub(super) fn describe(&mut self, members: &mut Members<'_>) {
        members
            .flag("valid", &mut self.is_valid)
            .optional_text("answer", &mut self.answer)
            .number("passed", &mut self.passed)
            .as_value(
                "violations",
                &mut self.violations,
                |violations| violations.iter().map(violation).collect(),
                |json| json.as_array()?.iter().map(read_violation).collect(),
            );
    }

    /// It in a few words.
    pub fn words(&self) -> String {
        let errors = self.violations.iter().filter(|violation| violation.is_error()).count();
        match (&self.answer, errors) {
            (None, _) => "no answer".to_owned(),
            (Some(_), _) if self.is_valid => "valid".to_owned(),
            (Some(_), 0) => "not all judged".to_owned(),
            (Some(_), errors) => counted(errors, "error"),
        }
    }
}

impl Again {
    /// What came of judging an attempt's reply again.
    pub fn new(attempt: usize, then: &Verdict, now: &Verdict) -> Self {
        Self { attempt, words: [then, now].map(Verdict::words), is_same: then == now }
    }
}
