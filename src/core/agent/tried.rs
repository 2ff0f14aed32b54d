//! What came of an attempt, as it is compared with others.

use super::attempt::{Attempt, judged_text};
use super::outcome::Outcome;
use crate::core::json_text::JsonText;
use crate::core::judge::Tried;

impl Tried {
    /// What came of this attempt.
    pub fn of(attempt: &Attempt) -> Self {
        let answer = attempt.judgement.as_deref().and_then(|judgement| judgement.value());
        let text = || attempt.reply.as_ref().map_or("", judged_text).trim().to_owned();
        let judged = |text| Self::Judged(text, attempt.violations().to_vec());
        match attempt.outcome() {
            Some(Outcome::Valid | Outcome::Invalid | Outcome::Hopeless | Outcome::Runaway(_)) => {
                match answer.map(JsonText::as_str) {
                    Some(answer) => judged(answer.to_owned()),
                    None if attempt.hopeless.is_some() => judged(text()),
                    None => Self::Unread(text()),
                }
            }
            Some(
                Outcome::NoJson
                | Outcome::Rejected
                | Outcome::Truncated
                | Outcome::Empty
                | Outcome::OnlyReasoning,
            ) => Self::Unread(text()),
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
}
