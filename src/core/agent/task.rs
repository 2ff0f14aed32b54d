//! What a run is to do, and within which limits.

use crate::core::provider::Sampling;
use crate::core::schema::Schema;
use std::ops::Add;
use std::sync::Arc;

/// What a run is to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// What a valid answer is.
    pub schema: Arc<Schema>,
    /// Standing instructions of the person, before what is said of the schema; may be empty.
    pub system: String,
    /// What the person asks.
    pub prompt: String,
    /// The document the answer is about; may be empty.
    pub input: String,
    /// How often the model may answer.
    pub attempts: AttemptLimit,
    /// How answers are drawn.
    pub sampling: Sampling,
    /// The most tokens of one answer, to begin with.
    pub token_limit: u32,
    /// How long a call may be silent.
    pub silence: Millis,
}

/// A number of attempts from 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttemptLimit(u8);

/// A time or a length of time in milliseconds, from any fixed start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Millis(pub u64);

impl AttemptLimit {
    /// The most attempts a run may have.
    pub const MOST: u8 = 5;

    /// The nearest number of attempts that is allowed.
    pub fn new(attempts: u8) -> Self {
        Self(attempts.clamp(1, Self::MOST))
    }

    /// The number itself.
    pub fn get(self) -> u8 {
        self.0
    }

    /// Whether another attempt is allowed after this many.
    pub(super) fn allows_more_than(self, attempts: usize) -> bool {
        attempts < usize::from(self.0)
    }
}

impl Default for AttemptLimit {
    fn default() -> Self {
        Self(3)
    }
}

impl Millis {
    /// How long it is from an earlier time to this one.
    pub fn since(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }
}

impl Add for Millis {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

/// `420 ms`, `2.2 s`, `3 min 5 s`.
impl std::fmt::Display for Millis {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            millis @ 0..1_000 => write!(out, "{millis} ms"),
            millis @ 1_000..100_000 => write!(out, "{}.{} s", millis / 1_000, millis % 1_000 / 100),
            millis => write!(out, "{} min {} s", millis / 60_000, millis / 1_000 % 60),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_well() {
        for (millis, expected) in
            [(0, "0 ms"), (999, "999 ms"), (1_000, "1.0 s"), (2_280, "2.2 s"), (185_000, "3 min 5 s")]
        {
            assert_eq!(Millis(millis).to_string(), expected);
        }
    }

    #[test]
    fn attempts_are_one_to_five() {
        assert_eq!([0, 1, 3, 5, 9].map(|number| AttemptLimit::new(number).get()), [1, 1, 3, 5, 5]);
    }
}
