//! What is known of a kept run without reading all of it.

use super::outcome::{RunOutcome, is_answered};
use super::shelf::ShelfRow;
use crate::core::agent::{Attempt, Outcome, Spent};
use crate::core::counted::counted;
use crate::core::judge::ViolationReport;
use crate::core::members::{Members, Object};
use crate::core::pointer::Segment;
use crate::core::provider::Usage;
use crate::core::run_file::{RunFile, Served};
use crate::core::schema::clipped;
use crate::core::time::Millis;
use serde_json::Value;

/// A kept run, as far as it is known without being read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// Its id: the same for the same run, however often it is kept.
    pub id: String,
    /// When it began, since 1970.
    pub began: Millis,
    /// Whether it is pinned.
    pub is_pinned: bool,
    /// The name of its schema.
    pub schema: String,
    /// Who was asked.
    pub model: String,
    /// Whether that was the stand-in model.
    pub is_simulated: bool,
    /// How it ended.
    pub outcome: RunOutcome,
    /// How many attempts there were.
    pub attempts: u64,
    /// Whether the first of them was valid.
    pub is_valid_at_once: bool,
    /// What they took.
    pub spent: Spent,
    /// How long they took.
    pub took: Millis,
    /// What was wrong with them.
    pub broken: Vec<Broken>,
    /// How its prompt begins.
    pub prompt: String,
    /// What it was about, in lower case, to be searched.
    pub words: String,
}

/// Something that was wrong in attempts of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Broken {
    /// What: a rule and where it stands, whatever the position in an array; or what came instead of an answer.
    pub what: String,
    /// In how many of the attempts.
    pub attempts: u64,
}

/// The most characters that are shown of a prompt.
const LONGEST_PROMPT: usize = 160;

/// The most characters of each text that are searched.
const LONGEST_SEARCHED: usize = 600;

/// The most different faults that are counted of a run.
const MOST_BROKEN: usize = 50;

/// What people read of the stand-in model.
const SIMULATED: &str = "Simulated";

impl Entry {
    /// What is known of a run.
    pub fn of(run: &RunFile) -> Self {
        let attempts = &run.attempts;
        let spent: Spent = attempts.iter().filter_map(|attempt| attempt.spent).sum();
        let usage = Usage { input: spent.usage.input, output: spent.usage.output, ..Usage::default() };
        let latencies = attempts.iter().filter_map(Attempt::latency);
        let answer = attempts.iter().rev().find_map(|attempt| attempt.reply.as_ref());
        let model = model(run);
        let searched = [
            run.schema_name.as_str(),
            model,
            run.prompt.as_str(),
            run.input.as_str(),
            answer.map_or("", |reply| reply.text.as_str()),
        ];
        Self {
            id: run.id.clone(),
            began: run.began,
            is_pinned: false,
            schema: run.schema_name.clone(),
            model: model.to_owned(),
            is_simulated: run.is_simulated(),
            outcome: RunOutcome::of(&run.ending, attempts),
            attempts: attempts.len() as u64,
            is_valid_at_once: attempts.first().and_then(Attempt::outcome) == Some(&Outcome::Valid),
            spent: Spent { usage, ..spent },
            took: latencies.fold(Millis(0), |sum, latency| sum + latency),
            broken: broken(attempts),
            prompt: clipped(&one_line(&run.prompt), LONGEST_PROMPT),
            words: searched.map(|text| clipped(text, LONGEST_SEARCHED)).join("\n").to_lowercase(),
        }
    }

    /// Its row in the list, with when it began in words.
    pub fn row(&self, began: String) -> ShelfRow {
        let mut figures = vec![
            counted(usize::try_from(self.attempts).unwrap_or(usize::MAX), "attempt"),
            self.spent.tokens(),
        ];
        figures.extend((!self.spent.is_free()).then(|| self.spent.cost()));
        figures.push(self.took.to_string());
        ShelfRow {
            id: self.id.clone(),
            is_pinned: self.is_pinned,
            outcome: self.outcome,
            began,
            schema: self.schema.clone(),
            model: self.model.clone(),
            prompt: self.prompt.clone(),
            figures: figures.join(" · "),
        }
    }

    /// The entry as it is kept.
    pub fn to_json(&self) -> Value {
        Members::write(&mut self.clone())
    }

    /// Reads what was kept; none if there is no entry in it.
    pub fn from_json(json: &Value) -> Option<Self> {
        let mut entry = Self::default();
        Members::read(&mut entry, json).ok()?;
        (!entry.id.is_empty()).then_some(entry)
    }
}

impl Object for Entry {
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
            .member("id", &mut self.id)
            .member("began", &mut self.began)
            .member("isPinned", &mut self.is_pinned)
            .member("schema", &mut self.schema)
            .member("model", &mut self.model)
            .member("isSimulated", &mut self.is_simulated)
            .member("attempts", &mut self.attempts)
            .member("isValidAtOnce", &mut self.is_valid_at_once)
            .member("input", &mut self.spent.usage.input)
            .member("output", &mut self.spent.usage.output)
            .member("isEstimate", &mut self.spent.is_estimate)
            .member("cost", &mut self.spent.cost)
            .member("took", &mut self.took)
            .member("broken", &mut self.broken)
            .member("prompt", &mut self.prompt)
            .member("words", &mut self.words);
    }
}

impl Object for Broken {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members.member("what", &mut self.what).member("attempts", &mut self.attempts);
    }
}

/// Who was asked in a run, as people read it.
pub(super) fn model(run: &RunFile) -> &str {
    match &run.served {
        None => SIMULATED,
        Some(Served { provider, model, .. }) if model.is_empty() => provider.preset().name,
        Some(Served { model, .. }) => model,
    }
}

/// A text on one line.
pub(in crate::core) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What was wrong with attempts, each thing once an attempt.
fn broken(attempts: &[Attempt]) -> Vec<Broken> {
    let mut broken: Vec<Broken> = Vec::new();
    for attempt in attempts {
        for (what, _) in faults(attempt) {
            if let Some(known) = broken.iter_mut().find(|broken| broken.what == what) {
                known.attempts += 1;
            } else if broken.len() < MOST_BROKEN {
                broken.push(Broken { what, attempts: 1 });
            }
        }
    }
    broken
}

/// What was wrong with an attempt: each rule that is broken, once wherever it is, and what was told of it; else what
/// came instead of an answer.
pub(in crate::core) fn faults(attempt: &Attempt) -> Vec<(String, &str)> {
    let errors = attempt.violations().iter().filter(|violation| violation.is_error());
    let mut faults: Vec<_> = errors.map(|error| (fault(error), error.message.as_str())).collect();
    let is_invalid = attempt.outcome().is_some_and(|outcome| *outcome != Outcome::Valid);
    if faults.is_empty() && is_invalid && is_answered(attempt) {
        faults.push((attempt.badge().word().to_lowercase(), ""));
    }
    faults.sort();
    faults.dedup_by(|one, other| one.0 == other.0);
    faults
}

/// `/lines/*/price · minimum`: a rule and where it stands, whatever the position in an array.
fn fault(violation: &ViolationReport) -> String {
    let place: String = violation
        .pointer
        .segments()
        .into_iter()
        .map(|segment| match segment {
            Segment::Key(key) => format!("/{key}"),
            Segment::Index(_) => "/*".to_owned(),
        })
        .collect();
    format!("{} · {}", if place.is_empty() { "the answer" } else { &place }, violation.rule)
}
