//! Reading one value: strictly first, then with repairs; at once, or in as many goes as a text comes in.

use super::recorder::Recorder;
use super::{Endless, Parser};
use crate::core::extract::limit::Limit;
use crate::core::extract::loss::Loss;
use crate::core::extract::positions::Positions;
use crate::core::extract::repair::{Repair, RepairKind};
use crate::core::extract::reply::{End, Reply};
use crate::core::extract::unclosed::Unclosed;
use serde_json::Value;
use std::ops::Range;

/// A value, and what was done to get it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::core::extract) struct Parsed {
    /// The value.
    pub value: Value,
    /// Where it stands, in bytes.
    pub range: Range<usize>,
    /// The departures from strict JSON, in the order they were met.
    pub repairs: Vec<Repair>,
    /// What the text says and the value cannot hold.
    pub losses: Vec<Loss>,
    /// Where every value in it stands, if that was asked for.
    pub positions: Option<Positions>,
    /// Whether the text ends before the value does.
    pub is_open: bool,
    /// What of it is open, if that was asked for.
    pub unclosed: Vec<Unclosed>,
}

impl Parsed {
    /// A scalar that was read without a parser.
    pub fn strict(value: Value, range: Range<usize>, has_positions: bool) -> Self {
        let positions = has_positions.then(|| Positions::within(&value, &range));
        let (repairs, losses, unclosed) = (Vec::new(), Vec::new(), Vec::new());
        Self { value, range, repairs, losses, positions, is_open: false, unclosed }
    }
}

/// How far a value has been read.
pub(in crate::core::extract) enum Progress<T> {
    /// To its end; none where nothing can be taken for a value.
    Read(Option<T>),
    /// As far as what may still follow allows.
    Waits,
}

/// A value that is being read.
#[derive(Clone)]
pub(in crate::core::extract) struct Reading<const POSITIONS: bool> {
    parser: Parser<'static, POSITIONS>,
}

impl<const POSITIONS: bool> Reading<POSITIONS> {
    /// Begins at a place.
    pub fn new(start: usize, endless: Endless) -> Self {
        Self { parser: Parser { is_strict: true, endless, ..Parser::new(Reply::all(""), start) } }
    }

    /// The place it has come to.
    pub fn position(&self) -> usize {
        self.parser.position
    }

    /// What has been found to run to the end of the text.
    pub fn endless(&self) -> Endless {
        self.parser.endless
    }

    /// Reads on, in the same text or in what it has grown to.
    pub fn go_on(&mut self, reply: Reply<'_>) -> Result<Progress<Parsed>, Limit> {
        let start = self.parser.start;
        let idle = Parser::new(Reply::all(""), start);
        let mut parser = std::mem::replace(&mut self.parser, idle).over(reply);
        let mut progress = parser.run()?;
        if matches!(progress, Progress::Read(_)) && parser.is_strict && !parser.is_only_cut() {
            parser = Parser { endless: parser.endless, ..Parser::new(reply, start) };
            progress = parser.run()?;
        }
        self.parser.endless = parser.endless;
        Ok(match progress {
            Progress::Read(value) => Progress::Read(value.map(|value| parser.into_parsed(value))),
            Progress::Waits => {
                self.parser = parser.over(Reply::all(""));
                Progress::Waits
            }
        })
    }
}

/// Reads what begins at `start` as a string of strict JSON that fills the rest of the text, or as an object
/// or array that does.
pub(in crate::core::extract) fn strict<const POSITIONS: bool>(
    reply: Reply<'_>,
    start: usize,
) -> Option<Parsed> {
    let mut parser = Parser::<POSITIONS> { is_strict: true, ..Parser::new(reply, start) };
    let Progress::Read(Some(value)) = parser.run().ok()? else { return None };
    let is_strict = parser.repairs.is_empty() && !parser.is_open;
    let is_all = reply.rest(parser.position).trim_end().is_empty();
    (is_strict && is_all).then(|| parser.into_parsed(value))
}

/// Reads what begins at `start` as one string, number or literal that fills the rest of the text. A word is none.
pub(in crate::core::extract) fn scalar<const POSITIONS: bool>(
    reply: Reply<'_>,
    start: usize,
) -> Option<Parsed> {
    let mut parser = Parser::<POSITIONS>::new(reply, start);
    parser.skip_space();
    let at = parser.position;
    let is_quoted = parser.quote_at(at).is_some();
    let value = if is_quoted {
        parser.strings()?
    } else {
        let value = parser.bare()?;
        (!value.is_string()).then_some(value)?
    };
    let end = parser.position;
    parser.record_scalar(at..end);
    parser.skip_space();
    while matches!(parser.byte(parser.position), b',' | b';') {
        parser.repair(RepairKind::SurplusComma, parser.position..parser.position + 1);
        parser.position += 1;
    }
    parser.skip_space();
    // A text that begins with a quote and never ends so is prose as soon as there are further quotes in it.
    let is_prose =
        parser.is_open && parser.repairs.iter().any(|repair| repair.kind == RepairKind::UnescapedQuote);
    let is_all = parser.position >= reply.text.len() && end > at + usize::from(is_quoted);
    (is_all && !is_prose).then(|| Parsed { range: at..end, ..parser.into_parsed(value) })
}

/// Whether what follows a bracket in prose may be the inside of an object or array. None where that depends
/// on what is still to come.
pub(in crate::core::extract) fn is_plausible<const POSITIONS: bool>(
    reply: Reply<'_>,
    start: usize,
    is_first: bool,
) -> Option<bool> {
    let parser = Parser::<POSITIONS>::new(reply, start);
    let is_plausible = parser.is_plausible(is_first);
    (!parser.must_wait()).then_some(is_plausible)
}

impl<const POSITIONS: bool> Parser<'_, POSITIONS> {
    /// The same over another text, which begins as this one does.
    fn over(self, reply: Reply<'_>) -> Parser<'_, POSITIONS> {
        Parser {
            text: reply.text,
            bytes: reply.text.as_bytes(),
            text_end: reply.end,
            start: self.start,
            end: reply.text.len(),
            position: self.position,
            stack: self.stack,
            repairs: self.repairs,
            losses: self.losses,
            recorder: self.recorder,
            is_open: self.is_open,
            tail: self.tail,
            unclosed: self.unclosed,
            has_met_end: self.has_met_end,
            is_strict: self.is_strict,
            endless: self.endless,
        }
    }

    /// Whether nothing is wrong with the text but that it may end too early.
    fn is_only_cut(&self) -> bool {
        use RepairKind::{Cut, Escape, Literal, LoneSurrogate, MissingQuote, NumberForm};
        let belongs_to_cut = |kind| {
            matches!(kind, Cut | Escape | Literal | LoneSurrogate | MissingQuote | NumberForm) && self.is_open
        };
        self.repairs.iter().all(|repair| belongs_to_cut(repair.kind))
    }

    fn into_parsed(self, value: Value) -> Parsed {
        let recorder = if POSITIONS { self.recorder } else { None };
        let positions = recorder.map(Recorder::into_positions);
        Parsed {
            value,
            range: self.start..self.position,
            repairs: self.repairs,
            losses: self.losses,
            positions,
            is_open: self.is_open,
            unclosed: self.unclosed,
        }
    }

    /// Whether what has been looked at since the step began may come out differently in a longer text.
    pub(super) fn must_wait(&self) -> bool {
        self.text_end == End::Later && self.has_met_end.get()
    }
}
