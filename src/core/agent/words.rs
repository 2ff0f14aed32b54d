//! Counts in words.

pub(super) use crate::core::counted::counted;
pub(super) use crate::core::thousands::with_thousands;
use crate::core::time::Millis;

/// `12 s`, `1 min 5 s`: whole seconds, as many as are begun.
pub(super) fn counted_seconds(time: Millis) -> String {
    match time.0.div_ceil(1_000) {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}
