//! A reply that is still coming in, chunk by chunk, and the value in it so far.
//!
//! What has been read is not read again: the search and the parser stop in front of what a longer text might
//! change, and go on from there. Where that is a long string, they look again only when what waits has doubled,
//! so that all the chunks together cost what their text costs.
//! Must not know how a value is found or read.

use super::extraction::{Candidate, Extraction, extract};
use super::limit;
use super::reply::{End, Reply};
use super::search::Search;
use super::thinking::{LONGEST, begins_with_thinking, last_end};
use super::unclosed::Unclosed;

/// A reply that is still coming in.
pub struct Growing {
    text: String,
    /// How much of it is white space at its beginning.
    blank: usize,
    /// Where the answer begins. None while the model thinks.
    answer: Option<usize>,
    search: Search,
    /// How long the text must be for another look.
    wake: usize,
}

/// The value in a reply that is still coming in.
#[derive(Clone, Debug, PartialEq)]
pub struct SoFar {
    /// The value as far as it goes, how it was found, and what had to be repaired up to now.
    pub candidate: Candidate,
    /// What of it is still open, from the outside in; nothing, once it is closed.
    pub unclosed: Vec<Unclosed>,
}

impl Default for Growing {
    fn default() -> Self {
        Self { text: String::new(), blank: 0, answer: Some(0), search: Search::new(0, None), wake: 0 }
    }
}

impl Growing {
    /// Takes a further chunk.
    pub fn push(&mut self, chunk: &str) {
        let seen = self.text.len();
        self.text.push_str(chunk);
        self.look_for_answer(seen);
        if self.answer.is_none() || self.text.len() < self.wake || self.text.len() > limit::SIZE {
            return;
        }
        self.search.advance(reply(&self.text, End::Later));
        let length = self.text.len();
        self.wake = length + (length - self.search.position().min(length));
    }

    /// The text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value that is being written, or else the likeliest of those that are there. Costs what they cost,
    /// and not what the whole text does. What is said while the model thinks is none.
    pub fn so_far(&self) -> Option<SoFar> {
        self.answer?;
        let mut ahead = self.search.fork();
        ahead.advance(reply(&self.text, End::SoFar));
        match ahead.take_open() {
            Some((candidate, unclosed)) => Some(SoFar { candidate, unclosed }),
            None => {
                let candidate = self.search.likeliest(&ahead)?.clone();
                Some(SoFar { candidate, unclosed: Vec::new() })
            }
        }
    }

    /// The reply is complete: what is found in all of it.
    pub fn finish(self) -> Extraction {
        extract(&self.text)
    }

    /// A mark of thinking may have come: the answer begins behind the last one.
    fn look_for_answer(&mut self, seen: usize) {
        let rest = self.text.get(self.blank..).unwrap_or_default();
        self.blank += rest.len() - rest.trim_start().len();
        // The mark may have come in parts.
        let mut from = seen.saturating_sub(LONGEST - 1);
        while !self.text.is_char_boundary(from) {
            from -= 1;
        }
        let end = last_end(self.text.get(from..).unwrap_or_default()).map(|end| from + end);
        let is_new = end.filter(|end| *end > seen);
        let has_begun = || begins_with_thinking(self.text.get(self.blank..).unwrap_or_default());
        match (is_new, self.answer) {
            (Some(end), _) => {
                self.answer = Some(end);
                self.search = Search::new(end, None);
                self.wake = 0;
            }
            (None, Some(0)) if has_begun() => self.answer = None,
            (None, _) => {}
        }
    }
}

fn reply(text: &str, end: End) -> Reply<'_> {
    Reply { end, ..Reply::all(text) }
}

#[cfg(test)]
mod tests;
