//! A run in a few words, once it is over: how it ended, what that means, what it took.

use super::attempt::Attempt;
use super::outcome::{Ending, Outcome};
use super::spending::Spent;
use super::words::counted;
use crate::core::judge::ViolationReport;
use crate::core::time::Millis;
use std::borrow::Borrow;
use std::ops::Add;

/// A run in a few words.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// How it ended.
    pub headline: String,
    /// What that means, no more and no less.
    pub meaning: String,
    /// Time and tokens.
    pub figures: String,
    /// What a valid answer is warned of.
    pub warnings: Vec<ViolationReport>,
}

impl Summary {
    /// The words for a run that is over.
    pub fn new(attempts: &[impl Borrow<Attempt>], ending: &Ending, simulated: bool) -> Self {
        let attempts: &[&Attempt] = &attempts.iter().map(Borrow::borrow).collect::<Vec<_>>();
        Self {
            headline: ending.headline(),
            meaning: meaning(attempts, ending, simulated),
            figures: figures(attempts),
            warnings: match ending {
                Ending::Valid { .. } => attempts.last().map_or(&[][..], |last| last.violations()).to_vec(),
                Ending::Failed { .. }
                | Ending::Stalled { .. }
                | Ending::OverBudget { .. }
                | Ending::Stopped => Vec::new(),
            },
        }
    }
}

/// The title of the window: how the run ended, or else which attempt of how many it is at, if any.
pub fn title(attempt: Option<&Attempt>, ending: Option<&Ending>) -> String {
    const NAME: &str = "Structured Output Validator";
    match (ending, attempt) {
        (Some(Ending::Valid { .. }), _) => format!("✓ {NAME}"),
        (Some(Ending::Failed { .. } | Ending::Stalled { .. } | Ending::OverBudget { .. }), _) => {
            format!("✗ {NAME}")
        }
        (Some(Ending::Stopped), _) => format!("■ {NAME}"),
        (None, Some(attempt)) => format!("{}/{}… {NAME}", attempt.number, attempt.of),
        (None, None) => NAME.to_owned(),
    }
}

fn meaning(attempts: &[&Attempt], ending: &Ending, simulated: bool) -> String {
    let last = attempts.last().copied();
    let answer =
        last.and_then(|attempt| attempt.judgement.as_deref()).and_then(|judgement| judgement.answer.as_ref());
    let mut parts = Vec::new();
    match ending {
        Ending::Valid { .. } => {
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
        Ending::Failed { .. } | Ending::Stalled { .. } => parts.extend(last.map(no_valid_answer)),
        Ending::OverBudget { over, .. } => {
            parts.push(over.to_string());
            parts.push("raise the budget, or lower the token limit of an answer".to_owned());
        }
        Ending::Stopped => parts.push(match last.and_then(Attempt::outcome) {
            None | Some(Outcome::Stopped) => "You stopped the run; no verdict was reached".to_owned(),
            // It waited for the person's word.
            Some(_) => "You stopped the run before the next attempt".to_owned(),
        }),
    }
    if simulated {
        parts.push("simulated: no real model was asked".to_owned());
    }
    parts.join(" · ")
}

/// What the last attempt of a run without a valid answer came to.
fn no_valid_answer(last: &Attempt) -> String {
    let words = match last.outcome() {
        // What is valid ends a run otherwise.
        Some(Outcome::Invalid | Outcome::Valid | Outcome::Stopped) | None => {
            let left = last.judgement.as_deref().map_or(0, |judgement| judgement.errors().count());
            return format!("No answer is valid: {} left in the last one", counted(left, "error"));
        }
        Some(Outcome::Hopeless) => {
            "No answer is valid: the last one was stopped, since nothing could have made it so"
        }
        Some(Outcome::Rejected) => {
            "The JSON in the last reply needs repairs, and repaired JSON is not accepted"
        }
        Some(
            Outcome::NoJson
            | Outcome::Truncated
            | Outcome::Runaway(_)
            | Outcome::Empty
            | Outcome::OnlyReasoning,
        ) => "There is no complete JSON in the last reply",
        Some(Outcome::Refused | Outcome::TimedOut | Outcome::Cut | Outcome::CallFailed(_)) => {
            "The model gave no answer to judge; the last attempt says why"
        }
        Some(Outcome::Undecided(_)) => "No verdict was reached; the last attempt says why",
    };
    words.to_owned()
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
pub(in crate::core::agent) mod tests {
    use super::*;
    use crate::core::agent::rest::Rested;
    use crate::core::agent::{Asking, Phase, Timing};
    use crate::core::cost::{Cost, Money, OverBudget};
    use crate::core::judge::{Repaired, judge};
    use crate::core::provider::{FinishReason, Reply, Usage};
    use crate::core::schema::Schema;
    use crate::core::validate::Validator;
    use serde_json::json;

    pub(in crate::core::agent) fn attempt(text: &str, outcome: Outcome) -> Attempt {
        let schema = Schema::from_fields(&json!({"fields": {"a": {"type": "integer", "min": 1}}})).unwrap();
        Attempt {
            number: 1,
            of: 3,
            messages: Vec::new(),
            asking: Asking::default(),
            dialect: None,
            token_limit: 10,
            started: Millis(0),
            sent: None,
            resends: 0,
            rested: Rested::default(),
            timing: Timing::default(),
            phase: Phase::Over { outcome, latency: Millis(1_250) },
            judgement: Some(judge(text, Some(&Validator::new(&schema)), "", Repaired::Accept).into()),
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
            (Some(&attempt), Some(Ending::Stalled { attempts: 3 }), "✗ Structured Output Validator"),
            (Some(&attempt), Some(Ending::Stopped), "■ Structured Output Validator"),
        ] {
            assert_eq!(title(attempt, ending.as_ref()), expected);
        }
    }

    #[test]
    fn warnings_are_those_of_a_valid_answer() {
        let form = json!({"fields": {"a": {"type": "integer"}},
            "rules": [{"rule": "self.a > 1", "message": "a is small", "severity": "warning"}]});
        let schema = Schema::from_fields(&form).unwrap();
        let judgement = judge("{\"a\": 1}", Some(&Validator::new(&schema)), "", Repaired::Accept);
        let attempts = [Attempt { judgement: Some(judgement.into()), ..attempt("", Outcome::Valid) }];
        for (ending, expected) in [
            (Ending::Valid { attempts: 1 }, &["a is small"][..]),
            (Ending::Failed { attempts: 1 }, &[]),
            (Ending::Stopped, &[]),
        ] {
            let warnings = Summary::new(&attempts, &ending, false).warnings;
            let texts: Vec<_> = warnings.iter().map(|warning| warning.message.as_str()).collect();
            assert_eq!(texts, expected, "{ending:?}");
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
                vec![attempt("{\"a\": 0}", Outcome::Invalid)],
                Ending::Stalled { attempts: 1 },
                false,
                [
                    "Stopped early after 1 attempt",
                    "No answer is valid: 1 error left in the last one",
                    "1.2 s · 900 → 150 tokens · $0.02",
                ],
            ),
            (
                vec![],
                Ending::Stopped,
                false,
                ["Stopped", "You stopped the run; no verdict was reached", "0 ms"],
            ),
            (
                vec![attempt("{\"a\": 0}", Outcome::Invalid)],
                Ending::Stopped,
                false,
                [
                    "Stopped",
                    "You stopped the run before the next attempt",
                    "1.2 s · 900 → 150 tokens · $0.02",
                ],
            ),
        ] {
            let summary = Summary::new(&attempts, &ending, simulated);
            assert_eq!([summary.headline, summary.meaning, summary.figures], expected);
        }
    }
}
