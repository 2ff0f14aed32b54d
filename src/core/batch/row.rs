//! What a run of a batch came to.

use super::job::Cell;
use crate::core::agent::{Attempt, Outcome, Spent};
use crate::core::archive::{RunOutcome, faults, one_line};
use crate::core::counted::capital;
use crate::core::json_text::JsonText;
use crate::core::members::{Members, Object};
use crate::core::run_file::RunFile;
use crate::core::schema::clipped;
use crate::core::time::Millis;
use serde_json::Value;

/// The most characters that are said of a run in a line, and of an example.
const LONGEST: usize = 200;

/// The most different faults that are counted of a run.
const MOST_BROKEN: usize = 20;

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

impl Row {
    /// What a run came to that is over.
    pub fn of(cell: Cell, run: &RunFile) -> Self {
        let attempts = &run.attempts;
        let detail = Detail::of(run);
        let outcome = RunOutcome::of(&run.ending, attempts);
        let said = match (outcome, &detail.answer) {
            (RunOutcome::Valid, Some(answer)) => answer.as_str().to_owned(),
            (_, _) => detail.errors.first().cloned().unwrap_or_default(),
        };
        Self {
            cell,
            outcome,
            attempts: attempts.len() as u64,
            is_valid_at_once: attempts.first().and_then(Attempt::outcome) == Some(&Outcome::Valid),
            spent: attempts.iter().filter_map(|attempt| attempt.spent).sum(),
            first: attempts.first().and_then(|attempt| attempt.spent).unwrap_or_default(),
            took: attempts.iter().filter_map(Attempt::latency).fold(Millis(0), |sum, latency| sum + latency),
            broken: broken(attempts),
            said: clipped(&one_line(&said), LONGEST),
        }
    }

    /// It as it is kept.
    pub fn to_json(&self) -> Value {
        Members::write(&mut self.clone())
    }

    /// Reads what was kept.
    pub fn from_json(json: &Value) -> Option<Self> {
        let mut row = Self::default();
        Members::read(&mut row, json).ok().map(|()| row)
    }
}

impl Detail {
    /// What a run came to, in full.
    pub fn of(run: &RunFile) -> Self {
        let answered = run.attempts.iter().rev().find(|attempt| attempt.value().is_some());
        let answer = answered.and_then(Attempt::value).cloned();
        let Some(last) = run.attempts.last() else { return Self { answer, errors: Vec::new() } };
        let mut errors: Vec<_> = last
            .violations()
            .iter()
            .filter(|violation| violation.is_error())
            .map(|violation| violation.message.clone())
            .collect();
        if errors.is_empty() && last.outcome() != Some(&Outcome::Valid) {
            errors.extend(last.outcome().map(words));
        }
        Self { answer, errors }
    }

    /// It as it is kept.
    pub fn to_json(&self) -> Value {
        Members::write(&mut self.clone())
    }

    /// Reads what was kept.
    pub fn from_json(json: &Value) -> Option<Self> {
        let mut detail = Self::default();
        Members::read(&mut detail, json).ok().map(|()| detail)
    }
}

/// What an attempt amounts to that gave no answer, in a few words, with those of the server.
pub(super) fn words(outcome: &Outcome) -> String {
    let said = match outcome {
        Outcome::CallFailed(fault) => fault.message(),
        Outcome::Undecided(reason) => reason,
        Outcome::Valid
        | Outcome::Invalid
        | Outcome::Hopeless
        | Outcome::NoJson
        | Outcome::Rejected
        | Outcome::Truncated
        | Outcome::Runaway(_)
        | Outcome::Empty
        | Outcome::OnlyReasoning
        | Outcome::Refused
        | Outcome::TimedOut
        | Outcome::Cut
        | Outcome::Stopped => "",
    };
    let word = capital(&outcome.badge().word().to_lowercase());
    if said.is_empty() { word } else { format!("{word}: {said}") }
}

/// What was wrong with attempts, each thing once an attempt.
fn broken(attempts: &[Attempt]) -> Vec<Broken> {
    let mut broken: Vec<Broken> = Vec::new();
    for (what, example) in attempts.iter().flat_map(faults) {
        if let Some(known) = broken.iter_mut().find(|broken| broken.what == what) {
            known.attempts += 1;
        } else if broken.len() < MOST_BROKEN {
            broken.push(Broken { what, attempts: 1, example: clipped(&one_line(example), LONGEST) });
        }
    }
    broken
}

impl Object for Row {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        let outcome = members.choice(
            "outcome",
            Some(self.outcome.name()),
            &mut RunOutcome::ALL.into_iter().map(RunOutcome::name),
        );
        self.outcome = outcome.and_then(|place| RunOutcome::ALL.get(place).copied()).unwrap_or(self.outcome);
        members
            .member("cell", &mut self.cell.0)
            .member("attempts", &mut self.attempts)
            .member("isValidAtOnce", &mut self.is_valid_at_once)
            .member("spent", &mut self.spent)
            .member("first", &mut self.first)
            .member("took", &mut self.took)
            .member("broken", &mut self.broken)
            .member("said", &mut self.said);
    }
}

impl Object for Broken {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("what", &mut self.what)
            .member("attempts", &mut self.attempts)
            .member("example", &mut self.example);
    }
}

impl Object for Detail {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        let mut answer = self.answer.as_ref().map(|answer| answer.as_str().to_owned());
        members.member("answer", &mut answer).member("errors", &mut self.errors);
        self.answer = answer.as_deref().map(JsonText::from_compact);
    }
}
