//! What a run saved that ended before its attempts were spent.

use super::attempt::Attempt;
use super::spending::Spent;
use super::words::{counted, with_thousands};
use std::borrow::Borrow;

/// What a run saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The attempts that were not made.
    pub attempts: usize,
    /// About how many tokens they would have taken, by the average of those that were made.
    pub tokens: u64,
}

impl Saved {
    /// From the attempts that were made; none where no more were allowed.
    pub fn of(made: &[impl Borrow<Attempt>]) -> Option<Self> {
        let allowed = made.last().map_or(0, |attempt| usize::from(attempt.borrow().of));
        let attempts = allowed.saturating_sub(made.len());
        let spent: Vec<_> = made.iter().filter_map(|attempt| attempt.borrow().spent).collect();
        let sum: Spent = spent.iter().copied().sum();
        let total = sum.usage.input.saturating_add(sum.usage.output);
        let average = total.checked_div(spent.len() as u64).unwrap_or_default();
        (attempts > 0).then(|| Self { attempts, tokens: average.saturating_mul(attempts as u64) })
    }

    /// `Stopping early saved 2 attempts, about 2,400 tokens.`
    pub fn words(self) -> String {
        let attempts = counted(self.attempts, "attempt");
        match self.tokens {
            0 => format!("Stopping early saved {attempts}."),
            tokens => format!("Stopping early saved {attempts}, about {} tokens.", with_thousands(tokens)),
        }
    }
}
