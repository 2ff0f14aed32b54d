//! Time as core knows it: milliseconds that come in as arguments. Never asks a clock.

use std::ops::Add;

/// A time or a length of time in milliseconds, from any fixed start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Millis(pub u64);

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
}
