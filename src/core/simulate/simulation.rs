//! How the stand-in model is set: how it fails, how often, and how fast it writes.

use super::behaviour::Behaviour;
use crate::core::random::Random;
use crate::core::time::Millis;

/// How the stand-in model is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Simulation {
    /// What it does wrong.
    pub faults: Faults,
    /// How fast it writes.
    pub speed: Speed,
}

/// What the stand-in model does wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// How it fails.
    pub behaviour: Behaviour,
    /// How often it does.
    pub rate: Rate,
}

/// How many of a hundred calls are failed at, in steps of ten from 10 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate(u8);

/// How fast the stand-in model writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// Slow enough for each piece to be read.
    Slow,
    /// Slow enough for the stages to be seen.
    #[default]
    Usual,
    /// Without a pause.
    AtOnce,
}

/// How long a run waits for the stand-in model where that is told to say nothing: nobody learns more by waiting longer.
const SILENCE: Millis = Millis(3_000);

impl Simulation {
    /// How long it may be silent, where so much is set.
    pub fn silence(self, set: Millis) -> Millis {
        if self.faults.behaviour == Behaviour::TimedOut { set.min(SILENCE) } else { set }
    }
}

impl Faults {
    /// These faults, whenever they can be made.
    pub fn always(behaviour: Behaviour) -> Self {
        Self { behaviour, rate: Rate::default() }
    }

    /// Whether a call is failed at: drawn from the seed and its number, and never twice in a row, so that what
    /// passes by itself does pass.
    pub fn strike(self, seed: u64, number: u32) -> bool {
        let in_a_row = (0..=number).rev().take_while(|number| self.rate.hits(seed, *number));
        in_a_row.count() % 2 == 1
    }
}

impl Rate {
    /// Every rate, the highest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=10).rev().map(|tens| Self(tens * 10))
    }

    /// The nearest rate that there is.
    pub fn new(percent: u64) -> Self {
        Self::all().find(|rate| u64::from(rate.0) <= percent).unwrap_or(Self(10))
    }

    /// The nearest rate to what was typed or chosen; the usual one where that is no number.
    pub fn typed(text: &str) -> Self {
        text.parse().map(Self::new).unwrap_or_default()
    }

    /// Of a hundred.
    pub fn percent(self) -> u8 {
        self.0
    }

    fn hits(self, seed: u64, number: u32) -> bool {
        let mut random = Random::new(seed.rotate_left(32) ^ u64::from(number));
        // The first number of neighbouring seeds is as good as any other.
        random.below(100) < u64::from(self.0)
    }
}

impl Default for Rate {
    fn default() -> Self {
        Self(100)
    }
}

impl Speed {
    /// Every speed, the slowest first.
    pub const ALL: [Self; 3] = [Self::Slow, Self::Usual, Self::AtOnce];

    /// Its name, for people and settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Usual => "usual",
            Self::AtOnce => "at once",
        }
    }

    /// The speed of this name; the usual one where there is none.
    pub fn from_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|speed| speed.name() == name).unwrap_or_default()
    }

    /// For how many milliseconds it pauses before each piece.
    pub fn pause(self) -> u32 {
        match self {
            Self::Slow => 600,
            Self::Usual => 90,
            Self::AtOnce => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(percent: u64) -> Faults {
        Faults { behaviour: Behaviour::Cut, rate: Rate::new(percent) }
    }

    #[test]
    fn a_rate_is_the_share_of_first_calls_that_are_failed_at() {
        for percent in [10, 50, 90, 100] {
            let hits = (0..10_000).filter(|seed| faults(percent).strike(*seed, 0)).count() as u64;
            assert!(hits.abs_diff(percent * 100) < 150, "{percent} %: {hits} of 10,000");
        }
    }

    #[test]
    fn no_two_calls_in_a_row_are_failed_at() {
        let strikes =
            |percent, seed| (0..8).map(|call| faults(percent).strike(seed, call)).collect::<Vec<_>>();
        assert_eq!(strikes(100, 7), [true, false].repeat(4));
        for seed in 0..200 {
            let strikes = strikes(50, seed);
            assert!(strikes.windows(2).all(|pair| pair != [true, true]), "{strikes:?}");
        }
        assert_ne!(strikes(50, 1), strikes(50, 2));
    }

    #[test]
    fn rates_are_tens_of_a_hundred() {
        let rates = [0, 9, 10, 55, 99, 100, u64::MAX].map(|percent| Rate::new(percent).percent());
        assert_eq!(rates, [10, 10, 10, 50, 90, 100, 100]);
    }

    #[test]
    fn every_speed_has_a_name_of_its_own() {
        for speed in Speed::ALL {
            assert_eq!(Speed::from_name(speed.name()), speed);
        }
    }

    #[test]
    fn only_a_silence_that_is_ordered_is_cut_short() {
        let silence = |behaviour, set| {
            Simulation { faults: Faults::always(behaviour), ..Simulation::default() }.silence(Millis(set)).0
        };
        assert_eq!(silence(Behaviour::TimedOut, 120_000), 3_000);
        assert_eq!(silence(Behaviour::TimedOut, 1_000), 1_000);
        assert_eq!(silence(Behaviour::Cut, 120_000), 120_000);
    }
}
