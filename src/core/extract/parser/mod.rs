//! A tolerant JSON parser: one value from a place in a text on, with every liberty it took.
//!
//! A pass with its own stack; what lies ahead is looked at only within a bounded distance, so that the
//! work is linear. The first pass takes every quote at its word and stops at the first departure from JSON,
//! so that strict JSON gives what `serde_json` gives, whatever its strings hold; only then a second one mends.
//! A text that is still growing is read token by token as far as nothing that may follow can change.
//! Must not know where in a reply to begin, nor any schema.

mod ahead;
mod bare;
mod bracket;
mod clean;
mod frame;
mod key;
mod number;
mod reading;
mod recorder;
mod space;
mod step;
mod string;

pub(super) use reading::{Parsed, Progress, Reading, is_plausible, scalar, strict};

use super::loss::Loss;
use super::repair::{Repair, RepairKind};
use super::reply::{End, Reply};
use super::unclosed::Unclosed;
use super::work;
use frame::Frame;
use recorder::Recorder;
use std::cell::Cell;
use std::ops::Range;

/// The byte that stands for the end of the text in comparisons.
const END: u8 = 0;

/// What has been found to run to the end of the text, and is not followed so far again.
#[derive(Clone, Copy, Default)]
pub(super) struct Endless {
    /// Strings: from then on the first quote that may close one does.
    strings: bool,
    /// Brackets in bare texts: from then on they are not paired.
    brackets: bool,
    /// Triple quotes.
    triple_quotes: bool,
}

#[derive(Clone)]
struct Parser<'t, const POSITIONS: bool> {
    text: &'t str,
    bytes: &'t [u8],
    /// What the end of the text means.
    text_end: End,
    start: usize,
    /// Where the part to read ends: a closing fence may stand there.
    end: usize,
    position: usize,
    stack: Vec<Frame>,
    repairs: Vec<Repair>,
    losses: Vec<Loss>,
    /// Where the values stand. Whether that is asked for is known when the program is built: where it never
    /// is, nothing of it is part of it.
    recorder: Option<Recorder>,
    is_open: bool,
    /// The string or word that the text ends in.
    tail: Option<Unclosed>,
    /// What is open at the end, if that is asked for.
    unclosed: Vec<Unclosed>,
    /// Whether the step has looked at what the end of the text hides.
    has_met_end: Cell<bool>,
    /// Whether to stop at the first departure from JSON.
    is_strict: bool,
    endless: Endless,
}

impl<'t, const POSITIONS: bool> Parser<'t, POSITIONS> {
    fn new(reply: Reply<'t>, start: usize) -> Self {
        Self {
            text: reply.text,
            bytes: reply.text.as_bytes(),
            text_end: reply.end,
            start,
            end: reply.text.len(),
            position: start,
            stack: Vec::new(),
            repairs: Vec::new(),
            losses: Vec::new(),
            recorder: POSITIONS.then(Recorder::default),
            is_open: false,
            tail: None,
            unclosed: Vec::new(),
            has_met_end: Cell::new(false),
            is_strict: false,
            endless: Endless::default(),
        }
    }

    /// The byte at a place; at the end, and past it, [`END`].
    fn byte(&self, at: usize) -> u8 {
        work::look_at(1);
        match self.bytes.get(at) {
            Some(byte) if at < self.end => *byte,
            Some(_) | None => {
                self.meet_end();
                END
            }
        }
    }

    /// Takes note that what follows the end might make a difference.
    fn meet_end(&self) {
        // What follows a fence is no part of the value.
        if self.end == self.text.len() {
            self.has_met_end.set(true);
        }
    }

    fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    fn starts_with(&self, at: usize, what: &str) -> bool {
        let rest = self.bytes.get(at..self.end).unwrap_or_default();
        if rest.len() < what.len() {
            self.meet_end();
        }
        rest.starts_with(what.as_bytes())
    }

    /// The length of the character at a place; at least 1.
    fn width(&self, at: usize) -> usize {
        match self.byte(at) {
            0..=0xbf => 1,
            0xc0..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xff => 4,
        }
    }

    fn repair(&mut self, kind: RepairKind, range: Range<usize>) {
        self.repairs.push(Repair { kind, range });
    }
}

#[cfg(test)]
mod tests;
