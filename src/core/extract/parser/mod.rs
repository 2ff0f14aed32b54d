//! A tolerant JSON parser: one value from a place in a text on, with every liberty it took.
//!
//! A pass with its own stack; what lies ahead is looked at only within a bounded distance, so that the
//! work is linear. The first pass takes every quote at its word and stops at the first departure from JSON,
//! so that strict JSON gives what `serde_json` gives, whatever its strings hold; only then a second one mends.
//! Must not know where in a reply to begin, nor any schema.

mod ahead;
mod bare;
mod number;
mod space;
mod string;

use super::repair::{Repair, RepairKind};
use crate::core::pointer::Pointer;
use serde_json::map::Entry;
use serde_json::{Map, Value};
use std::fmt;
use std::ops::Range;

/// How deep a value may be nested: as deep as `serde_json` reads.
const DEPTH_LIMIT: usize = 127;
/// How many bytes a text may have.
const SIZE_LIMIT: usize = 64 << 20;
/// How many losses are told; further ones are of the same sort.
const LOSS_LIMIT: usize = 100;

/// A value, and what was done to get it.
#[derive(Debug, PartialEq)]
pub(super) struct Parsed {
    /// The value.
    pub value: Value,
    /// Where it stands, in bytes.
    pub range: Range<usize>,
    /// The departures from strict JSON, in the order they were met.
    pub repairs: Vec<Repair>,
    /// What the text says and the value cannot hold.
    pub losses: Vec<Loss>,
    /// Whether the text ends before the value does.
    pub is_open: bool,
}

/// Something that JSON text can say and a value cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// What it is.
    pub kind: LossKind,
    /// The place in the value.
    pub pointer: Pointer,
}

/// The kinds of [`Loss`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossKind {
    /// A key stands twice in an object; the last one counts.
    DuplicateKey,
    /// An integer is too large to be kept exactly.
    RoundedInteger,
}

/// Why a text is not read at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It is nested too deeply.
    TooDeep,
    /// It is too long.
    TooLarge,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep => write!(out, "nested deeper than {DEPTH_LIMIT} levels"),
            Self::TooLarge => write!(out, "longer than {} MiB", SIZE_LIMIT >> 20),
        }
    }
}

/// Reads the value that begins at `start`. None where nothing there can be taken for a value.
pub(super) fn parse(text: &str, start: usize) -> Result<Option<Parsed>, Fault> {
    if text.len() > SIZE_LIMIT {
        return Err(Fault::TooLarge);
    }
    let mut parser = Parser { is_strict: true, ..Parser::new(text, start) };
    let mut value = parser.run()?;
    if !parser.is_only_cut() {
        parser = Parser::new(text, start);
        value = parser.run()?;
    }
    let is_open = parser.is_open;
    let range = start..parser.position;
    Ok(value.map(|value| Parsed { value, range, repairs: parser.repairs, losses: parser.losses, is_open }))
}

/// Reads what begins at `start` as one string, number or literal that fills the rest of the text. A word is none.
pub(super) fn scalar(text: &str, start: usize) -> Option<Parsed> {
    let mut parser = Parser::new(text, start);
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
    parser.skip_space();
    while matches!(parser.byte(parser.position), b',' | b';') {
        parser.repair(RepairKind::SurplusComma, parser.position..parser.position + 1);
        parser.position += 1;
    }
    parser.skip_space();
    // A text that begins with a quote and never ends so is prose as soon as there are further quotes in it.
    let is_prose =
        parser.is_open && parser.repairs.iter().any(|repair| repair.kind == RepairKind::UnescapedQuote);
    let is_all = parser.position >= text.len() && end > at + usize::from(is_quoted);
    let Parser { repairs, losses, is_open, .. } = parser;
    (is_all && !is_prose).then_some(Parsed { value, range: at..end, repairs, losses, is_open })
}

/// Whether what follows a bracket in prose may be the inside of an object or array.
pub(super) fn is_plausible(text: &str, start: usize) -> bool {
    Parser::new(text, start).is_plausible()
}

struct Parser<'t> {
    text: &'t str,
    bytes: &'t [u8],
    start: usize,
    /// Where the part to read ends: a closing fence may stand there.
    end: usize,
    position: usize,
    stack: Vec<Frame>,
    repairs: Vec<Repair>,
    losses: Vec<Loss>,
    is_open: bool,
    /// Whether to stop at the first departure from JSON.
    is_strict: bool,
    /// Set once a string ran to the end of the text: from then on the first quote that may close one does.
    hasty: bool,
    /// Set once brackets in a bare text ran to the end: from then on they are not paired.
    flat: bool,
    /// Set once no closing triple quotes were found.
    no_triple: bool,
}

/// An object or array that is open.
struct Frame {
    holder: Holder,
    /// The key whose value comes next.
    key: Option<String>,
    /// What stood last in it.
    last: Last,
}

enum Holder {
    Object(Map<String, Value>),
    Array(Vec<Value>),
    /// A tuple, or the arguments of a call: closed by a parenthesis.
    Tuple(Vec<Value>),
    /// An array in braces, as Python writes a set.
    Set(Vec<Value>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Value,
    Comma(usize),
}

/// What a string or bare text stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Root,
    Key,
    Member,
    Element,
}

/// The byte that stands for the end of the text in comparisons.
const END: u8 = 0;

impl Frame {
    fn new(holder: Holder) -> Self {
        Self { holder, key: None, last: Last::Nothing }
    }

    fn closer(&self) -> u8 {
        match self.holder {
            Holder::Object(_) | Holder::Set(_) => b'}',
            Holder::Array(_) => b']',
            Holder::Tuple(_) => b')',
        }
    }

    fn is_object(&self) -> bool {
        matches!(self.holder, Holder::Object(_))
    }

    fn into_value(self) -> Value {
        match self.holder {
            Holder::Object(members) => Value::Object(members),
            // Parentheses round one value only group it.
            Holder::Tuple(mut elements) if elements.len() == 1 && self.last == Last::Value => {
                elements.pop().unwrap_or_default()
            }
            Holder::Array(elements) | Holder::Tuple(elements) | Holder::Set(elements) => {
                Value::Array(elements)
            }
        }
    }
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, start: usize) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            start,
            end: text.len(),
            position: start,
            stack: Vec::new(),
            repairs: Vec::new(),
            losses: Vec::new(),
            is_open: false,
            is_strict: false,
            hasty: false,
            flat: false,
            no_triple: false,
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

    /// The byte at a place; at the end, and past it, [`END`].
    fn byte(&self, at: usize) -> u8 {
        if at < self.end { self.bytes.get(at).copied().unwrap_or(END) } else { END }
    }

    fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    fn starts_with(&self, at: usize, what: &str) -> bool {
        at < self.end && self.bytes.get(at..).is_some_and(|rest| rest.starts_with(what.as_bytes()))
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

    fn lose(&mut self, kind: LossKind) {
        if self.losses.len() >= LOSS_LIMIT {
            return;
        }
        let pointer = self.stack.iter().fold(Pointer::root(), |pointer, frame| match &frame.holder {
            Holder::Object(_) => pointer.key(frame.key.as_deref().unwrap_or_default()),
            Holder::Array(elements) | Holder::Tuple(elements) | Holder::Set(elements) => {
                pointer.index(elements.len())
            }
        });
        self.losses.push(Loss { kind, pointer });
    }

    fn place(&self) -> Place {
        match self.stack.last() {
            None => Place::Root,
            Some(Frame { holder: Holder::Object(_), key: None, .. }) => Place::Key,
            Some(Frame { holder: Holder::Object(_), key: Some(_), .. }) => Place::Member,
            Some(Frame { holder: Holder::Array(_) | Holder::Tuple(_) | Holder::Set(_), .. }) => {
                Place::Element
            }
        }
    }

    /// The loop over the text; the value, once it is closed or the text ends.
    fn run(&mut self) -> Result<Option<Value>, Fault> {
        loop {
            self.skip_space();
            if self.position >= self.end {
                return Ok(self.finish());
            }
            if self.is_strict && !self.repairs.is_empty() {
                return Ok(None);
            }
            let before = self.position;
            let done = match (self.place(), self.byte(before)) {
                (Place::Root, _) => self.value()?,
                (_, b',') => {
                    self.comma(1);
                    None
                }
                (_, closer @ (b'}' | b']' | b')')) => self.close(closer),
                (_, b';') => {
                    self.repair(RepairKind::Punctuation, before..before + 1);
                    self.comma(1);
                    None
                }
                (_, _) if self.starts_with(before, "，") => {
                    self.repair(RepairKind::Punctuation, before..before + "，".len());
                    self.comma("，".len());
                    None
                }
                (_, _) if self.skip_ellipsis() => None,
                (Place::Key, _) => {
                    self.key();
                    None
                }
                (Place::Element, b':') => {
                    self.member_of_array();
                    None
                }
                (Place::Member | Place::Element, _) => self.value()?,
            };
            if done.is_some() {
                return Ok(done);
            }
            if self.place() == Place::Root {
                return Ok(None);
            }
            if self.position == before {
                // Nothing knew what to do with it.
                let width = self.width(before);
                self.repair(RepairKind::StrayText, before..before + width);
                self.position += width;
            }
        }
    }

    fn comma(&mut self, width: usize) {
        let at = self.position;
        self.position += width;
        self.fill_missing_value(at);
        let Some(frame) = self.stack.last_mut() else { return };
        match frame.last {
            Last::Value => frame.last = Last::Comma(at),
            Last::Nothing | Last::Comma(_) => self.repair(RepairKind::SurplusComma, at..at + width),
        }
    }

    fn fill_missing_value(&mut self, at: usize) {
        if self.place() == Place::Member {
            self.repair(RepairKind::MissingValue, at..at);
            self.put(Value::Null);
        }
    }

    fn skip_ellipsis(&mut self) -> bool {
        let at = self.position;
        let length = match self.byte(at) {
            b'.' if self.starts_with(at, "...") => 3,
            _ if self.starts_with(at, "…") => "…".len(),
            _ => return false,
        };
        self.repair(RepairKind::Ellipsis, at..at + length);
        self.position += length;
        if let Some(frame) = self.stack.last_mut()
            && frame.last == Last::Nothing
        {
            // A comma may follow it.
            frame.last = Last::Value;
        }
        true
    }

    /// A value or key begins: something must have parted it from the one before.
    fn begin(&mut self) {
        let at = self.position;
        if self.place() != Place::Member && self.stack.last().is_some_and(|frame| frame.last == Last::Value) {
            self.repair(RepairKind::MissingComma, at..at);
        }
    }

    /// Puts a value where it belongs; gives it back where it is the whole.
    fn put(&mut self, value: Value) -> Option<Value> {
        let Some(frame) = self.stack.last_mut() else { return Some(value) };
        frame.last = Last::Value;
        match &mut frame.holder {
            Holder::Object(members) => {
                let key = frame.key.take()?;
                match members.entry(key) {
                    Entry::Vacant(place) => {
                        place.insert(value);
                    }
                    Entry::Occupied(mut place) => {
                        place.insert(value);
                        let key = place.key().clone();
                        frame.key = Some(key);
                        self.lose(LossKind::DuplicateKey);
                    }
                }
                if let Some(frame) = self.stack.last_mut() {
                    frame.key = None;
                }
            }
            Holder::Array(elements) | Holder::Tuple(elements) | Holder::Set(elements) => elements.push(value),
        }
        None
    }

    fn open(&mut self, holder: Holder) -> Result<(), Fault> {
        if self.stack.len() >= DEPTH_LIMIT {
            return Err(Fault::TooDeep);
        }
        self.begin();
        self.stack.push(Frame::new(holder));
        self.position += 1;
        Ok(())
    }

    fn value(&mut self) -> Result<Option<Value>, Fault> {
        let at = self.position;
        match self.byte(at) {
            b'{' => self.open(Holder::Object(Map::new())).map(|()| None),
            b'[' if !self.is_link(at) => self.open(Holder::Array(Vec::new())).map(|()| None),
            b'(' => {
                self.repair(RepairKind::Tuple, at..at + 1);
                self.open(Holder::Tuple(Vec::new())).map(|()| None)
            }
            _ => {
                self.begin();
                let value = if self.quote_at(at).is_some() { self.strings() } else { self.bare() };
                Ok(value.and_then(|value| self.put(value)))
            }
        }
    }

    /// A key with its colon.
    fn key(&mut self) {
        let at = self.position;
        if matches!(self.byte(at), b'{' | b'[') {
            return self.bracket_for_key();
        }
        let Some(key) = (if self.quote_at(at).is_some() {
            self.begin();
            self.string(Place::Key)
        } else {
            self.bare_key()
        }) else {
            return;
        };
        let end = self.position;
        self.skip_space();
        let colon = self.position;
        let next = self.byte(colon);
        let has_colon = self.skip_colon();
        let Some(frame) = self.stack.last_mut() else { return };
        if !has_colon && colon < self.end && matches!(next, b',' | b'}') {
            if let Holder::Object(members) = &frame.holder
                && members.is_empty()
            {
                frame.holder = Holder::Set(Vec::new());
                self.repair(RepairKind::Tuple, at..end);
                self.put(Value::String(key));
                return;
            }
        } else if !has_colon && colon < self.end {
            self.repair(RepairKind::MissingColon, colon..colon);
        }
        if let Some(frame) = self.stack.last_mut() {
            frame.key = Some(key);
        }
    }

    /// The sign between a key and its value.
    fn skip_colon(&mut self) -> bool {
        let at = self.position;
        let length = match self.byte(at) {
            b':' => {
                self.position += 1;
                return true;
            }
            b'=' if self.byte(at + 1) == b'>' => 2,
            b'=' => 1,
            _ if self.starts_with(at, "：") => "：".len(),
            _ => return false,
        };
        self.repair(RepairKind::Punctuation, at..at + length);
        self.position += length;
        true
    }

    /// A bracket where a key belongs: the object before it was not closed, or it is one too many.
    fn bracket_for_key(&mut self) {
        let at = self.position;
        let after_value = self.stack.last().is_some_and(|frame| frame.last != Last::Nothing);
        let in_array = self.stack.iter().rev().nth(1).is_some_and(|frame| !frame.is_object());
        if after_value && in_array {
            self.repair(RepairKind::MissingBracket, at..at);
            self.pop();
        } else {
            self.repair(RepairKind::SurplusBracket, at..at + 1);
            self.position += 1;
        }
    }

    /// A colon behind a string in an array: the braces round a member are missing.
    fn member_of_array(&mut self) {
        let at = self.position;
        self.position += 1;
        let key = match self.stack.last_mut() {
            Some(Frame { holder: Holder::Array(elements), last: Last::Value, .. })
                if matches!(elements.last(), Some(Value::String(_))) =>
            {
                elements.pop()
            }
            _ => None,
        };
        match key {
            Some(Value::String(key)) if self.stack.len() < DEPTH_LIMIT => {
                self.repair(RepairKind::MissingBracket, at..at);
                let mut frame = Frame::new(Holder::Object(Map::new()));
                frame.key = Some(key);
                self.stack.push(frame);
            }
            _ => self.repair(RepairKind::StrayText, at..at + 1),
        }
    }

    /// Closes the innermost object or array.
    fn pop(&mut self) -> Option<Value> {
        let at = self.position;
        self.fill_missing_value(at);
        let frame = self.stack.pop()?;
        if let Last::Comma(comma) = frame.last
            && !matches!(frame.holder, Holder::Tuple(_))
        {
            self.repair(RepairKind::TrailingComma, comma..comma + self.width(comma));
        }
        self.put(frame.into_value())
    }

    /// A closing bracket: of the innermost object or array, of one further out, or of none.
    fn close(&mut self, closer: u8) -> Option<Value> {
        let at = self.position;
        let depth = self.stack.len();
        if self.stack.last().is_some_and(|frame| frame.closer() == closer) {
            self.position += 1;
            return self.pop();
        }
        let outer = self.stack.iter().rposition(|frame| frame.closer() == closer);
        let next = self.skip_blank(at + 1);
        match outer {
            Some(outer) if !self.is_slip(outer, next) => {
                self.position += 1;
                self.repair(RepairKind::MissingBracket, at..at);
                // The frames within it were left open.
                (outer..depth).fold(None, |_, _| self.pop())
            }
            None if self.stack.last().is_some_and(|frame| frame.closer() == self.byte(next)) => {
                self.repair(RepairKind::SurplusBracket, at..at + 1);
                self.position += 1;
                None
            }
            Some(_) | None => {
                self.repair(RepairKind::WrongBracket, at..at + 1);
                self.position += 1;
                self.pop()
            }
        }
    }

    /// Whether a bracket of the wrong kind closes the innermost frame, judging by what follows it: it does
    /// not close the outer frame if that would leave no room for what comes next.
    fn is_slip(&self, outer: usize, next: usize) -> bool {
        let depth = self.stack.len();
        let after_all = outer.checked_sub(1).and_then(|index| self.stack.get(index));
        let after_one = depth.checked_sub(2).and_then(|index| self.stack.get(index));
        match self.byte(next) {
            b',' => {
                let has_key = self.is_key_ahead(self.skip_blank(next + 1));
                let fits = |frame: Option<&Frame>| frame.is_some_and(|frame| frame.is_object() == has_key);
                !fits(after_all) && fits(after_one)
            }
            closer @ (b'}' | b']' | b')') => {
                let fits = |frame: Option<&Frame>| frame.is_some_and(|frame| frame.closer() == closer);
                let top = self.stack.last();
                // Two brackets may have changed places.
                !fits(after_all) && (fits(after_one) || fits(top))
            }
            _ => false,
        }
    }

    /// The text or the fence ends: closes what is open.
    fn finish(&mut self) -> Option<Value> {
        if self.stack.is_empty() {
            return None;
        }
        let at = self.position;
        // A fence that ends is the end of the answer, not of the text.
        self.is_open |= self.end == self.text.len();
        self.repair(if self.is_open { RepairKind::Cut } else { RepairKind::MissingBracket }, at..at);
        let mut value = None;
        while let Some(frame) = self.stack.last_mut() {
            frame.key = None;
            frame.last = Last::Nothing;
            value = self.pop();
        }
        value
    }
}

#[cfg(test)]
mod tests;
