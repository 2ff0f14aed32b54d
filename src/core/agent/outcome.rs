//! What an attempt amounts to, and how a run ends: one variant a case, with its badge, its words and
//! what happens next, in matches that leave none out.

use super::watchdog::Runaway;
use super::words::counted;
use crate::core::cost::OverBudget;
use crate::core::judge::Judgement;
use crate::core::provider::{Complaint, Fault, FinishReason, NetworkFault, Reply};

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

/// How an outcome is marked: a word, never a colour alone. One for each class of what can happen.
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
    /// There is no JSON in the reply.
    NoJson,
    /// The JSON needs repairs, and repaired JSON is not accepted.
    ParseError,
    /// The token limit was reached before the answer was complete.
    Truncated,
    /// The reply did not end by itself.
    Runaway,
    /// There is no text in the reply.
    Empty,
    /// There is reasoning in the reply, and no answer.
    OnlyReasoning,
    /// The model, or a filter, refused.
    Refused,
    /// The server was silent for too long, or gave up waiting for the model.
    TimedOut,
    /// The connection broke while the reply was on its way.
    Cut,
    /// The conversation is longer than the model can read.
    TooLong,
    /// The server refused the key.
    KeyRefused,
    /// Nothing answered.
    Unreachable,
    /// The server is there, but the browser may not call it, or not read what it answers.
    Blocked,
    /// The server was called too often.
    RateLimited,
    /// The server has too much to do.
    ServerBusy,
    /// The server is still loading the model.
    ModelLoading,
    /// The call gave no answer for another reason.
    CallFailed,
    /// The judge gave no verdict.
    Undecided,
    /// The person stopped it.
    Stopped,
}

/// What a mark says at first sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// It is under way.
    Running,
    /// It went well.
    Good,
    /// It did not.
    Bad,
    /// Neither: the person ended it.
    Neutral,
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
    /// Without one, before the attempts were spent, since the run went in circles.
    Stalled {
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
            None if cut && judgement.is_truncated() => Self::Truncated,
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
            Self::NoJson => Badge::NoJson,
            Self::Rejected => Badge::ParseError,
            Self::Truncated => Badge::Truncated,
            Self::Runaway(_) => Badge::Runaway,
            Self::Empty => Badge::Empty,
            Self::OnlyReasoning => Badge::OnlyReasoning,
            Self::Refused => Badge::Refused,
            Self::TimedOut => Badge::TimedOut,
            Self::Cut => Badge::Cut,
            Self::CallFailed(Fault::Network(fault)) => Badge::of_network(*fault),
            Self::CallFailed(Fault::Cut { .. }) => Badge::Cut,
            Self::CallFailed(Fault::Server { complaint, .. }) => Badge::of_complaint(*complaint),
            Self::Undecided(_) => Badge::Undecided,
            Self::Stopped => Badge::Stopped,
        }
    }
}

impl Badge {
    fn of_network(fault: NetworkFault) -> Self {
        match fault {
            NetworkFault::Offline | NetworkFault::Unreachable => Self::Unreachable,
            NetworkFault::MixedContent
            | NetworkFault::LocalNetworkDenied
            | NetworkFault::CorsRefused
            | NetworkFault::Withheld => Self::Blocked,
        }
    }

    fn of_complaint(complaint: Complaint) -> Self {
        match complaint {
            Complaint::KeyRefused => Self::KeyRefused,
            Complaint::ContextOverflow { .. } => Self::TooLong,
            Complaint::RateLimited => Self::RateLimited,
            Complaint::Overloaded => Self::ServerBusy,
            Complaint::ModelLoading => Self::ModelLoading,
            Complaint::TimedOut => Self::TimedOut,
            Complaint::ContentFiltered => Self::Refused,
            Complaint::NoPermission
            | Complaint::NoCredit
            | Complaint::UnknownModel
            | Complaint::NoModelLoaded
            | Complaint::Failed
            | Complaint::ModeRefused { .. }
            | Complaint::ParameterRefused { .. }
            | Complaint::ImagesRefused
            | Complaint::WrongPath
            | Complaint::WebPage
            | Complaint::Unreadable
            | Complaint::Empty
            | Complaint::Rejected => Self::CallFailed,
        }
    }

    /// The word on it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Running => "RUNNING",
            Self::Valid => "VALID",
            Self::ValidRepaired => "VALID · REPAIRED",
            Self::Invalid => "INVALID",
            Self::NoJson => "NO JSON",
            Self::ParseError => "PARSE ERROR",
            Self::Truncated => "TRUNCATED",
            Self::Runaway => "RUNAWAY",
            Self::Empty => "EMPTY",
            Self::OnlyReasoning => "ONLY REASONING",
            Self::Refused => "REFUSED",
            Self::TimedOut => "TIMED OUT",
            Self::Cut => "CUT",
            Self::TooLong => "TOO LONG",
            Self::KeyRefused => "KEY REFUSED",
            Self::Unreachable => "UNREACHABLE",
            Self::Blocked => "BLOCKED",
            Self::RateLimited => "RATE LIMITED",
            Self::ServerBusy => "SERVER BUSY",
            Self::ModelLoading => "MODEL LOADING",
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
            Self::NoJson
            | Self::ParseError
            | Self::Truncated
            | Self::Runaway
            | Self::Empty
            | Self::OnlyReasoning => "≠",
            Self::Refused
            | Self::TimedOut
            | Self::Cut
            | Self::TooLong
            | Self::KeyRefused
            | Self::Unreachable
            | Self::Blocked
            | Self::RateLimited
            | Self::ServerBusy
            | Self::ModelLoading
            | Self::CallFailed => "!",
            Self::Undecided => "?",
            Self::Stopped => "■",
        }
    }

    /// What it says at first sight.
    pub fn tone(self) -> Tone {
        match self {
            Self::Running => Tone::Running,
            Self::Valid | Self::ValidRepaired => Tone::Good,
            Self::Invalid
            | Self::NoJson
            | Self::ParseError
            | Self::Truncated
            | Self::Runaway
            | Self::Empty
            | Self::OnlyReasoning
            | Self::Refused
            | Self::TimedOut
            | Self::Cut
            | Self::TooLong
            | Self::KeyRefused
            | Self::Unreachable
            | Self::Blocked
            | Self::RateLimited
            | Self::ServerBusy
            | Self::ModelLoading
            | Self::CallFailed
            | Self::Undecided => Tone::Bad,
            Self::Stopped => Tone::Neutral,
        }
    }
}

impl Ending {
    /// The headline of the result.
    pub fn headline(&self) -> String {
        match self {
            Self::Valid { attempts } => format!("Valid output in {}", counted(*attempts, "attempt")),
            Self::Failed { attempts } => format!("Failed after {}", counted(*attempts, "attempt")),
            Self::Stalled { attempts } => format!("Stopped early after {}", counted(*attempts, "attempt")),
            Self::OverBudget { attempts: 0, .. } => "Stopped by the budget before the first call".to_owned(),
            Self::OverBudget { attempts, .. } => {
                format!("Stopped by the budget after {}", counted(*attempts, "attempt"))
            }
            Self::Stopped => "Stopped".to_owned(),
        }
    }
}
