//! Two kept runs side by side: what came of each, what was set otherwise, and the difference of their last answers.

use super::entry::{Entry, model};
use crate::core::agent::Attempt;
use crate::core::counted::counted;
use crate::core::judge::{Comparison, Tried};
use crate::core::run_file::RunFile;
use crate::core::schema::clipped;
use serde_json::Value;

/// Two runs side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compared {
    /// What came of each, then what was set otherwise.
    pub facts: Vec<Fact>,
    /// The last answer of the other beside that of the one.
    pub answers: Comparison,
}

/// Something that is known of both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fact {
    /// What.
    pub name: String,
    /// What it is in the one.
    pub one: String,
    /// What it is in the other.
    pub other: String,
}

/// The most characters that are shown of a text.
const LONGEST: usize = 400;

impl Compared {
    /// Two runs, each with when it began in words.
    pub fn new(one: &RunFile, other: &RunFile, began: [String; 2]) -> Self {
        let [one_began, other_began] = began;
        let mut facts = vec![Fact { name: "Began".to_owned(), one: one_began, other: other_began }];
        facts.extend(paired(figures(one), figures(other)));
        facts.extend(paired(setup(one), setup(other)).filter(|fact| fact.one != fact.other));
        for Fact { one, other, .. } in &mut facts {
            *one = clipped(one, LONGEST);
            *other = clipped(other, LONGEST);
        }
        Self { facts, answers: Comparison::new(&last_answer(one), &last_answer(other)) }
    }
}

/// What is known of both under the names that either has, in the order of the one.
fn paired(one: Vec<(String, String)>, mut other: Vec<(String, String)>) -> impl Iterator<Item = Fact> {
    let mut facts: Vec<_> = one
        .into_iter()
        .map(|(name, one)| {
            let place = other.iter().position(|(known, _)| *known == name);
            let other = place.map(|place| other.remove(place).1).unwrap_or_default();
            Fact { name, one, other }
        })
        .collect();
    facts.extend(other.into_iter().map(|(name, other)| Fact { name, one: String::new(), other }));
    facts.into_iter()
}

/// What came of a run.
fn figures(run: &RunFile) -> Vec<(String, String)> {
    let Entry { outcome, spent, took, .. } = Entry::of(run);
    let figures = [
        ("Outcome", outcome.name().to_owned()),
        ("Attempts", counted(run.attempts.len(), "attempt")),
        ("Tokens", spent.tokens()),
        ("Cost", spent.cost()),
        ("Time", took.to_string()),
    ];
    figures.map(|(name, text)| (name.to_owned(), text)).into()
}

/// What was set for a run.
fn setup(run: &RunFile) -> Vec<(String, String)> {
    let provider = run.served.as_ref().map(|served| served.provider.preset().name).unwrap_or_default();
    let address = run.served.as_ref().map(|served| served.base_url.as_str()).unwrap_or_default();
    let (schema, component) = run.schema.text();
    let known = [
        ("Schema", run.schema_name.as_str()),
        ("Text of the schema", schema),
        ("Component", component.unwrap_or_default()),
        ("Provider", provider),
        ("Base URL", address),
        ("Model", model(run)),
        ("Prompt", run.prompt.as_str()),
        ("Input", run.input.as_str()),
    ];
    let mut setup: Vec<_> = known.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
    let others = run.setup.as_object().into_iter().flatten().filter(|(name, _)| !is_told(name));
    setup.extend(others.map(|(name, value)| (name.replace('_', " "), words(value))));
    setup
}

/// Whether a setting is among those that are told by their own names, or concerns nothing but the page.
fn is_told(setting: &str) -> bool {
    ["provider", "servers", "schema", "own_schemas", "prompt", "input", "theme"].contains(&setting)
}

fn words(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(is_so) => if *is_so { "yes" } else { "no" }.to_owned(),
        Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

/// The last answer of a run; nothing where there is none.
fn last_answer(run: &RunFile) -> Tried {
    let answers = run.attempts.iter().rev().map(|attempt: &Attempt| Tried::of(attempt));
    answers.into_iter().find(|tried| matches!(tried, Tried::Judged(..))).unwrap_or_default()
}
