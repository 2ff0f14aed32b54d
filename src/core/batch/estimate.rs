//! What a batch will take, before it begins: counts, and bounds where nothing more is known.

use super::input::BatchInput;
use super::job::{Job, Place};
use crate::core::agent::{Task, estimate_read, first_call};
use crate::core::cost::{Cost, Money, Price, Tokens};
use crate::core::counted::counted;
use crate::core::thousands::with_thousands;

/// What is known of a setup before its runs begin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prospect {
    /// The name of its schema.
    pub schema: String,
    /// Who is asked, as people read it.
    pub model: String,
    /// Whether the server is on this machine or near it.
    pub is_local: bool,
    /// About how many tokens the first call of one run reads.
    pub read: u64,
    /// The most tokens of an answer.
    pub token_limit: u32,
    /// How often a run may call for an answer.
    pub attempts: u8,
    /// What the model costs, where that is known.
    pub price: Option<Price>,
}

/// What a batch will take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// How many runs there are.
    pub runs: usize,
    /// How many calls there are if each run is valid at once, and if none ever is.
    pub calls: (u64, u64),
    /// About how many tokens the first calls read.
    pub read: u64,
    /// About how many tokens there are at the most: every attempt made, each answer at its limit.
    pub most: u64,
    /// What those cost.
    pub cost: Cost,
}

impl Prospect {
    /// What is known of the runs of a setup, by some of the inputs.
    pub fn new(job: &Job, task: &Task, some: &[BatchInput]) -> Self {
        let place = Place { input: 0, seed: None, setup: 0, arm: None };
        let read = |input: &BatchInput| {
            let call = first_call(&job.task(place, input, task));
            estimate_read(&call.messages, call.image.as_ref(), &call.format)
        };
        let count = some.len() as u64;
        let read = if count == 0 {
            read(&BatchInput::default())
        } else {
            some.iter().map(read).sum::<u64>().div_ceil(count)
        };
        Self {
            read,
            token_limit: task.token_limit,
            attempts: task.attempts.get(),
            price: task.purse.price,
            ..Self::default()
        }
    }
}

impl Estimate {
    /// What a batch of these setups takes.
    pub fn new(job: &Job, setups: &[Prospect]) -> Self {
        let (inputs, seeds) = job.grid();
        let runs = inputs.saturating_mul(seeds.len().max(1));
        let of_setup = |setup: &Prospect| {
            let runs = runs as u64;
            let calls = runs.saturating_mul(setup.attempts.into());
            // A correction tells what was wrong, and may show the answer: as much again as the answer may be.
            let told = u64::from(setup.token_limit) * u64::from(setup.attempts.saturating_sub(1)) * runs;
            let most = Tokens {
                input: calls.saturating_mul(setup.read).saturating_add(told),
                output: calls.saturating_mul(setup.token_limit.into()),
                cached: 0,
            };
            Self {
                runs: usize::try_from(runs).unwrap_or(usize::MAX),
                calls: (runs, calls),
                read: runs.saturating_mul(setup.read),
                most: most.total(),
                cost: Cost::of_call(None, Some(most), setup.price),
            }
        };
        setups.iter().map(of_setup).fold(Self::default(), |sum, setup| Self {
            runs: sum.runs + setup.runs,
            calls: (sum.calls.0 + setup.calls.0, sum.calls.1 + setup.calls.1),
            read: sum.read + setup.read,
            most: sum.most + setup.most,
            cost: sum.cost + setup.cost,
        })
    }

    /// In a few sentences.
    pub fn words(&self) -> Vec<String> {
        let (least, most) = self.calls;
        let calls = match least == most {
            true => counted_long(least, "call"),
            false => format!("{} to {}", with_thousands(least), counted_long(most, "call")),
        };
        let cost = match (self.cost.is_incomplete(), self.cost.amount() == Money::ZERO) {
            (true, true) => "There is no price for it.".to_owned(),
            (true, false) => {
                format!("That is at most {}, and more for what has no price.", self.cost.amount())
            }
            (false, true) => "It costs nothing.".to_owned(),
            (false, false) => format!("That is at most about {} (estimate).", self.cost.amount()),
        };
        vec![
            format!("{}: {calls}.", counted(self.runs, "run")),
            format!(
                "The first calls read about {} tokens; with every attempt made and every answer at its limit it is \
                 about {}.",
                with_thousands(self.read),
                with_thousands(self.most)
            ),
            cost,
        ]
    }
}

fn counted_long(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", with_thousands(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::batch::Plan;
    use crate::core::cost::price;

    #[test]
    fn what_a_batch_takes_is_told_before_it_begins() {
        let job = |inputs, seeds: Vec<u64>| Job { plan: Plan::Grid { inputs, seeds }, ..Job::default() };
        let priced = price("m 1 10", "custom", "m");
        let setup =
            |attempts, price| Prospect { read: 100, token_limit: 50, attempts, price, ..Prospect::default() };
        for (job, setups, expected) in [
            (
                job(1, vec![]),
                vec![setup(1, Some(Price::FREE))],
                ["1 run: 1 call.", "100", "150", "It costs nothing."],
            ),
            (
                job(1_000, vec![1, 2]),
                vec![setup(3, priced), setup(1, priced)],
                [
                    "4,000 runs: 4,000 to 8,000 calls.",
                    "400,000",
                    "1,400,000",
                    "That is at most about $5.00 (estimate).",
                ],
            ),
            (
                job(2, vec![]),
                vec![setup(2, None)],
                ["2 runs: 2 to 4 calls.", "200", "700", "There is no price for it."],
            ),
            (
                job(1_000, vec![]),
                vec![setup(1, priced), setup(1, None)],
                [
                    "2,000 runs: 2,000 calls.",
                    "200,000",
                    "300,000",
                    "That is at most $0.60, and more for what has no price.",
                ],
            ),
        ] {
            let words = Estimate::new(&job, &setups).words();
            let tokens = format!(
                "The first calls read about {} tokens; with every attempt made and every answer at its limit it is \
                 about {}.",
                expected[1], expected[2]
            );
            assert_eq!(words, [expected[0], &tokens, expected[3]]);
        }
    }
}
