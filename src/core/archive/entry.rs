//! What is known of a kept run without reading all of it.

use super::outcome::{RunOutcome, is_answered};
use super::shelf::ShelfRow;
use crate::core::agent::{Attempt, Outcome, Spent};
use crate::core::cost::{Cost, Money};
use crate::core::counted::counted;
use crate::core::judge::ViolationReport;
use crate::core::pointer::Segment;
use crate::core::provider::{Role, Usage};
use crate::core::run_file::RunFile;
use crate::core::schema::clipped;
use crate::core::time::Millis;
use serde_json::{Map, Value, json};

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
    pub attempts: usize,
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
    pub attempts: usize,
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
        let prompt = prompt(attempts);
        let answer = attempts.iter().rev().find_map(|attempt| attempt.reply.as_ref());
        let model = run.asked.as_ref().map_or(SIMULATED, |asked| asked.name());
        let searched = [
            run.schema_name.as_str(),
            model,
            prompt,
            run.input.as_str(),
            answer.map_or("", |reply| reply.text.as_str()),
        ];
        Self {
            id: id(run),
            began: run.began,
            is_pinned: false,
            schema: run.schema_name.clone(),
            model: model.to_owned(),
            is_simulated: run.asked.is_none(),
            outcome: RunOutcome::of(&run.ending, attempts),
            attempts: attempts.len(),
            is_valid_at_once: attempts.first().and_then(Attempt::outcome) == Some(&Outcome::Valid),
            spent: Spent { usage, ..spent },
            took: latencies.fold(Millis(0), |sum, latency| sum + latency),
            broken: broken(attempts),
            prompt: clipped(&one_line(prompt), LONGEST_PROMPT),
            words: searched.map(|text| clipped(text, LONGEST_SEARCHED)).join("\n").to_lowercase(),
        }
    }

    /// Its row in the list, with when it began in words.
    pub fn row(&self, began: String) -> ShelfRow {
        let mut figures = vec![counted(self.attempts, "attempt"), self.spent.tokens()];
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
        let Spent { usage, is_estimate, cost } = self.spent;
        let broken = self.broken.iter().map(|broken| (broken.what.clone(), broken.attempts.into()));
        json!({
            "id": self.id,
            "began": self.began.0,
            "pinned": self.is_pinned,
            "schema": self.schema,
            "model": self.model,
            "simulated": self.is_simulated,
            "outcome": self.outcome.name(),
            "attempts": self.attempts,
            "valid_at_once": self.is_valid_at_once,
            "input_tokens": usage.input,
            "output_tokens": usage.output,
            "tokens_estimated": is_estimate,
            "cost": cost.amount().nano_dollars(),
            "cost_estimated": cost.is_estimate(),
            "cost_incomplete": cost.is_incomplete(),
            "took": self.took.0,
            "broken": Value::Object(broken.collect::<Map<_, _>>()),
            "prompt": self.prompt,
            "words": self.words,
        })
    }

    /// Reads what was kept; none if there is no entry in it. What is missing or something else is taken for nothing.
    pub fn from_json(json: &Value) -> Option<Self> {
        let text = |name: &str| json.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let number = |name: &str| json.get(name).and_then(Value::as_u64).unwrap_or_default();
        let flag = |name: &str| json.get(name).and_then(Value::as_bool).unwrap_or_default();
        let broken = json.get("broken").and_then(Value::as_object).into_iter().flatten();
        let cost = Money::from_nano_dollars(number("cost"));
        let cost = if flag("cost_estimated") { Cost::estimated(cost) } else { Cost::told(cost) };
        let unknown = if flag("cost_incomplete") { Cost::UNKNOWN } else { Cost::default() };
        Some(Self {
            id: json.get("id")?.as_str()?.to_owned(),
            began: Millis(number("began")),
            is_pinned: flag("pinned"),
            schema: text("schema"),
            model: text("model"),
            is_simulated: flag("simulated"),
            outcome: RunOutcome::from_name(&text("outcome")).unwrap_or_default(),
            attempts: count(number("attempts")),
            is_valid_at_once: flag("valid_at_once"),
            spent: Spent {
                usage: Usage {
                    input: number("input_tokens"),
                    output: number("output_tokens"),
                    ..Usage::default()
                },
                is_estimate: flag("tokens_estimated"),
                cost: cost + unknown,
            },
            took: Millis(number("took")),
            broken: broken
                .map(|(what, attempts)| Broken {
                    what: what.clone(),
                    attempts: count(attempts.as_u64().unwrap_or_default()),
                })
                .collect(),
            prompt: text("prompt"),
            words: text("words"),
        })
    }
}

fn count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// What was asked for, without the standing instructions.
pub(super) fn prompt(attempts: &[Attempt]) -> &str {
    let messages = attempts.first().map_or(&[][..], |first| &first.messages);
    messages.iter().find(|message| message.role == Role::User).map_or("", |message| &message.content)
}

/// A text on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The id of a run: when it began comes first, so that ids are in the order of time.
pub(super) fn id(run: &RunFile) -> String {
    let (schema, _) = run.schema.text();
    let mut digest = Digest::default();
    [schema, &run.schema_name, &run.input, prompt(&run.attempts)].map(|text| digest.add(text));
    format!("{:015}-{:016x}", run.began.0, digest.0)
}

/// A number for texts, which is hardly ever the same for others (FNV-1a).
struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// What was wrong with attempts, each thing once an attempt.
fn broken(attempts: &[Attempt]) -> Vec<Broken> {
    let mut broken: Vec<Broken> = Vec::new();
    for attempt in attempts {
        for what in faults(attempt) {
            match broken.iter_mut().find(|broken| broken.what == what) {
                Some(broken) => broken.attempts += 1,
                None if broken.len() < MOST_BROKEN => broken.push(Broken { what, attempts: 1 }),
                None => {}
            }
        }
    }
    broken
}

/// What was wrong with an attempt: each rule that is broken, once wherever it is; else what came instead of an answer.
fn faults(attempt: &Attempt) -> Vec<String> {
    let mut faults: Vec<_> =
        attempt.violations().iter().filter(|violation| violation.is_error()).map(fault).collect();
    let is_invalid = attempt.outcome().is_some_and(|outcome| *outcome != Outcome::Valid);
    if faults.is_empty() && is_invalid && is_answered(attempt) {
        faults.push(attempt.badge().word().to_lowercase());
    }
    faults.sort_unstable();
    faults.dedup();
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
    match place.as_str() {
        "" => violation.rule.clone(),
        place => format!("{place} · {}", violation.rule),
    }
}
