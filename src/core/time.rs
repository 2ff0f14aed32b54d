//! Time as core knows it: milliseconds that come in as arguments. Never asks a clock.

use std::ops::Add;

/// A time or a length of time in milliseconds, from any fixed start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Millis(pub u64);

/// A length of time in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Micros(pub u64);

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

impl From<Millis> for Micros {
    fn from(time: Millis) -> Self {
        Self(time.0.saturating_mul(1_000))
    }
}

/// `140 µs`, `1.4 ms`, and from 100 ms on like [`Millis`].
impl std::fmt::Display for Micros {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            micros @ 0..1_000 => write!(out, "{micros} µs"),
            micros @ 1_000..100_000 if !micros.is_multiple_of(1_000) => {
                write!(out, "{}.{} ms", micros / 1_000, micros % 1_000 / 100)
            }
            micros => Millis(micros / 1_000).fmt(out),
        }
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
        for (micros, expected) in [
            (0, "0 µs"),
            (999, "999 µs"),
            (1_000, "1 ms"),
            (1_460, "1.4 ms"),
            (100_999, "100 ms"),
            (2_280_000, "2.2 s"),
        ] {
            assert_eq!(Micros(micros).to_string(), expected);
        }
    }
}
