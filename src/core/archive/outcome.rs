//! How a kept run ended, in one word.

use crate::core::agent::{Attempt, Ending, Tone};
use crate::core::judge::Tried;

/// How a kept run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunOutcome {
    /// With a valid answer.
    Valid,
    /// With answers of which none is valid.
    #[default]
    Invalid,
    /// The same, but early, since it went in circles.
    Circles,
    /// Without an answer that could be judged.
    Unanswered,
    /// Before a call that might have broken the budget.
    OverBudget,
    /// The person stopped it.
    Stopped,
}

impl RunOutcome {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 6] =
        [Self::Valid, Self::Invalid, Self::Circles, Self::Unanswered, Self::OverBudget, Self::Stopped];

    /// How a run with these attempts ended.
    pub fn of(ending: &Ending, attempts: &[Attempt]) -> Self {
        match ending {
            Ending::Valid { .. } => Self::Valid,
            Ending::Failed { .. } if !attempts.iter().any(is_answered) => Self::Unanswered,
            Ending::Failed { .. } => Self::Invalid,
            Ending::Stalled { .. } => Self::Circles,
            Ending::OverBudget { .. } => Self::OverBudget,
            Ending::Stopped => Self::Stopped,
        }
    }

    /// What people read, and what it is kept and asked by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Valid => "Valid",
            Self::Invalid => "Invalid",
            Self::Circles => "In circles",
            Self::Unanswered => "No answer",
            Self::OverBudget => "Over budget",
            Self::Stopped => "Stopped",
        }
    }

    /// The outcome of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.name() == name)
    }

    /// What it says at first sight.
    pub fn tone(self) -> Tone {
        match self {
            Self::Valid => Tone::Good,
            Self::Invalid | Self::Circles | Self::Unanswered | Self::OverBudget => Tone::Bad,
            Self::Stopped => Tone::Neutral,
        }
    }

    /// Whether it says something of the model: what a person or a budget ended says nothing, nor does a call that
    /// failed.
    pub fn is_judged(self) -> bool {
        match self {
            Self::Valid | Self::Invalid | Self::Circles => true,
            Self::Unanswered | Self::OverBudget | Self::Stopped => false,
        }
    }
}

/// Whether the model gave something that could be held to the schema.
pub(super) fn is_answered(attempt: &Attempt) -> bool {
    Tried::of(attempt) != Tried::Nothing
}
