//! What a model's tokens cost.

use super::money::Money;
use super::tokens::Tokens;

/// What a model costs, and how much it reads, where that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// What tokens cost.
    pub rates: Rates,
    /// What all tokens of a call cost that reads much, where that is dearer.
    pub long: Option<LongRates>,
    /// How many tokens the model can take in at all.
    pub context: Option<u64>,
}

/// What a million tokens cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// Of those that are read.
    pub input: Money,
    /// Of those that are written, reasoning included.
    pub output: Money,
    /// Of those that are read from the provider's cache.
    pub cached: Money,
}

/// What a million tokens cost in calls that read much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongRates {
    /// Calls that read more tokens than this are meant.
    pub above: u64,
    /// What their tokens cost.
    pub rates: Rates,
}

impl Price {
    /// The price of a model that runs on the person's own machine.
    pub const FREE: Self = Self {
        rates: Rates { input: Money::ZERO, output: Money::ZERO, cached: Money::ZERO },
        long: None,
        context: None,
    };

    /// What these tokens of one call cost.
    pub fn of(&self, tokens: Tokens) -> Money {
        let rates = match self.long {
            Some(long) if tokens.input > long.above => long.rates,
            Some(_) | None => self.rates,
        };
        let cached = tokens.cached.min(tokens.input);
        portion(tokens.input - cached, rates.input)
            + portion(cached, rates.cached)
            + portion(tokens.output, rates.output)
    }

    /// Whether no tokens cost anything.
    pub fn is_free(&self) -> bool {
        self.rates == Self::FREE.rates && self.long.is_none_or(|long| long.rates == Self::FREE.rates)
    }
}

/// What so many tokens cost, rounded up.
fn portion(tokens: u64, for_a_million: Money) -> Money {
    const MILLION: u64 = 1_000_000;
    let price = for_a_million.nano_dollars();
    let whole = (tokens / MILLION).saturating_mul(price);
    let rest = (tokens % MILLION).saturating_mul(price).div_ceil(MILLION);
    Money::from_nano_dollars(whole.saturating_add(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(text: &str) -> Money {
        Money::parse(text).unwrap()
    }

    #[test]
    fn tokens_are_priced_exactly() {
        let rates = |input, output, cached| Rates {
            input: money(input),
            output: money(output),
            cached: money(cached),
        };
        let price = Price {
            rates: rates("2.50", "15", "0.25"),
            long: Some(LongRates { above: 272_000, rates: rates("5", "22.50", "0.50") }),
            context: None,
        };
        for (input, output, cached, expected) in [
            (0, 0, 0, "0"),
            (1_000, 0, 0, "0.0025"),
            (1_000, 200, 0, "0.0055"),
            (1_000, 200, 400, "0.0046"),
            // More from the cache than was read at all cannot be: all of it, then.
            (1_000, 0, 9_000, "0.00025"),
            (272_000, 0, 0, "0.68"),
            (272_001, 0, 0, "1.360005"),
            (300_000, 1_000, 100_000, "1.0725"),
            (0, 3_000_001, 0, "45.000015"),
        ] {
            let tokens = Tokens { input, output, cached };
            assert_eq!(price.of(tokens), money(expected), "{tokens:?}");
        }
    }

    #[test]
    fn portions_are_rounded_up_and_never_overflow() {
        for (tokens, price, expected) in
            [(0, 1, 0), (1, 1, 1), (1_000_000, 1, 1), (1_000_001, 1, 2), (u64::MAX, u64::MAX, u64::MAX)]
        {
            assert_eq!(portion(tokens, Money::from_nano_dollars(price)).nano_dollars(), expected, "{tokens}");
        }
    }

    #[test]
    fn only_what_costs_nothing_at_all_is_free() {
        let dearer = LongRates { above: 1_000, rates: Rates { output: money("1"), ..Price::FREE.rates } };
        assert!(Price::FREE.is_free());
        assert!(!Price { long: Some(dearer), ..Price::FREE }.is_free());
        assert!(!Price { rates: dearer.rates, ..Price::FREE }.is_free());
    }
}
