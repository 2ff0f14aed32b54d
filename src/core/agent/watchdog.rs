//! Tells a reply that has run away while it is written: one that will not end by itself, and has nothing
//! more to say.

use crate::core::provider::Delta;

/// Follows a reply piece by piece.
#[derive(Debug, Default)]
pub(super) struct Watchdog {
    /// Whether it is in the reasoning.
    is_reasoning: bool,
    /// The last characters: [`WINDOW`] of them, and up to as many before.
    recent: Vec<char>,
    /// How many of them are white space without a break.
    blank: usize,
    /// How many came since it was last looked whether they repeat.
    unseen: usize,
}

/// How a reply runs away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runaway {
    /// Into white space.
    WhiteSpace,
    /// Into the same piece over and over.
    Repetition,
}

/// So much white space in a row is in no answer.
const MOST_BLANK: usize = 1_000;
/// So many characters that only repeat are in no answer.
const WINDOW: usize = 2_000;
/// The longest piece whose repetition is told.
const LONGEST_PERIOD: usize = 200;
/// After so many characters it is looked again, so that long replies cost little.
const INTERVAL: usize = 500;

impl Watchdog {
    /// Takes the next piece, and says whether the reply has run away with it.
    pub(super) fn push(&mut self, delta: &Delta) -> Option<Runaway> {
        let (text, is_reasoning) = match delta {
            Delta::Text(text) => (text, false),
            Delta::Reasoning(text) => (text, true),
            Delta::Accepted | Delta::Fetching(_) | Delta::Fetched => return None,
        };
        if is_reasoning != self.is_reasoning {
            *self = Self { is_reasoning, ..Self::default() };
        }
        text.chars().find_map(|character| self.take(character))
    }

    fn take(&mut self, character: char) -> Option<Runaway> {
        self.blank = if character.is_whitespace() { self.blank + 1 } else { 0 };
        if self.blank >= MOST_BLANK {
            return Some(Runaway::WhiteSpace);
        }
        if self.recent.len() >= 2 * WINDOW {
            self.recent.drain(..WINDOW);
        }
        self.recent.push(character);
        self.unseen += 1;
        if self.unseen < INTERVAL {
            return None;
        }
        self.unseen = 0;
        self.repeats().then_some(Runaway::Repetition)
    }

    /// Whether the last characters are one short piece over and over.
    fn repeats(&self) -> bool {
        let window = self.recent.last_chunk::<WINDOW>().map_or(&[][..], |window| window);
        let is_period = |period: usize| {
            let shifted = window.get(period..);
            shifted.is_some() && shifted == window.get(..window.len() - period)
        };
        (1..=LONGEST_PERIOD).any(is_period)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After how many characters a text that is written in pieces of a length runs away.
    fn seen(text: &str, length: usize) -> Option<(Runaway, usize)> {
        let characters: Vec<char> = text.chars().collect();
        let mut watchdog = Watchdog::default();
        let mut written = 0;
        characters.chunks(length).find_map(|piece| {
            written += piece.len();
            watchdog.push(&Delta::Text(piece.iter().collect())).map(|runaway| (runaway, written))
        })
    }

    #[test]
    fn what_runs_away_is_told_when_that_is_sure() {
        let numbers: String = (0..2_000).map(|number| format!("{number}, ")).collect();
        let lines: String = (0..200).map(|line| format!("{}\n{line}", " ".repeat(998))).collect();
        let long = format!("{}!", "x".repeat(200));
        for (name, text, expected) in [
            ("nothing", String::new(), None),
            ("white space", " ".repeat(2_000), Some((Runaway::WhiteSpace, 1_000))),
            ("white space of every kind", "\n\t \u{a0}\r".repeat(400), Some((Runaway::WhiteSpace, 1_000))),
            (
                "white space behind an answer",
                format!("{{}}{}", "\n".repeat(2_000)),
                Some((Runaway::WhiteSpace, 1_002)),
            ),
            ("white space that is broken in time", lines, None),
            ("one letter", "x".repeat(3_000), Some((Runaway::Repetition, 2_000))),
            ("a word", "ha ".repeat(1_000), Some((Runaway::Repetition, 2_000))),
            (
                "a word behind an answer",
                format!("{{}}{}", "ha ".repeat(1_000)),
                Some((Runaway::Repetition, 2_500)),
            ),
            (
                "as long a piece as is told",
                "y".to_owned() + &long[2..].repeat(20),
                Some((Runaway::Repetition, 2_500)),
            ),
            ("a longer piece", long.repeat(20), None),
            ("characters of several bytes", "天気 ".repeat(1_000), Some((Runaway::Repetition, 2_000))),
            ("a little repetition", "x".repeat(1_999), None),
            ("a long list", numbers, None),
        ] {
            for length in [1, 7, 500] {
                let reached = expected.map(|(runaway, characters): (_, usize)| {
                    (runaway, characters.next_multiple_of(length).min(text.chars().count()))
                });
                assert_eq!(seen(&text, length), reached, "{name}, in pieces of {length}");
            }
        }
    }

    #[test]
    fn reasoning_and_answer_are_followed_apart() {
        let mut watchdog = Watchdog::default();
        let blank = || " ".repeat(600);
        assert_eq!(watchdog.push(&Delta::Reasoning(blank())), None);
        assert_eq!(watchdog.push(&Delta::Text(blank())), None);
        assert_eq!(watchdog.push(&Delta::Text(blank())), Some(Runaway::WhiteSpace));
    }
}
