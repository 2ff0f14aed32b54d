//! Two setups on the same inputs: where only one of them was valid, and how often that comes by chance alone.

use super::super::lines::{Lines, verdict};
use super::super::row::Row;
use crate::core::thousands::with_thousands;
use std::cmp::Ordering;

/// How often two were valid on the same inputs and seeds; only where both were judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paired {
    /// Both were valid.
    pub both: u64,
    /// Only the first was.
    pub only_first: u64,
    /// Only the second was.
    pub only_second: u64,
    /// None was.
    pub neither: u64,
}

/// How rarely chance alone may show a difference that counts as one.
const RARE: f64 = 0.05;

impl Paired {
    /// Two sides of a batch; only those lines that are wanted.
    pub(super) fn of(
        lines: &Lines<'_>,
        [first, second]: [usize; 2],
        is_wanted: &dyn Fn(usize) -> bool,
    ) -> Self {
        let mut paired = Self::default();
        for (_, runs) in lines.iter().enumerate().filter(|(line, _)| is_wanted(*line)) {
            let verdict = |side: usize| runs.get(side).copied().flatten().and_then(|row: &Row| verdict(row));
            match (verdict(first), verdict(second)) {
                (Some(true), Some(true)) => paired.both += 1,
                (Some(true), Some(false)) => paired.only_first += 1,
                (Some(false), Some(true)) => paired.only_second += 1,
                (Some(false), Some(false)) => paired.neither += 1,
                (None, _) | (_, None) => {}
            }
        }
        paired
    }

    /// How many there are.
    pub fn count(self) -> u64 {
        self.both + self.only_first + self.only_second + self.neither
    }

    /// How often a difference at least as large comes if the two do not differ: McNemar's test, exact and two-sided.
    pub fn chance(self) -> f64 {
        let less = self.only_first.min(self.only_second);
        let all = self.only_first + self.only_second;
        // The most likely of what counts, as a logarithm: there may be thousands.
        let ways: f64 = (1..=less).map(|place| ((all - less + place) as f64 / place as f64).ln()).sum();
        let mut term = (ways - all as f64 * std::f64::consts::LN_2).exp();
        let mut sum = 0.0;
        for place in (0..=less).rev() {
            sum += term;
            term *= place as f64 / (all - place + 1) as f64;
        }
        (2.0 * sum).min(1.0)
    }

    /// Whether that is too rare to be chance, where so many pairs are looked at.
    pub(super) fn is_told_apart(self, comparisons: usize) -> bool {
        self.chance() * (comparisons.max(1) as f64) < RARE
    }

    /// Whether the second was valid more often than the first, less often, or cannot be told apart; none where there
    /// are no pairs.
    pub(super) fn second_to_first(self, comparisons: usize) -> Option<Ordering> {
        let order = self.only_second.cmp(&self.only_first);
        (self.count() > 0).then_some(if self.is_told_apart(comparisons) { order } else { Ordering::Equal })
    }

    /// Of how many batches one may show by chance alone what counts as a difference.
    pub(super) fn one_of(comparisons: usize) -> String {
        with_thousands(20_u64.saturating_mul(comparisons.max(1) as u64))
    }

    /// `1 of 78 batches`
    pub(super) fn chance_words(self) -> String {
        const MOST: f64 = 1_000_000.0;
        let batches = 1.0 / self.chance();
        match batches {
            ..2.0 => "more than half of all batches".to_owned(),
            // What was too small for a number is infinite here.
            2.0..=MOST => format!("1 of {} batches", with_thousands(batches as u64)),
            _ => format!("less than 1 of {} batches", with_thousands(MOST as u64)),
        }
    }

    /// What that says, in a sentence or two.
    pub(super) fn words(self, [first, second]: [&str; 2], comparisons: usize) -> String {
        let Self { only_first, only_second, .. } = self;
        let pair = format!("“{first}” and “{second}”");
        match (self.count(), only_first + only_second) {
            (0, _) => return format!("{pair} have no input that both were judged on."),
            (_, 0) => return format!("{pair} were valid on the same inputs."),
            (_, _) => {}
        }
        let told = if self.is_told_apart(comparisons) { "" } else { " They cannot be told apart." };
        format!(
            "“{second}” was {} where “{first}” was not, and “{first}” {} where “{second}” was not; by chance \
             alone, a difference at least as large would come up in {}.{told}",
            match only_second {
                0 => "never valid".to_owned(),
                count => format!("valid {}", times(count)),
            },
            times(only_first),
            self.chance_words()
        )
    }
}

/// `never`, `once`, `twice`, `14 times`
fn times(count: u64) -> String {
    match count {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{} times", with_thousands(count)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paired(only_first: u64, only_second: u64) -> Paired {
        Paired { both: 5, only_first, only_second, neither: 2 }
    }

    /// By hand: twice the sum of the binomial coefficients up to the lesser number, divided by two to the power of both.
    #[test]
    fn the_chance_is_exact() {
        for (only_first, only_second, numerator, denominator) in [
            (0, 0, 1.0, 1.0),
            (0, 1, 1.0, 1.0),
            (1, 1, 1.0, 1.0),
            (0, 6, 2.0, 64.0),
            (1, 7, 18.0, 256.0),
            (3, 14, 1_668.0, 131_072.0),
            (14, 3, 1_668.0, 131_072.0),
            (0, 60, 2.0, 1_152_921_504_606_846_976.0),
        ] {
            let chance = paired(only_first, only_second).chance();
            let expected: f64 = numerator / denominator;
            assert!((chance - expected).abs() < 1e-9 * expected, "{only_first} {only_second}: {chance}");
        }
        // As a program for exact fractions has them.
        for (only_first, only_second, expected) in [
            (86, 150, 3.715_936_139_571_442e-5),
            (4_900, 5_100, 0.046_585_527_704_947_39),
            (59, 6, 4.964_650_327_128_617e-12),
        ] {
            let chance = paired(only_first, only_second).chance();
            assert!((chance - expected).abs() < 1e-9 * expected, "{only_first} {only_second}: {chance}");
        }
        assert_eq!((paired(0, 5_000).chance(), paired(5_000, 5_000).chance()), (0.0, 1.0));
    }

    #[test]
    fn a_difference_is_said_with_its_chance() {
        for (paired, comparisons, expected) in [
            (
                paired(3, 14),
                1,
                "“B” was valid 14 times where “A” was not, and “A” 3 times where “B” was not; by chance alone, a \
                 difference at least as large would come up in 1 of 78 batches.",
            ),
            (
                paired(3, 14),
                4,
                "“B” was valid 14 times where “A” was not, and “A” 3 times where “B” was not; by chance alone, a \
                 difference at least as large would come up in 1 of 78 batches. They cannot be told apart.",
            ),
            (
                paired(1, 0),
                1,
                "“B” was never valid where “A” was not, and “A” once where “B” was not; by chance alone, a \
                 difference at least as large would come up in more than half of all batches. They cannot be told \
                 apart.",
            ),
            (
                paired(0, 2_000),
                3,
                "“B” was valid 2,000 times where “A” was not, and “A” never where “B” was not; by chance alone, a \
                 difference at least as large would come up in less than 1 of 1,000,000 batches.",
            ),
            (paired(0, 0), 1, "“A” and “B” were valid on the same inputs."),
            (Paired::default(), 1, "“A” and “B” have no input that both were judged on."),
        ] {
            assert_eq!(paired.words(["A", "B"], comparisons), expected);
        }
    }
}
