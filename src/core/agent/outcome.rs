//! What an attempt amounts to, and how a run ends: one variant a case, with its badge, its words and
//! what happens next, in matches that leave none out.

use super::watchdog::Runaway;
use super::words::counted;
use crate::core::cost::OverBudget;
use crate::core::judge::Judgement;
use crate::core::provider::{Fault, FinishReason, Reply};

/// What an attempt amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An answer that satisfies schema and rules.
    Valid,
    /// An answer that does not.
    Invalid,
    /// A reply that was stopped, since nothing more could have made it valid.
    Hopeless,
    /// A reply without JSON in it.
    NoJson,
    /// JSON that had to be repaired, where that is not accepted.
    Rejected,
    /// The token limit was reached before the answer was complete.
    Truncated,
    /// The reply did not end by itself, and was broken off.
    Runaway(Runaway),
    /// A reply without any text.
    Empty,
    /// Reasoning and no answer.
    OnlyReasoning,
    /// The model, or a filter, refused.
    Refused,
    /// The server was silent for too long.
    TimedOut,
    /// The connection broke while the reply was on its way.
    Cut,
    /// The call gave no reply.
    CallFailed(Fault),
    /// The judge gave no verdict, for this reason.
    Undecided(String),
    /// The person stopped it.
    Stopped,
}

/// How an outcome is marked: a word, never a colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Badge {
    /// Not decided yet.
    Running,
    /// The answer is valid.
    Valid,
    /// The answer is valid, but had to be repaired to be read.
    ValidRepaired,
    /// The answer is JSON, but not valid.
    Invalid,
    /// There is no complete JSON to judge, or none that is accepted.
    ParseError,
    /// The call gave no answer at all.
    CallFailed,
    /// The judge gave no verdict.
    Undecided,
    /// The person stopped it.
    Stopped,
}

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With a valid answer.
    Valid {
        /// How many attempts it took.
        attempts: usize,
    },
    /// Without one.
    Failed {
        /// How many attempts there were.
        attempts: usize,
    },
    /// Before a call that might have broken the budget.
    OverBudget {
        /// How many attempts there were.
        attempts: usize,
        /// What the call might have broken.
        over: OverBudget,
    },
    /// The person stopped it.
    Stopped,
}

/// What follows from an outcome, as long as there are attempts left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// End, with a valid answer.
    Accept,
    /// Tell the model what was wrong, after its own answer.
    Correct,
    /// Ask again as before, with a stricter word and without the useless answer.
    Nudge,
    /// Ask again with a larger token limit, the first time; after that, nudge.
    RaiseLimit,
    /// Ask again as before.
    Repeat,
    /// End, without a valid answer.
    Give,
}

impl Outcome {
    /// What a judged reply amounts to.
    pub(super) fn of(reply: &Reply, judgement: &Judgement) -> Self {
        let cut = reply.finish_reason == FinishReason::Length;
        let blank = reply.text.trim().is_empty();
        match &judgement.answer {
            _ if judgement.is_valid() => Self::Valid,
            Some(_) => Self::Invalid,
            None if judgement.rejected.is_some() => Self::Rejected,
            None if blank && reply.reasoning.trim().is_empty() => Self::Empty,
            None if blank => Self::OnlyReasoning,
            None if cut => Self::Truncated,
            None => Self::NoJson,
        }
    }

    /// What follows from it.
    pub(super) fn next(&self, reply: Option<&Reply>) -> Next {
        let cut = reply.is_some_and(|reply| reply.finish_reason == FinishReason::Length);
        match self {
            Self::Valid => Next::Accept,
            Self::Invalid | Self::Hopeless | Self::NoJson | Self::Rejected => Next::Correct,
            Self::Truncated => Next::RaiseLimit,
            Self::OnlyReasoning | Self::Empty if cut => Next::RaiseLimit,
            Self::OnlyReasoning | Self::Empty | Self::Runaway(_) => Next::Nudge,
            Self::TimedOut | Self::Cut => Next::Repeat,
            Self::Refused | Self::CallFailed(_) | Self::Undecided(_) | Self::Stopped => Next::Give,
        }
    }

    /// Its mark.
    pub fn badge(&self) -> Badge {
        match self {
            Self::Valid => Badge::Valid,
            Self::Invalid | Self::Hopeless => Badge::Invalid,
            Self::NoJson
            | Self::Rejected
            | Self::Truncated
            | Self::Runaway(_)
            | Self::Empty
            | Self::OnlyReasoning => Badge::ParseError,
            Self::Refused | Self::TimedOut | Self::Cut | Self::CallFailed(_) => Badge::CallFailed,
            Self::Undecided(_) => Badge::Undecided,
            Self::Stopped => Badge::Stopped,
        }
    }
}

impl Badge {
    /// The word on it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Running => "RUNNING",
            Self::Valid => "VALID",
            Self::ValidRepaired => "VALID · REPAIRED",
            Self::Invalid => "INVALID",
            Self::ParseError => "PARSE ERROR",
            Self::CallFailed => "CALL FAILED",
            Self::Undecided => "UNDECIDED",
            Self::Stopped => "STOPPED",
        }
    }

    /// The sign beside the word.
    pub fn icon(self) -> &'static str {
        match self {
            Self::Running => "●",
            Self::Valid | Self::ValidRepaired => "✓",
            Self::Invalid => "✗",
            Self::ParseError => "≠",
            Self::CallFailed => "!",
            Self::Undecided => "?",
            Self::Stopped => "■",
        }
    }
}

impl Ending {
    /// The headline of the result.
    pub fn headline(&self) -> String {
        match self {
            Self::Valid { attempts } => format!("Valid output in {}", counted(*attempts, "attempt")),
            Self::Failed { attempts } => format!("Failed after {}", counted(*attempts, "attempt")),
            Self::OverBudget { attempts: 0, .. } => "Stopped by the budget before the first call".to_owned(),
            Self::OverBudget { attempts, .. } => {
                format!("Stopped by the budget after {}", counted(*attempts, "attempt"))
            }
            Self::Stopped => "Stopped".to_owned(),
        }
    }
}
