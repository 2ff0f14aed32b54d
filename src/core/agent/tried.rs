//! What came of an attempt, as far as attempts can be compared with each other.

use super::attempt::{Attempt, judged_text};
use super::outcome::Outcome;
use crate::core::json_text::JsonText;
use crate::core::judge::ViolationReport;

/// What came of an attempt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tried<'a> {
    /// An answer: its text, as compact JSON where it was read, and what is wrong with it.
    Judged(&'a str, &'a [ViolationReport]),
    /// A reply without an answer: its text.
    Unread(&'a str),
    /// Nothing that the model could be held to: the call was cut, or it is not over.
    Nothing,
}

impl<'a> Tried<'a> {
    /// What came of this attempt.
    pub fn of(attempt: &'a Attempt) -> Self {
        let answer = attempt.judgement.as_ref().and_then(|judgement| judgement.value());
        let text = attempt.reply.as_ref().map_or("", judged_text).trim();
        match attempt.outcome() {
            Some(Outcome::Valid | Outcome::Invalid | Outcome::Hopeless | Outcome::Runaway(_)) => {
                match answer.map(JsonText::as_str) {
                    Some(answer) => Self::Judged(answer, attempt.violations()),
                    None if attempt.hopeless.is_some() => Self::Judged(text, attempt.violations()),
                    None => Self::Unread(text),
                }
            }
            Some(
                Outcome::NoJson
                | Outcome::Rejected
                | Outcome::Truncated
                | Outcome::Empty
                | Outcome::OnlyReasoning,
            ) => Self::Unread(text),
            Some(
                Outcome::Refused
                | Outcome::TimedOut
                | Outcome::Cut
                | Outcome::CallFailed(_)
                | Outcome::Undecided(_)
                | Outcome::Stopped,
            )
            | None => Self::Nothing,
        }
    }

    /// The text by which it is the same as another; none where nothing came of it.
    pub(super) fn text(self) -> Option<&'a str> {
        match self {
            Self::Judged(text, _) | Self::Unread(text) => Some(text),
            Self::Nothing => None,
        }
    }

    /// What is wrong with its answer.
    pub(super) fn violations(self) -> &'a [ViolationReport] {
        match self {
            Self::Judged(_, violations) => violations,
            Self::Unread(_) | Self::Nothing => &[],
        }
    }
}
