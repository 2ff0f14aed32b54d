//! What is counted of some runs.

use super::super::lines::verdict;
use super::super::row::Row;
use super::share::Share;
use crate::core::agent::Spent;
use crate::core::archive::RunOutcome;
use crate::core::cost::{Cost, Money};
use crate::core::quotient::{NONE, rounded};
use crate::core::thousands::with_thousands;
use crate::core::time::Millis;
use std::collections::BTreeMap;

/// What is counted of some runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tally<'r> {
    /// How many are over, by how they ended.
    ended: BTreeMap<&'static str, u64>,
    /// How many have a verdict: only they have a share in anything.
    pub(super) judged: u64,
    /// How many of them were valid at the first attempt.
    at_once: u64,
    /// How many were valid at each attempt.
    valid_at: BTreeMap<u64, u64>,
    /// How many attempts those with a verdict took.
    attempts: u64,
    /// What all took, and how long.
    spent: Spent,
    took: Millis,
    /// The tokens and attempts beyond the first ones.
    later_tokens: u64,
    pub(super) later_attempts: u64,
    /// What was wrong with those that have a verdict.
    pub(super) wrong: BTreeMap<&'r str, Wrong<'r>>,
}

/// How often something was wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wrong<'r> {
    pub(super) attempts: u64,
    /// What a model was told of it, once.
    pub(super) example: &'r str,
}

impl<'r> Tally<'r> {
    /// Counts runs.
    pub(super) fn of(rows: impl IntoIterator<Item = &'r Row>) -> Self {
        let mut tally = Self::default();
        rows.into_iter().for_each(|row| tally.count(row));
        tally
    }

    fn count(&mut self, row: &'r Row) {
        *self.ended.entry(row.outcome.name()).or_default() += 1;
        self.spent = self.spent + row.spent;
        self.took = self.took + row.took;
        self.later_tokens += tokens(row.spent).saturating_sub(tokens(row.first));
        self.later_attempts += row.attempts.saturating_sub(1);
        let Some(is_valid) = verdict(row) else { return };
        self.judged += 1;
        self.attempts += row.attempts;
        if is_valid {
            self.at_once += u64::from(row.is_valid_at_once);
            *self.valid_at.entry(row.attempts).or_default() += 1;
        }
        for broken in &row.broken {
            let wrong = self.wrong.entry(&broken.what).or_default();
            wrong.attempts += broken.attempts;
            if wrong.example.is_empty() {
                wrong.example = &broken.example;
            }
        }
    }

    /// How many are over.
    pub(super) fn over(&self) -> u64 {
        self.ended.values().sum()
    }

    /// How many ended so.
    pub(super) fn ended(&self, outcome: RunOutcome) -> u64 {
        self.ended.get(outcome.name()).copied().unwrap_or_default()
    }

    /// How many are valid.
    pub(super) fn valid(&self) -> u64 {
        self.valid_at.values().sum()
    }

    /// How many of those with a verdict were valid at the first attempt.
    pub(super) fn at_once(&self) -> Share {
        Share { part: self.at_once, whole: self.judged }
    }

    /// How many of them are valid in the end.
    pub(super) fn in_the_end(&self) -> Share {
        Share { part: self.valid(), whole: self.judged }
    }

    /// How many of them were valid at an attempt, and not before.
    pub(super) fn at(&self, attempt: u64) -> Share {
        Share { part: self.valid_at.get(&attempt).copied().unwrap_or_default(), whole: self.judged }
    }

    /// How many of them never were.
    pub(super) fn never(&self) -> Share {
        Share { part: self.judged - self.valid(), whole: self.judged }
    }

    /// The last attempt at which one was valid.
    pub(super) fn last_valid(&self) -> Option<u64> {
        self.valid_at.last_key_value().map(|(attempt, _)| *attempt)
    }

    /// In how many attempts this was wrong.
    pub(super) fn wrong(&self, what: &str) -> Share {
        let attempts = self.wrong.get(what).map_or(0, |wrong| wrong.attempts);
        Share { part: attempts, whole: self.attempts }
    }

    /// `365`, or `≈ 365` where some were estimated: the tokens of all runs for each valid answer.
    pub(super) fn tokens_per_valid(&self) -> String {
        self.tokens_per(tokens(self.spent))
    }

    /// The same for the tokens beyond the first attempts.
    pub(super) fn later_tokens_per_valid(&self) -> String {
        self.tokens_per(self.later_tokens)
    }

    fn tokens_per(&self, sum: u64) -> String {
        let about = if self.spent.is_estimate { "≈ " } else { "" };
        match self.valid() {
            0 => NONE.to_owned(),
            valid => format!("{about}{}", with_thousands(rounded(sum, valid))),
        }
    }

    /// `$0.012`, `≈ $0.012`, `at least ≈ $0.012`, `no price`: the cost of all runs for each valid answer.
    pub(super) fn cost_per_valid(&self) -> String {
        let Cost { amount, is_estimate, is_incomplete } = self.spent.cost;
        if is_incomplete && amount == Money::ZERO {
            return "no price".to_owned();
        }
        let at_least = if is_incomplete { "at least " } else { "" };
        let about = if is_estimate { "≈ " } else { "" };
        let valid = self.valid();
        let amount = Money::from_nano_dollars(rounded(amount.nano_dollars(), valid));
        if valid == 0 { NONE.to_owned() } else { format!("{at_least}{about}{amount}") }
    }

    /// `2.2 s`: the time of all runs for each valid answer.
    pub(super) fn time_per_valid(&self) -> String {
        match self.valid() {
            0 => NONE.to_owned(),
            valid => Millis(rounded(self.took.0, valid)).to_string(),
        }
    }
}

/// All tokens, read and written.
fn tokens(spent: Spent) -> u64 {
    spent.usage.input.saturating_add(spent.usage.output)
}
