//! The quick way through what leaves no doubt: JSON as it should be and, in the second pass, other quotes and
//! trailing commas. In front of all that needs a second look it stops, and the steps take over.

use super::Parser;
use super::ahead::Closing;
use super::frame::{Frame, Holder, Last, Place};
use super::number::{is_rounded, strict_number};
use super::string::{Opened, Quote, is_plain};
use crate::core::extract::limit::Limit;
use crate::core::extract::loss::LossKind;
use crate::core::extract::repair::RepairKind;
use crate::core::extract::work;
use serde_json::{Map, Value};

/// What may come next.
#[derive(Clone, Copy)]
enum Next {
    Value,
    /// A value, or the end of the array.
    FirstValue,
    Key,
    /// A key, or the end of the object.
    FirstKey,
    /// A comma or the end of the object or array.
    Comma,
}

impl<const POSITIONS: bool> Parser<'_, POSITIONS> {
    /// Reads on within an object or array; the whole value, once it is closed.
    pub(super) fn clean(&mut self) -> Result<Option<Value>, Limit> {
        let Some(mut next) = self.stack.last().and_then(next_in) else { return Ok(None) };
        loop {
            self.skip_plain_space();
            let at = self.position;
            let Some(byte) = self.bytes.get(at) else { return Ok(None) };
            next = match (next, byte) {
                (Next::Value | Next::FirstValue, b'"' | b'\'') => {
                    let Some(text) = self.clear_string(self.place()) else { return Ok(None) };
                    self.settle(at, Value::String(text));
                    Next::Comma
                }
                (Next::Value | Next::FirstValue, b'{') => {
                    self.has_met_end.set(false);
                    self.open(Holder::Object(Map::new()))?;
                    Next::FirstKey
                }
                (Next::Value | Next::FirstValue, b'[') => {
                    self.has_met_end.set(false);
                    if !self.is_strict && (self.is_link(at) || self.must_wait()) {
                        return Ok(None);
                    }
                    self.open(Holder::Array(Vec::new()))?;
                    Next::FirstValue
                }
                (Next::Value | Next::FirstValue, b'-' | b'0'..=b'9' | b't' | b'f' | b'n') => {
                    let Some((value, end)) = self.clear_word(at) else { return Ok(None) };
                    self.position = end;
                    if is_rounded(self.slice(at..end), &value) {
                        self.lose(LossKind::RoundedInteger);
                    }
                    self.settle(at, value);
                    Next::Comma
                }
                (Next::Key | Next::FirstKey, b'"' | b'\'') => {
                    let repairs = self.repairs.len();
                    let Some(key) = self.clear_string(Place::Key) else { return Ok(None) };
                    let end = self.position;
                    self.skip_plain_space();
                    if self.bytes.get(self.position) != Some(&b':') {
                        self.position = at;
                        self.repairs.truncate(repairs);
                        return Ok(None);
                    }
                    self.position += 1;
                    self.record_key(at..end);
                    if let Some(frame) = self.stack.last_mut() {
                        frame.key = Some(key);
                    }
                    Next::Value
                }
                (Next::Comma, b',') => {
                    self.position += 1;
                    let Some(frame) = self.stack.last_mut() else { return Ok(None) };
                    frame.last = Last::Comma(at);
                    if frame.is_object() { Next::Key } else { Next::Value }
                }
                (_, b'}' | b']') => {
                    let is_trailing = matches!(next, Next::Key | Next::Value);
                    let fits =
                        self.stack.last().is_some_and(|frame| frame.closer() == *byte && frame.key.is_none());
                    if !fits || (is_trailing && self.is_strict) {
                        return Ok(None);
                    }
                    self.position += 1;
                    if let Some(value) = self.pop() {
                        return Ok(Some(value));
                    }
                    Next::Comma
                }
                (Next::Value | Next::FirstValue | Next::Key | Next::FirstKey | Next::Comma, _) => {
                    return Ok(None);
                }
            };
        }
    }

    fn settle(&mut self, at: usize, value: Value) {
        self.record_scalar(at..self.position);
        self.put(value);
    }

    fn skip_plain_space(&mut self) {
        let rest = self.bytes.get(self.position..).unwrap_or_default();
        let length = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t')).count();
        work::look_at(length + 1);
        self.position += length;
    }

    /// A string, with the position behind it; none, and the position before it, where something is odd.
    fn clear_string(&mut self, place: Place) -> Option<String> {
        if self.is_strict { self.strict_string() } else { self.short_string(place) }
    }

    /// In the second pass: a string without anything odd in it, which what follows shows to end.
    fn short_string(&mut self, place: Place) -> Option<String> {
        let at = self.position;
        let quote = self.byte(at);
        let rest = self.bytes.get(at + 1..self.end)?;
        let length = rest.iter().take_while(|byte| is_plain(**byte)).count();
        work::look_at(length + 1);
        let after = at + length + 2;
        // With three quotes another kind of string would begin.
        if rest.get(length) != Some(&quote) || self.byte(after) == quote {
            return None;
        }
        self.has_met_end.set(false);
        let next = self.skip_blank(after);
        let closes = match (place, self.byte(next)) {
            (Place::Key, b':') => true,
            (Place::Member | Place::Element, b',') => self.by_comma(place, next) == Closing::Closes,
            (Place::Member | Place::Element, b'}' | b']') => {
                self.by_bracket(&Opened::new(place, at + 1), next) == Closing::Closes
            }
            (Place::Root | Place::Key | Place::Member | Place::Element, _) => false,
        };
        if !closes || self.must_wait() {
            return None;
        }
        if quote != b'"' {
            self.repair(RepairKind::QuoteStyle, at..at + 1);
        }
        self.position = after;
        Some(self.slice(at + 1..after - 1).to_owned())
    }

    /// In the first pass: a string as JSON writes it.
    fn strict_string(&mut self) -> Option<String> {
        let at = self.position;
        if self.byte(at) != b'"' {
            return None;
        }
        let mut text = String::new();
        let mut run = at + 1;
        loop {
            let rest = self.bytes.get(run..)?;
            let is_plain = |byte: &&u8| !matches!(byte, 0..=0x1f | b'"' | b'\\');
            let length = rest.iter().take_while(is_plain).count();
            work::look_at(length + 1);
            let end = run + length;
            text.push_str(self.slice(run..end));
            match rest.get(length) {
                Some(b'"') => {
                    self.position = end + 1;
                    return Some(text);
                }
                Some(b'\\') => {
                    self.position = end;
                    self.has_met_end.set(false);
                    self.escape(Quote::DOUBLE, &mut text);
                    run = self.position;
                    if !self.repairs.is_empty() || self.has_met_end.get() {
                        break;
                    }
                }
                Some(_) | None => break,
            }
        }
        self.repairs.clear();
        self.position = at;
        None
    }

    /// A number or literal that something ends, and where.
    fn clear_word(&self, at: usize) -> Option<(Value, usize)> {
        let rest = self.bytes.get(at..)?;
        let is_part = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'a'..=b'z' | b'E');
        let length = rest.iter().take_while(is_part).count();
        work::look_at(length + 1);
        let end = at + length;
        self.has_met_end.set(false);
        let next = self.skip_blank(end);
        let is_thousands =
            self.byte(next) == b',' && self.byte(next + 1).is_ascii_digit() && self.place() == Place::Member;
        if !matches!(self.byte(next), b',' | b'}' | b']') || is_thousands || self.must_wait() {
            return None;
        }
        let value = match rest.get(..length)? {
            b"true" => Value::Bool(true),
            b"false" => Value::Bool(false),
            b"null" => Value::Null,
            word => match small_integer(word) {
                Some(integer) => integer.into(),
                None => strict_number(self.slice(at..end))?,
            },
        };
        Some((value, end))
    }
}

fn next_in(frame: &Frame) -> Option<Next> {
    Some(match (&frame.holder, &frame.key, frame.last) {
        (Holder::Object(_), Some(_), _) => Next::Value,
        (Holder::Object(_), None, Last::Nothing) => Next::FirstKey,
        (Holder::Object(_), None, Last::Comma(_)) => Next::Key,
        (Holder::Array(_), _, Last::Nothing) => Next::FirstValue,
        (Holder::Array(_), _, Last::Comma(_)) => Next::Value,
        (Holder::Object(_) | Holder::Array(_), _, Last::Value) => Next::Comma,
        (Holder::Tuple(_) | Holder::Set(_), _, _) => return None,
    })
}

/// An integer of a few digits, as most are.
fn small_integer(word: &[u8]) -> Option<u64> {
    const DIGITS: usize = 18;
    let has_leading_zero = word.len() > 1 && word.first() == Some(&b'0');
    if word.is_empty() || word.len() > DIGITS || has_leading_zero {
        return None;
    }
    word.iter()
        .try_fold(0, |integer, byte| byte.is_ascii_digit().then(|| integer * 10 + u64::from(byte - b'0')))
}
