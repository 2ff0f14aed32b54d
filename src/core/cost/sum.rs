//! What calls cost, one or many: told, estimated, or not known.

use super::money::Money;
use super::price::Price;
use super::tokens::Tokens;
use std::fmt;

/// What one call or several cost together. Nothing, to begin with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub(in crate::core) amount: Money,
    pub(in crate::core) is_estimate: bool,
    pub(in crate::core) is_incomplete: bool,
}

impl Cost {
    /// A cost that is not known.
    pub const UNKNOWN: Self = Self { amount: Money::ZERO, is_estimate: false, is_incomplete: true };

    /// A cost that was told.
    pub fn told(amount: Money) -> Self {
        Self { amount, ..Self::default() }
    }

    /// A cost that was worked out.
    pub fn estimated(amount: Money) -> Self {
        Self { amount, is_estimate: true, ..Self::default() }
    }

    /// The cost of a call: the provider's own figure if there is one, else tokens by price.
    /// A price of nothing leaves nothing to estimate, even where the tokens are not known.
    pub fn of_call(reported: Option<Money>, tokens: Option<Tokens>, price: Option<Price>) -> Self {
        match (reported, price, tokens) {
            (Some(amount), _, _) => Self::told(amount),
            (None, Some(price), _) if price.is_free() => Self::told(Money::ZERO),
            (None, Some(price), Some(tokens)) => Self::estimated(price.of(tokens)),
            (None, Some(_), None) | (None, None, _) => Self::UNKNOWN,
        }
    }

    /// What is known of it: all of it, or at least this.
    pub fn amount(self) -> Money {
        self.amount
    }

    /// Whether any part of it was worked out rather than told.
    pub fn is_estimate(self) -> bool {
        self.is_estimate
    }

    /// Whether any part of it is not known.
    pub fn is_incomplete(self) -> bool {
        self.is_incomplete
    }
}

impl std::ops::Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            amount: self.amount + other.amount,
            is_estimate: self.is_estimate || other.is_estimate,
            is_incomplete: self.is_incomplete || other.is_incomplete,
        }
    }
}

impl std::iter::Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), |sum, cost| sum + cost)
    }
}

/// `$0.10`, `about $0.10`, `at least $0.10`, `at least about $0.10`, `not known`.
impl fmt::Display for Cost {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_shown = self.amount >= Money::LEAST_SHOWN;
        if self.is_incomplete && !is_shown {
            return out.write_str("not known");
        }
        let at_least = if self.is_incomplete { "at least " } else { "" };
        // "About < $0.0001" would say no more than "< $0.0001".
        let about = if self.is_estimate && is_shown { "about " } else { "" };
        write!(out, "{at_least}{about}{}", self.amount)
    }
}

#[cfg(test)]
mod tests {
    use super::super::price::Rates;
    use super::*;

    const CENT: Money = Money::from_nano_dollars(10_000_000);
    const CALL: Tokens = Tokens { input: 10_000, output: 0, cached: 0 };

    #[test]
    fn what_the_provider_says_wins_and_what_is_not_known_stays_so() {
        let dollar = Money::from_nano_dollars(1_000_000_000);
        let priced = Price { rates: Rates { input: dollar, output: dollar, cached: dollar }, ..Price::FREE };
        for (reported, tokens, price, expected) in [
            (Some(CENT), Some(CALL), Some(priced), Cost::told(CENT)),
            (Some(Money::ZERO), Some(CALL), Some(priced), Cost::told(Money::ZERO)),
            (Some(CENT), None, None, Cost::told(CENT)),
            (None, Some(CALL), Some(priced), Cost::estimated(CENT)),
            (None, None, Some(priced), Cost::UNKNOWN),
            (None, Some(CALL), None, Cost::UNKNOWN),
            (None, None, None, Cost::UNKNOWN),
            (None, Some(CALL), Some(Price::FREE), Cost::told(Money::ZERO)),
            (None, None, Some(Price::FREE), Cost::told(Money::ZERO)),
        ] {
            assert_eq!(Cost::of_call(reported, tokens, price), expected);
        }
    }

    #[test]
    fn sums_stay_honest() {
        let (told, estimated) = (Cost::told(CENT), Cost::estimated(CENT));
        let free = Cost::told(Money::ZERO);
        let tiny = Cost::estimated(Money::from_nano_dollars(5));
        for (costs, expected) in [
            (vec![], "$0"),
            (vec![free, free], "$0"),
            (vec![told, told], "$0.02"),
            (vec![told, estimated], "about $0.02"),
            (vec![estimated, free], "about $0.01"),
            (vec![told, Cost::UNKNOWN], "at least $0.01"),
            (vec![Cost::UNKNOWN, estimated, told], "at least about $0.02"),
            (vec![Cost::UNKNOWN], "not known"),
            (vec![Cost::UNKNOWN, free], "not known"),
            (vec![tiny], "< $0.0001"),
            (vec![Cost::UNKNOWN, tiny], "not known"),
        ] {
            assert_eq!(costs.iter().copied().sum::<Cost>().to_string(), expected, "{costs:?}");
        }
    }
}
