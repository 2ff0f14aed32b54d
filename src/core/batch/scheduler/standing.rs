//! How a batch stands, and why it does not go on where it does not.

use crate::core::cost::OverBudget;

/// How a batch stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// Nothing is called.
    #[default]
    Resting,
    /// It goes on.
    Running,
    /// Nothing more is called, and what is under way comes to its end: for this reason.
    Paused(Why),
    /// All of its runs are over, or wait for a file.
    Done,
}

/// Why a batch does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The person wants it so.
    Person,
    /// The next call does not fit into the budget of all.
    Budget(OverBudget),
    /// A server would answer no other call either: what it said.
    Server(String),
    /// Run after run came to no answer: what was said to the last one.
    Unanswered(String),
    /// A run cannot begin, and so could no other: what is to be done first.
    Unready(String),
}

impl Why {
    /// In a sentence.
    pub fn words(&self) -> String {
        match self {
            Self::Person => "Paused.".to_owned(),
            Self::Budget(over) => format!("Paused by the budget of the batch. {over}."),
            Self::Server(words) => format!("Paused, since no other call would be answered either. {words}"),
            Self::Unanswered(words) => {
                format!("Paused, since one run after another came to no answer. The last one: {words}")
            }
            Self::Unready(words) => format!("Paused. {words}"),
        }
    }
}
