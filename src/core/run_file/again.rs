//! Judging the replies of a run again, by its own schema or by another, and how that compares with the verdicts then.

use super::RunFile;
use super::verdict::Verdict;
use crate::core::agent::{Attempt, Outcome, Phase};
use crate::core::counted::counted;
use crate::core::judge::Judgement;

/// The verdicts on the replies of a run, judged again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Again {
    /// What they are judged by, for people.
    pub by: String,
    /// One for each attempt, in their order.
    pub verdicts: Vec<Now>,
}

/// What a reply comes to when it is judged again.
#[derive(Clone, Debug, PartialEq)]
pub enum Now {
    /// There was nothing to judge.
    Nothing,
    /// That is not known yet.
    Pending,
    /// This.
    Verdict(Verdict),
    /// That cannot be said, for this reason.
    Undecided(String),
}

/// The verdicts on the replies of a run, as they were reached.
pub fn verdicts(attempts: &[impl std::borrow::Borrow<Attempt>]) -> Vec<Option<Verdict>> {
    attempts.iter().map(|attempt| attempt.borrow().judgement.as_deref().map(Verdict::of)).collect()
}

impl Again {
    /// What is about to be judged by something.
    pub fn new(by: String, then: &[Option<Verdict>]) -> Self {
        let now = |then: &Option<Verdict>| if then.is_some() { Now::Pending } else { Now::Nothing };
        Self { by, verdicts: then.iter().map(now).collect() }
    }

    /// Whether every verdict is what it was.
    pub fn is_same(&self, then: &[Option<Verdict>]) -> bool {
        let mut both = self.verdicts.iter().zip(then);
        both.all(|(now, then)| *now == Now::Nothing || now.is_same(then.as_ref()))
    }

    /// How the verdicts compare with those then, in a line.
    pub fn words(&self, then: &[Option<Verdict>]) -> String {
        let judged = self.verdicts.iter().filter(|now| !matches!(now, Now::Nothing)).count();
        let same = self.verdicts.iter().zip(then).filter(|(now, then)| now.is_same(then.as_ref())).count();
        let is_pending = self.verdicts.iter().any(|now| matches!(now, Now::Pending));
        match judged - same {
            _ if is_pending => "judging again…".to_owned(),
            _ if judged == 0 => "there was no reply to judge".to_owned(),
            0 => format!("the same {}", if judged == 1 { "verdict" } else { "verdicts" }),
            other => format!("{other} of {} changed", counted(judged, "verdict")),
        }
    }
}

impl Now {
    /// Whether it is what was found then, in every part.
    pub fn is_same(&self, then: Option<&Verdict>) -> bool {
        match self {
            Self::Verdict(now) => then == Some(now),
            Self::Nothing | Self::Pending | Self::Undecided(_) => false,
        }
    }

    /// It in a few words.
    pub fn words(&self) -> String {
        match self {
            Self::Nothing => "–".to_owned(),
            Self::Pending => "…".to_owned(),
            Self::Verdict(verdict) => verdict.words(),
            Self::Undecided(reason) => format!("undecided: {reason}"),
        }
    }
}

impl RunFile {
    /// Takes what the judge says of an attempt's reply, or why it says nothing, in place of what the file says: a file
    /// is not believed that an answer is valid.
    pub fn take(&mut self, position: usize, judged: Result<Judgement, String>) {
        let Some(attempt) = self.attempts.get_mut(position) else { return };
        let Phase::Over { outcome, .. } = &mut attempt.phase else { return };
        match judged {
            Ok(judgement) => {
                let is_valid = judgement.is_valid();
                match outcome {
                    Outcome::Valid | Outcome::Invalid => {
                        *outcome = if is_valid { Outcome::Valid } else { Outcome::Invalid };
                    }
                    Outcome::Hopeless
                    | Outcome::NoJson
                    | Outcome::Rejected
                    | Outcome::Truncated
                    | Outcome::Runaway(_)
                    | Outcome::Empty
                    | Outcome::OnlyReasoning
                    | Outcome::Refused
                    | Outcome::TimedOut
                    | Outcome::Cut
                    | Outcome::CallFailed(_)
                    | Outcome::Undecided(_)
                    | Outcome::Stopped => {}
                }
                attempt.judgement = Some(judgement.into());
            }
            Err(reason) => *outcome = Outcome::Undecided(reason),
        }
        self.mend_ending();
    }
}
