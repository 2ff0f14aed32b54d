//! Between which shares the true one lies, by Wilson's score interval.

/// Between which shares the true one lies, 95 times of 100; from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The least.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

/// So many standard deviations to either side of the middle lie 95 of 100.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// The interval for so many successes of so many trials. Of no trials nothing is known.
pub fn wilson(successes: u64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (all, share) = (trials as f64, successes.min(trials) as f64 / trials as f64);
    let square = DEVIATIONS * DEVIATIONS;
    let middle = share + square / (2.0 * all);
    let spread = DEVIATIONS * (share * (1.0 - share) / all + square / (4.0 * all * all)).sqrt();
    let whole = 1.0 + square / all;
    // These two ends are exact, and would not be by the formula.
    Interval {
        low: if successes == 0 { 0.0 } else { (middle - spread) / whole },
        high: if successes >= trials { 1.0 } else { (middle + spread) / whole },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::random::Random;

    /// Ten thousandths.
    fn rounded(Interval { low, high }: Interval) -> (u64, u64) {
        ((low * 10_000.0).round() as u64, (high * 10_000.0).round() as u64)
    }

    /// Those of 263, 148, 20 and 29 are in table I of R. G. Newcombe, Statistics in Medicine 17 (1998), 857–872.
    #[test]
    fn published_values() {
        for (successes, trials, low, high) in [
            (81, 263, 2_553, 3_662),
            (15, 148, 624, 1_605),
            (0, 20, 0, 1_611),
            (1, 29, 61, 1_718),
            (0, 10, 0, 2_775),
            (1, 10, 179, 4_042),
            (10, 10, 7_225, 10_000),
            (50, 100, 4_038, 5_962),
            (0, 1, 0, 7_935),
            (1, 1, 2_065, 10_000),
            (9_999, 10_000, 9_994, 10_000),
            (0, 0, 0, 10_000),
            (7, 5, 5_655, 10_000),
        ] {
            assert_eq!(rounded(wilson(successes, trials)), (low, high), "{successes} of {trials}");
        }
    }

    #[test]
    fn the_ends_are_exact() {
        for trials in 1..2_000 {
            let (none, all) = (wilson(0, trials), wilson(trials, trials));
            assert!(none.low == 0.0 && none.high < 1.0 && all.low > 0.0 && all.high == 1.0, "{trials}");
        }
    }

    /// Simulated models of known validity lie inside their intervals about as often as they should.
    #[test]
    fn known_shares_lie_inside() {
        const MODELS: u64 = 10_000;
        let mut random = Random::new(10);
        let (mut inside, mut rare) = (0, (0, 0));
        for _ in 0..MODELS {
            let trials = 30 + random.below(171);
            let valid = 50_000 + random.below(900_001);
            let successes = (0..trials).filter(|_| random.below(1_000_000) < valid).count() as u64;
            let Interval { low, high } = wilson(successes, trials);
            let is_inside = (low..=high).contains(&(valid as f64 / 1e6));
            inside += u64::from(is_inside);
            if !(100_000..900_000).contains(&valid) {
                rare = (rare.0 + u64::from(is_inside), rare.1 + 1);
            }
        }
        assert!((9_300..=9_700).contains(&inside), "{inside}");
        // Near the ends, where the plainer interval fails, it holds too.
        assert!(rare.1 > 800 && rare.0 * 100 > rare.1 * 92 && rare.0 * 100 < rare.1 * 99, "{rare:?}");
    }
}
