//! What a run of a batch came to.

use super::job::Cell;
use crate::core::agent::Spent;
use crate::core::archive::RunOutcome;
use crate::core::json_text::JsonText;
use crate::core::time::Millis;

/// What a run came to, as far as it is counted and listed. All rows of a batch are in memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Which run.
    pub cell: Cell,
    /// How it ended.
    pub outcome: RunOutcome,
    /// How many attempts there were.
    pub attempts: u64,
    /// Whether the first of them was valid.
    pub is_valid_at_once: bool,
    /// What all of them took.
    pub spent: Spent,
    /// What the first of them took.
    pub first: Spent,
    /// How long they took.
    pub took: Millis,
    /// What was wrong with them.
    pub broken: Vec<Broken>,
    /// The answer if it is valid, else what is wrong: a line, clipped.
    pub said: String,
}

/// Something that was wrong in attempts of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Broken {
    /// What: a rule and where it stands, whatever the position in an array; or what came instead of an answer.
    pub what: String,
    /// In how many of the attempts.
    pub attempts: u64,
    /// What the model was told of it, once.
    pub example: String,
}

/// What a run came to, in full: read only to be handed out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detail {
    /// The last answer there was, valid or not.
    pub answer: Option<JsonText>,
    /// What is wrong with it, or why there is none: as the model was told, a line each.
    pub errors: Vec<String>,
}
