//! Two kept runs side by side: what came of each, what was set otherwise, and the difference of their last answers.

use super::entry::{Entry, model};
use crate::core::agent::Attempt;
use crate::core::counted::counted;
use crate::core::judge::{Comparison, Tried};
use crate::core::run_file::RunFile;
use crate::core::schema::clipped;
use crate::core::settings::{Settings, SetupChange};

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
        facts.extend(paired(texts(one), texts(other)).filter(|fact| fact.one != fact.other));
        let set = |run: &RunFile| Settings::default().with_setup(&run.setup);
        for SetupChange { label, from, to } in set(one).changes_to(&set(other)) {
            if facts.iter().all(|fact| fact.name != label) {
                facts.push(Fact { name: label, one: from, other: to });
            }
        }
        for Fact { one, other, .. } in &mut facts {
            *one = clipped(one, LONGEST);
            *other = clipped(other, LONGEST);
        }
        Self { facts, answers: Comparison::new(&last_answer(one), &last_answer(other)) }
    }
}

/// What is known of both by the same names.
fn paired<const N: usize>(
    one: [(&'static str, String); N],
    other: [(&'static str, String); N],
) -> impl Iterator<Item = Fact> {
    let both = one.into_iter().zip(other);
    both.map(|((name, one), (_, other))| Fact { name: name.to_owned(), one, other })
}

/// What came of a run.
fn figures(run: &RunFile) -> [(&'static str, String); 5] {
    let Entry { outcome, spent, took, .. } = Entry::of(run);
    [
        ("Outcome", outcome.name().to_owned()),
        ("Attempts", counted(run.attempts.len(), "attempt")),
        ("Tokens", spent.tokens()),
        ("Cost", spent.cost()),
        ("Time", took.to_string()),
    ]
}

/// What a run was about, by its own words.
fn texts(run: &RunFile) -> [(&'static str, String); 5] {
    let (schema, _) = run.schema.text();
    [
        ("Schema", run.schema_name.clone()),
        ("Text of the schema", schema.to_owned()),
        ("Model", model(run).to_owned()),
        ("Prompt", run.prompt.clone()),
        ("Input", run.input.clone()),
    ]
}

/// The last answer of a run; nothing where there is none.
fn last_answer(run: &RunFile) -> Tried {
    let answers = run.attempts.iter().rev().map(|attempt: &Attempt| Tried::of(attempt));
    answers.into_iter().find(|tried| matches!(tried, Tried::Judged(..))).unwrap_or_default()
}
