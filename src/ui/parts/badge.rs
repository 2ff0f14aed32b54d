//! How something stands, as a word in its colour.

use super::{Markup, text};
use crate::core::agent::Tone;

/// A word in the colour of what it says.
pub fn badge(tone: Tone, word: &str) -> Markup {
    let class = match tone {
        Tone::Running => "badge badge--running",
        Tone::Good => "badge badge--valid",
        Tone::Bad => "badge badge--failed",
        Tone::Neutral => "badge",
    };
    text(class, word)
}
