//! How many of how many, and how sure that is.

use super::wilson::{Interval, wilson};
use crate::core::quotient::NONE;
use crate::core::thousands::with_thousands;

/// How many of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// How many are so.
    pub part: u64,
    /// Of how many.
    pub whole: u64,
}

impl Share {
    /// `2 of 3`
    pub fn counts(self) -> String {
        format!("{} of {}", with_thousands(self.part), with_thousands(self.whole))
    }

    /// `67 %`, and in tenths where the interval is narrow. All or nothing is said of nothing less.
    pub fn percent(self) -> String {
        if self.whole == 0 {
            return NONE.to_owned();
        }
        // In the units that are shown.
        let all = if self.is_fine() { 1_000 } else { 100 };
        let units = rounded(self.part, all, self.whole);
        let words = |units: u64| match all {
            100 => format!("{units} %"),
            _ => format!("{}.{} %", units / 10, units % 10),
        };
        match units {
            0 if self.part > 0 => format!("< {}", words(1)),
            units if units >= all && self.part < self.whole => format!("> {}", words(all - 1)),
            units if units == 0 || units >= all => format!("{} %", if units == 0 { 0 } else { 100 }),
            units => words(units),
        }
    }

    /// `21–94 %`, in the same units.
    pub fn interval(self) -> String {
        let Interval { low, high } = wilson(self.part, self.whole);
        match (self.whole, self.is_fine()) {
            (0, _) => NONE.to_owned(),
            (_, true) => format!("{:.1}–{:.1} %", 100.0 * low, 100.0 * high),
            (_, false) => format!("{:.0}–{:.0} %", 100.0 * low, 100.0 * high),
        }
    }

    /// Whether whole hundredths would say too little: the interval is narrower than five of them.
    fn is_fine(self) -> bool {
        let Interval { low, high } = wilson(self.part, self.whole);
        high - low < 0.05
    }
}

/// So many parts of a whole in other units, to the nearest.
fn rounded(part: u64, units: u64, whole: u64) -> u64 {
    crate::core::quotient::rounded(part.saturating_mul(units), whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_say_how_sure_they_are() {
        for (part, whole, expected) in [
            (0, 0, "0 of 0 | – | –"),
            (2, 3, "2 of 3 | 67 % | 21–94 %"),
            (0, 10, "0 of 10 | 0 % | 0–28 %"),
            (10, 10, "10 of 10 | 100 % | 72–100 %"),
            (9, 72, "9 of 72 | 13 % | 7–22 %"),
            (500, 1_000, "500 of 1,000 | 50 % | 47–53 %"),
            (990, 1_000, "990 of 1,000 | 99.0 % | 98.2–99.5 %"),
            (1_000, 1_000, "1,000 of 1,000 | 100 % | 99.6–100.0 %"),
            (9_999, 10_000, "9,999 of 10,000 | > 99.9 % | 99.9–100.0 %"),
            (1, 10_000, "1 of 10,000 | < 0.1 % | 0.0–0.1 %"),
        ] {
            let share = Share { part, whole };
            let said = format!("{} | {} | {}", share.counts(), share.percent(), share.interval());
            assert_eq!(said, expected);
        }
    }
}
