//! Counts in words.

pub(super) use crate::core::thousands::with_thousands;
use crate::core::time::Millis;

/// `no errors`, `1 error`, `2,000 errors`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{} {noun}s", with_thousands(count as u64)),
    }
}

/// `12 s`, `1 min 5 s`: whole seconds, as many as are begun.
pub(super) fn counted_seconds(time: Millis) -> String {
    match time.0.div_ceil(1_000) {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        for (count, expected) in [(0, "no errors"), (1, "1 error"), (2, "2 errors"), (1_000, "1,000 errors")]
        {
            assert_eq!(counted(count, "error"), expected);
        }
    }
}
