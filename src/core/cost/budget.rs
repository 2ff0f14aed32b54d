//! What a run may spend, and whether the next call still fits.
//!
//! A budget of tokens or money is asked before a call, with an estimate of what the call might take at most. So it holds as well as
//! the estimate does: a call is never broken off for it. That of time is for the loop to keep, since
//! nothing here knows a clock.

use super::money::Money;
use super::sum::Cost;
use crate::core::thousands::with_thousands;
use crate::core::time::Millis;
use std::fmt;

/// The most that a run may spend; no limit where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// In tokens, read and written.
    pub tokens: Option<u64>,
    /// In money.
    pub money: Option<Money>,
    /// In time, from the first call on; what it waits for a person does not count.
    pub time: Option<Millis>,
}

/// What was spent, or will be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spending {
    /// Tokens, read and written.
    pub tokens: u64,
    /// What they cost.
    pub cost: Cost,
}

/// Why the next call is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverBudget {
    /// It might take more tokens than are left.
    Tokens {
        /// What may be spent.
        budget: u64,
        /// What is spent.
        spent: u64,
        /// What the call might take.
        next: u64,
    },
    /// It might cost more money than is left.
    Money {
        /// What may be spent.
        budget: Money,
        /// What is spent.
        spent: Cost,
        /// What the call might cost.
        next: Money,
    },
    /// All the time that it may take is over.
    Time(Millis),
    /// The budget cannot hold, because nobody knows what the call will cost.
    NoPrice(Money),
    /// The budget cannot hold, because nobody knows what was spent.
    SpentUnknown(Money),
}

impl Budget {
    /// Whether a call that might take so much is allowed after what was spent.
    ///
    /// # Errors
    /// When it is not, or when a budget of money cannot hold.
    pub fn allows(&self, spent: Spending, next: Spending) -> Result<(), OverBudget> {
        if let Some(budget) = self.tokens
            && spent.tokens.saturating_add(next.tokens) > budget
        {
            return Err(OverBudget::Tokens { budget, spent: spent.tokens, next: next.tokens });
        }
        let Some(budget) = self.money else { return Ok(()) };
        let amount = next.cost.amount();
        if spent.cost.amount() + amount > budget {
            return Err(OverBudget::Money { budget, spent: spent.cost, next: amount });
        }
        if next.cost.is_incomplete() {
            return Err(OverBudget::NoPrice(budget));
        }
        if spent.cost.is_incomplete() {
            return Err(OverBudget::SpentUnknown(budget));
        }
        Ok(())
    }
}

impl fmt::Display for OverBudget {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tokens { budget, spent, next } => {
                let [budget, spent, next] = [*budget, *spent, *next].map(with_thousands);
                write!(out, "The next call might take {next} tokens: {spent} of {budget} are spent")
            }
            // Nobody knows what the next call costs, and too much is spent already.
            Self::Money { budget, spent, next: Money::ZERO } => {
                write!(out, "{spent} of {budget} are spent")
            }
            Self::Money { budget, spent, next } => {
                write!(out, "The next call might cost {next}: {spent} of {budget} are spent")
            }
            Self::Time(budget) => write!(out, "The {budget} that the run may take are over"),
            Self::NoPrice(budget) => not_kept(out, *budget, "there is no price for this model"),
            Self::SpentUnknown(budget) => not_kept(out, *budget, "what was spent so far is not known"),
        }
    }
}

fn not_kept(out: &mut fmt::Formatter<'_>, budget: Money, why: &str) -> fmt::Result {
    write!(out, "A budget of {budget} cannot be kept: {why}. Set a budget of tokens instead")
}

impl std::error::Error for OverBudget {}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(text: &str) -> Money {
        Money::parse(text).unwrap()
    }

    fn told(tokens: u64, cost: &str) -> Spending {
        Spending { tokens, cost: Cost::told(money(cost)) }
    }

    fn estimated(tokens: u64, cost: &str) -> Spending {
        Spending { tokens, cost: Cost::estimated(money(cost)) }
    }

    fn unpriced(tokens: u64) -> Spending {
        Spending { tokens, cost: Cost::UNKNOWN }
    }

    #[test]
    fn calls_fit_or_are_refused_in_words() {
        let none = Budget::default();
        let tokens = Budget { tokens: Some(10_000), ..Budget::default() };
        let dimes = Budget { money: Some(money("0.10")), ..Budget::default() };
        let both = Budget { tokens: Some(10_000), money: Some(money("0.10")), time: None };
        let partly = Spending { tokens: 0, cost: Cost::told(money("0.02")) + Cost::UNKNOWN };
        let no_price = "A budget of $0.10 cannot be kept: there is no price for this model. \
                        Set a budget of tokens instead";
        let not_known = "A budget of $0.10 cannot be kept: what was spent so far is not known. \
                         Set a budget of tokens instead";
        for (budget, spent, next, refusal) in [
            (none, unpriced(u64::MAX), unpriced(u64::MAX), None),
            (tokens, told(8_000, "0"), unpriced(2_000), None),
            (
                tokens,
                told(8_000, "0"),
                unpriced(2_001),
                Some("The next call might take 2,001 tokens: 8,000 of 10,000 are spent"),
            ),
            (dimes, told(0, "0.08"), estimated(0, "0.02"), None),
            (
                dimes,
                told(0, "0.08"),
                estimated(0, "0.03"),
                Some("The next call might cost $0.03: $0.08 of $0.10 are spent"),
            ),
            (
                dimes,
                estimated(0, "0.0812"),
                estimated(0, "0.03"),
                Some("The next call might cost $0.03: about $0.0812 of $0.10 are spent"),
            ),
            (
                dimes,
                partly,
                estimated(0, "0.09"),
                Some("The next call might cost $0.09: at least $0.02 of $0.10 are spent"),
            ),
            (dimes, told(0, "0"), unpriced(5), Some(no_price)),
            (dimes, told(0, "0"), told(5, "0"), None),
            (dimes, partly, estimated(0, "0.01"), Some(not_known)),
            (dimes, unpriced(5), unpriced(5), Some(no_price)),
            (
                both,
                told(10_000, "0.10"),
                estimated(100, "0.01"),
                Some("The next call might take 100 tokens: 10,000 of 10,000 are spent"),
            ),
            (
                both,
                told(0, "0.10"),
                estimated(1, "0.01"),
                Some("The next call might cost $0.01: $0.10 of $0.10 are spent"),
            ),
        ] {
            let refused = budget.allows(spent, next).err().map(|over| over.to_string());
            assert_eq!(refused.as_deref(), refusal, "{budget:?} {spent:?} {next:?}");
        }
    }
}
