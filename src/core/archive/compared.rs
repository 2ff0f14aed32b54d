//! Two kept runs side by side: what was set otherwise, what came of each, and the difference of their last answers.

use super::entry::{Entry, prompt};
use crate::core::agent::Attempt;
use crate::core::counted::counted;
use crate::core::judge::{Case, Comparison, Desk, Question, Tried};
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
    /// Two runs, with when they began in words.
    pub fn new(desk: &mut Desk, one: (&RunFile, String), other: (&RunFile, String)) -> Self {
        let ((one, one_began), (other, other_began)) = (one, other);
        let figures = |run: &RunFile, began: String| {
            let Entry { outcome, attempts, spent, took, .. } = Entry::of(run);
            [
                ("Began", began),
                ("Outcome", outcome.name().to_owned()),
                ("Attempts", counted(attempts, "attempt")),
                ("Tokens", spent.tokens()),
                ("Cost", spent.cost()),
                ("Time", took.to_string()),
            ]
        };
        let both = figures(one, one_began).into_iter().zip(figures(other, other_began));
        let mut facts: Vec<_> =
            both.map(|((name, one), (_, other))| Fact { name: name.to_owned(), one, other }).collect();
        facts.extend(differing(one, other));
        let mut tried = |run: &RunFile| tried(desk, run);
        let (before, after) = (tried(one), tried(other));
        let compared = desk.answer(Question::Compare { before, after }).into_comparison();
        Self { facts, answers: compared.unwrap_or_default() }
    }
}

/// What was set otherwise.
fn differing(one: &RunFile, other: &RunFile) -> Vec<Fact> {
    let texts = |run: &RunFile| {
        [
            ("Schema", run.schema_name.clone()),
            ("Model", run.model_name().to_owned()),
            ("Prompt", prompt(&run.attempts).to_owned()),
            ("Input", run.input.clone()),
        ]
    };
    let both = texts(one).into_iter().zip(texts(other));
    let mut facts: Vec<_> = both
        .filter(|((_, one), (_, other))| one != other)
        .map(|((name, one), (_, other))| Fact { name: name.to_owned(), one: shown(one), other: shown(other) })
        .collect();
    if one.schema_name == other.schema_name && one.schema != other.schema {
        let (one, other) = ("one text".to_owned(), "another text".to_owned());
        facts.push(Fact { name: format!("Schema {}", shown(other_name(&facts))), one, other });
    }
    facts
}
