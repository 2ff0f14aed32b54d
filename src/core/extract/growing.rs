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
use super::thinking::{LONGEST, answer, begins_with_thinking, last_end};
use super::unclosed::Unclosed;

/// A reply that is still coming in.
pub struct Growing {
    text: String,
    /// How much of it is white space at its beginning.
    blank: usize,
    /// Where the answer begins. None while the model thinks.
    answer: Option<usize>,
    marks: Marks,
    search: Search<false>,
    /// How long the text must be for another look.
    wake: usize,
}

/// What is known of the marks of thinking.
#[derive(Default)]
struct Marks {
    /// Whether there is one that ends thinking.
    any: bool,
    /// Whether something has come that may change where the answer begins.
    is_due: bool,
    /// How long the text must be for another look at the same marks.
    wake: usize,
    /// How many bytes have been looked at.
    looked_at: usize,
}

/// How often, on average, a byte is looked at to find where the answer begins.
const LOOK_AGAIN: usize = 8;

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
        let (text, marks, search) = (String::new(), Marks::default(), Search::new(0, None));
        Self { text, blank: 0, answer: Some(0), marks, search, wake: 0 }
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

    /// Where the answer begins, behind what the model thought; none while it thinks.
    pub fn answer(&self) -> Option<usize> {
        self.answer
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

    /// Where the answer begins may have changed: a mark of thinking has come, or what follows one, by which a
    /// mark is told from a part of a string.
    fn look_for_answer(&mut self, seen: usize) {
        let rest = self.text.get(self.blank..).unwrap_or_default();
        self.blank += rest.len() - rest.trim_start().len();
        // The mark may have come in parts.
        let mut from = seen.saturating_sub(LONGEST - 1);
        while !self.text.is_char_boundary(from) {
            from -= 1;
        }
        let length = self.text.len();
        let has_mark = last_end(self.text.get(from..).unwrap_or_default()).is_some();
        self.marks.is_due |= has_mark || (self.marks.any && length >= self.marks.wake);
        self.marks.any |= has_mark;
        let has_begun = || begins_with_thinking(self.text.get(self.blank..).unwrap_or_default());
        if !self.marks.any {
            if has_begun() {
                self.answer = None;
            }
            return;
        }
        if !self.marks.is_due || self.marks.looked_at > LOOK_AGAIN * length {
            return;
        }
        let mark = last_end(&self.text).map_or(length, |mark| mark.start);
        let line = self.text.get(..mark).and_then(|before| before.rfind('\n')).unwrap_or(0);
        self.marks.looked_at += length - line;
        self.marks.wake = length + (length - line);
        self.marks.is_due = false;
        let answer = answer(&self.text);
        if answer != self.answer {
            self.answer = answer;
            self.search = Search::new(answer.unwrap_or(length), None);
            self.wake = 0;
        }
    }
}

fn reply(text: &str, end: End) -> Reply<'_> {
    Reply { end, ..Reply::all(text) }
}

#[cfg(test)]
mod tests;
