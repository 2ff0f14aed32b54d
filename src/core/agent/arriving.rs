//! A reply on its way, as far as it is shown: the end of what has come, and how fast it comes.
//!
//! However long the reply is, only its end is kept here, and a piece costs no more than its own length.

use super::timing::Timing;
use super::words::with_thousands;
use crate::core::cost::estimate;
use crate::core::provider::Delta;
use crate::core::time::Millis;

/// A reply on its way.
#[derive(Debug, Default)]
pub struct Arriving {
    timing: Timing,
    text: Tail,
    reasoning: Tail,
    /// About how many tokens came, without those of `uncounted`.
    tokens: u64,
    uncounted: String,
}

/// What is shown of a reply on its way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrived {
    /// The end of the reasoning, as far as the answer leaves room for it.
    pub reasoning: String,
    /// The end of the answer.
    pub text: String,
    /// How long the first piece took, and how fast the others come.
    pub figures: String,
}

/// The end of a text that grows.
#[derive(Debug, Default)]
struct Tail {
    text: String,
    is_cut: bool,
}

/// So many characters are shown.
const MOST_SHOWN: usize = 4_000;
/// So many bytes are always enough for them.
const MOST_KEPT: usize = 4 * MOST_SHOWN;
/// A text is counted when there is so much of it: a piece alone would be counted too high.
const COUNTED: usize = 1_000;

impl Arriving {
    /// Nothing yet, of a call that was sent at that time.
    pub fn new(sent: Millis) -> Self {
        Self { timing: Timing::of_call(sent), ..Self::default() }
    }

    /// Takes the next piece.
    pub fn push(&mut self, delta: &Delta, now: Millis) {
        let (tail, text) = match delta {
            Delta::Text(text) => (&mut self.text, text),
            Delta::Reasoning(text) => (&mut self.reasoning, text),
            Delta::Accepted | Delta::Fetching(_) | Delta::Fetched => return,
        };
        self.timing.hear(now);
        tail.push(text);
        self.uncounted.push_str(text);
        if self.uncounted.len() >= COUNTED {
            self.tokens += estimate(&self.uncounted);
            self.uncounted.clear();
        }
    }

    /// What is shown of it now.
    pub fn shown(&self) -> Arrived {
        let text = self.text.last(MOST_SHOWN);
        let reasoning = self.reasoning.last(MOST_SHOWN.saturating_sub(text.chars().count()));
        Arrived { reasoning, text, figures: self.figures() }
    }

    fn figures(&self) -> String {
        let Some(first) = self.timing.first_token() else { return String::new() };
        let tokens = self.tokens + estimate(&self.uncounted);
        let mut words = vec![first, format!("≈ {} tokens", with_thousands(tokens))];
        words.extend(self.timing.pace(tokens).map(|pace| format!("≈ {pace}")));
        words.join(" · ")
    }
}

impl Tail {
    fn push(&mut self, piece: &str) {
        self.text.push_str(piece);
        // Rarely, so that it costs little: what goes is as long as what stays.
        if self.text.len() > 2 * MOST_KEPT {
            let from = self.text.len() - MOST_KEPT;
            let from = (from..).find(|from| self.text.is_char_boundary(*from)).unwrap_or_default();
            self.text.drain(..from);
            self.is_cut = true;
        }
    }

    /// The last characters, with a sign where there are more before them.
    fn last(&self, count: usize) -> String {
        let before = self.text.char_indices().rev().nth(count);
        let from = before.map_or(0, |(place, character)| place + character.len_utf8());
        let shown = self.text.get(from..).unwrap_or_default();
        if (self.is_cut || from > 0) && !shown.is_empty() { format!("…{shown}") } else { shown.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Delta {
        Delta::Text(text.to_owned())
    }

    fn reasoning(text: &str) -> Delta {
        Delta::Reasoning(text.to_owned())
    }

    /// What is shown of pieces of which one comes every half second.
    #[track_caller]
    fn check(pieces: &[Delta], expected: [&str; 3]) {
        let mut arriving = Arriving::new(Millis(500));
        let mut now = Millis(500);
        for piece in pieces {
            now = now + Millis(500);
            arriving.push(piece, now);
        }
        let Arrived { reasoning, text, figures } = arriving.shown();
        assert_eq!([reasoning.as_str(), &text, &figures], expected);
    }

    #[test]
    fn the_end_is_shown_with_reasoning_told_apart() {
        check(&[], ["", "", ""]);
        check(&[text("{")], ["", "{", "first token after 500 ms · ≈ 1 tokens"]);
        check(
            &[reasoning("Sun"), reasoning("ny."), text("{\"a\""), text(": 1}")],
            ["Sunny.", "{\"a\": 1}", "first token after 500 ms · ≈ 8 tokens · ≈ 5.3 tokens/s"],
        );
        let long = "天".repeat(3_999);
        check(
            &[reasoning("Sunny"), text(&long)],
            ["…y", &long, "first token after 500 ms · ≈ 3,201 tokens · ≈ 6,402 tokens/s"],
        );
    }

    #[test]
    fn long_replies_are_kept_in_part_and_counted_whole() {
        let mut arriving = Arriving::new(Millis(0));
        for _ in 0..100_000 {
            arriving.push(&text("délivré 7 "), Millis(0));
        }
        let shown = arriving.shown();
        assert_eq!(shown.text, format!("…{}", "délivré 7 ".repeat(400)));
        assert_eq!(shown.figures, "first token after 0 ms · ≈ 475,000 tokens");
        let kept = arriving.text.text.len() + arriving.uncounted.len();
        assert!(kept <= 2 * MOST_KEPT + COUNTED, "{kept}");
    }
}
