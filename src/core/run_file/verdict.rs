//! Verdicts: what is kept of a judgement.

use crate::core::counted::counted;
use crate::core::extract::Strategy;
use crate::core::json_text::JsonText;
use crate::core::judge::{Answer, Judgement, ViolationReport};
use crate::core::members::{Members, Object};

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

    /// Whether the same is wrong at the same places of the same answer, in whatever words.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let wrong = |verdict: &Self| -> Vec<_> {
            let violations = verdict.violations.iter();
            violations
                .map(|violation| (violation.pointer.clone(), violation.rule.clone(), violation.severity))
                .collect()
        };
        self.answer == other.answer && self.is_valid == other.is_valid && wrong(self) == wrong(other)
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

impl Object for Verdict {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("valid", &mut self.is_valid)
            .member("answer", &mut self.answer)
            .member("passed", &mut self.passed)
            .member("violations", &mut self.violations);
    }
}
