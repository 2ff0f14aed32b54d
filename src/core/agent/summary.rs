//! A run in a few words, once it is over: how it ended, what that means, what it took.

use super::attempt::Attempt;
use super::outcome::{Ending, Outcome};
use super::spending::Spent;
use super::words::counted;
use crate::core::time::Millis;
use std::borrow::Borrow;
use std::ops::Add;

/// A run in a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// How it ended.
    pub headline: String,
    /// What that means, no more and no less.
    pub meaning: String,
    /// Time and tokens.
    pub figures: String,
}

impl Summary {
    /// The words for a run that is over.
    pub fn new(attempts: &[impl Borrow<Attempt>], ending: &Ending, simulated: bool) -> Self {
        let attempts: &[&Attempt] = &attempts.iter().map(Borrow::borrow).collect::<Vec<_>>();
        Self {
            headline: ending.headline(),
            meaning: meaning(attempts, ending, simulated),
            figures: figures(attempts),
        }
    }
}

/// The title of the window: how the run ended, or else which attempt of how many it is at, if any.
pub fn title(attempt: Option<&Attempt>, ending: Option<&Ending>) -> String {
    const NAME: &str = "Structured Output Validator";
    match (ending, attempt) {
        (Some(Ending::Valid { .. }), _) => format!("✓ {NAME}"),
        (Some(Ending::Failed { .. } | Ending::OverBudget { .. }), _) => format!("✗ {NAME}"),
        (Some(Ending::Stopped), _) => format!("■ {NAME}"),
        (None, Some(attempt)) => format!("{}/{}… {NAME}", attempt.number, attempt.of),
        (None, None) => NAME.to_owned(),
    }
}

fn meaning(attempts: &[&Attempt], ending: &Ending, simulated: bool) -> String {
    let last = attempts.last().copied();
    let answer =
        last.and_then(|attempt| attempt.judgement.as_ref()).and_then(|judgement| judgement.answer.as_ref());
    let mut parts = Vec::new();
    match (ending, last.and_then(Attempt::outcome)) {
        (Ending::Valid { .. }, _) => {
            parts.push("Matches the schema and its rules; other facts are not checked".to_owned());
            if let Some(answer) = answer {
                parts.push(format!("{} checks passed", answer.passed));
                let count = answer.violations.len();
                parts.extend((count > 0).then(|| counted(count, "warning")));
                parts.push(format!(
                    "{}, {}",
                    counted(answer.repair_count(), "repair"),
                    answer.strategy.words()
                ));
            }
            if last.is_some_and(Attempt::is_from_reasoning) {
                parts.push("found in the model's reasoning, not in its answer".to_owned());
            }
        }
        (Ending::Failed { .. }, Some(Outcome::Invalid)) => {
            let left = answer.map_or(0, |answer| answer.errors().count());
            parts.push(format!("No answer is valid: {} left in the last one", counted(left, "error")));
        }
        (
            Ending::Failed { .. },
            Some(Outcome::CallFailed(_) | Outcome::Refused | Outcome::TimedOut | Outcome::Cut),
        ) => {
            parts.push("The model gave no answer to judge; the last attempt says why".to_owned());
        }
        (Ending::Failed { .. }, Some(Outcome::Hopeless)) => {
            parts.push(
                "No answer is valid: the last one was stopped, since nothing could have made it so"
                    .to_owned(),
            );
        }
        (Ending::Failed { .. }, Some(Outcome::Undecided(_))) => {
            parts.push("No verdict was reached; the last attempt says why".to_owned());
        }
        (Ending::Failed { .. }, Some(Outcome::Rejected)) => {
            parts.push(
                "The JSON in the last reply needs repairs, and repaired JSON is not accepted".to_owned(),
            );
        }
        (Ending::Failed { .. }, _) => parts.push("There is no complete JSON in the last reply".to_owned()),
        (Ending::OverBudget { over, .. }, _) => {
            parts.push(over.to_string());
            parts.push("raise the budget, or lower the token limit of an answer".to_owned());
        }
        (Ending::Stopped, _) => parts.push("You stopped the run; no verdict was reached".to_owned()),
    }
    if simulated {
        parts.push("simulated: no real model was asked".to_owned());
    }
    parts.join(" · ")
}

fn figures(attempts: &[&Attempt]) -> String {
    let time =
        attempts.iter().filter_map(|attempt| attempt.latency()).fold(Millis(0), |sum, latency| sum + latency);
    match attempts.iter().filter_map(|attempt| attempt.spent).reduce(Spent::add) {
        Some(spent) => format!("{time} · {} · {}", spent.tokens(), spent.cost()),
        None => time.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::agent::{Asking, Phase, Timing};
    use crate::core::cost::{Cost, Money, OverBudget};
    use crate::core::judge::{Repaired, judge};
    use crate::core::provider::{FinishReason, Reply, Usage};
    use crate::core::schema::Schema;
    use crate::core::validate::Validator;
    use serde_json::json;

    fn attempt(text: &str, outcome: Outcome) -> Attempt {
        let schema = Schema::from_fields(&json!({"fields": {"a": {"type": "integer", "min": 1}}})).unwrap();
        Attempt {
            number: 1,
            of: 3,
            messages: Vec::new(),
            asking: Asking::default(),
            token_limit: 10,
            started: Millis(0),
            resends: 0,
            timing: Timing::default(),
            phase: Phase::Over { outcome, latency: Millis(1_250) },
            judgement: Some(judge(text, Some(&Validator::new(&schema)), "", Repaired::Accept)),
            reply: Some(Reply {
                text: text.into(),
                reasoning: String::new(),
                finish_reason: FinishReason::Stop,
                ..Reply::default()
            }),
            correction: None,
            spent: Some(Spent {
                usage: Usage { input: 900, output: 150, ..Usage::default() },
                is_estimate: false,
                cost: Cost::told(Money::from_nano_dollars(20_000_000)),
            }),
            cut_prompt: None,
            hopeless: None,
            ledger: None,
            stall: None,
            strategy: None,
            second: Vec::new(),
        }
    }

    #[test]
    fn titles_tell_how_far_a_run_is() {
        let attempt = Attempt { number: 2, ..attempt("", Outcome::Empty) };
        for (attempt, ending, expected) in [
            (None, None, "Structured Output Validator"),
            (Some(&attempt), None, "2/3… Structured Output Validator"),
            (Some(&attempt), Some(Ending::Valid { attempts: 2 }), "✓ Structured Output Validator"),
            (Some(&attempt), Some(Ending::Failed { attempts: 2 }), "✗ Structured Output Validator"),
            (Some(&attempt), Some(Ending::Stopped), "■ Structured Output Validator"),
        ] {
            assert_eq!(title(attempt, ending.as_ref()), expected);
        }
    }

    #[test]
    fn endings_in_words() {
        let valid = attempt("Here: {\"a\": 1}", Outcome::Valid);
        let invalid = attempt("{\"a\": 0}", Outcome::Invalid);
        for (attempts, ending, simulated, expected) in [
            (
                vec![invalid.clone(), valid],
                Ending::Valid { attempts: 2 },
                true,
                [
                    "Valid output in 2 attempts",
                    "Matches the schema and its rules; other facts are not checked · 5 checks passed · no repairs, from the prose · \
                     simulated: no real model was asked",
                    "2.5 s · 1,800 → 300 tokens · $0.04",
                ],
            ),
            (
                vec![invalid],
                Ending::Failed { attempts: 1 },
                false,
                [
                    "Failed after 1 attempt",
                    "No answer is valid: 1 error left in the last one",
                    "1.2 s · 900 → 150 tokens · $0.02",
                ],
            ),
            (
                vec![attempt("", Outcome::TimedOut)],
                Ending::Failed { attempts: 1 },
                false,
                [
                    "Failed after 1 attempt",
                    "The model gave no answer to judge; the last attempt says why",
                    "1.2 s · 900 → 150 tokens · $0.02",
                ],
            ),
            (
                vec![attempt("{\"a\": 1}", Outcome::Undecided("the judge crashed".into()))],
                Ending::Failed { attempts: 1 },
                false,
                [
                    "Failed after 1 attempt",
                    "No verdict was reached; the last attempt says why",
                    "1.2 s · 900 → 150 tokens · $0.02",
                ],
            ),
            (
                vec![attempt("{'a': 1}", Outcome::Rejected)],
                Ending::Failed { attempts: 1 },
                false,
                [
                    "Failed after 1 attempt",
                    "The JSON in the last reply needs repairs, and repaired JSON is not accepted",
                    "1.2 s · 900 → 150 tokens · $0.02",
                ],
            ),
            (
                vec![attempt("{\"a\": 0}", Outcome::Invalid)],
                Ending::OverBudget {
                    attempts: 1,
                    over: OverBudget::Tokens { budget: 2_000, spent: 1_050, next: 960 },
                },
                false,
                [
                    "Stopped by the budget after 1 attempt",
                    "The next call might take 960 tokens: 1,050 of 2,000 are spent · \
                     raise the budget, or lower the token limit of an answer",
                    "1.2 s · 900 → 150 tokens · $0.02",
                ],
            ),
            (
                vec![],
                Ending::Stopped,
                false,
                ["Stopped", "You stopped the run; no verdict was reached", "0 ms"],
            ),
        ] {
            let summary = Summary::new(&attempts, &ending, simulated);
            assert_eq!([summary.headline, summary.meaning, summary.figures], expected);
        }
    }
}
