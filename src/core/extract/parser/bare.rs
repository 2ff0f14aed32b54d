//! Words without quotes: numbers, literals, texts, keys, and calls.

use super::ahead::LOOK_AHEAD;
use super::number::{Word, cut_literal, is_rounded, meaning};
use super::{LossKind, Parser, Place};
use crate::core::extract::repair::RepairKind;
use serde_json::Value;

impl Parser<'_> {
    /// A value without quotes; none where it amounts to none.
    pub(super) fn bare(&mut self) -> Option<Value> {
        let at = self.position;
        if let Some(value) = self.plain() {
            return Some(value);
        }
        if self.skip_callee() {
            return None;
        }
        let place = self.place();
        let (end, lost_quote) = match self.regex_end(at) {
            Some(end) => (end, false),
            None => self.bare_end(at, place),
        };
        let text = self.slice(at..end).trim();
        self.position = end + usize::from(lost_quote);
        let is_cut = self.position >= self.end;
        if lost_quote {
            self.repair(RepairKind::MissingQuote, at..at);
            return Some(Value::String(text.to_owned()));
        }
        let literal = if is_cut && place != Place::Root { cut_literal(text) } else { None };
        match literal.map_or_else(|| meaning(text), Word::Literal) {
            Word::Strict(value) => Some(self.noted(text, value)),
            Word::Literal(value) => {
                self.repair(RepairKind::Literal, at..at + text.len());
                Some(value)
            }
            Word::Number(value) => {
                self.repair(RepairKind::NumberForm, at..at + text.len());
                Some(value)
            }
            Word::Nothing => {
                self.repair(RepairKind::StrayText, at..at + text.len());
                None
            }
            Word::Text => {
                if text.is_empty() {
                    return None;
                }
                self.repair(RepairKind::BareValue, at..at + text.len());
                Some(Value::String(text.to_owned()))
            }
        }
    }

    fn noted(&mut self, text: &str, value: Value) -> Value {
        if is_rounded(text, &value) {
            self.lose(LossKind::RoundedInteger);
        }
        value
    }

    /// The short way: a literal or number as JSON writes it, with nothing unusual behind it.
    fn plain(&mut self) -> Option<Value> {
        let at = self.position;
        let mut end = at;
        while matches!(self.byte(end), b'0'..=b'9' | b'-' | b'+' | b'.' | b'a'..=b'z' | b'E') {
            end += 1;
        }
        let next = self.skip_blank(end);
        let is_thousands =
            self.byte(next) == b',' && self.byte(next + 1).is_ascii_digit() && self.place() == Place::Member;
        let ends = next >= self.end || matches!(self.byte(next), b',' | b'}' | b']');
        if !ends || is_thousands {
            return None;
        }
        let text = self.slice(at..end);
        let Word::Strict(value) = meaning(text) else { return None };
        self.position = end;
        Some(self.noted(text, value))
    }

    /// `new ObjectId(` before a quote or bracket: goes to the parenthesis.
    fn skip_callee(&mut self) -> bool {
        let at = self.position;
        let is_new = self.slice(at..at + 4).eq_ignore_ascii_case("new ");
        let name = if is_new { self.skip_blank(at + 4) } else { at };
        let mut end = name;
        while self.byte(end).is_ascii_alphanumeric() || matches!(self.byte(end), b'_' | b'$' | b'.') {
            end += 1;
        }
        let opening = self.skip_blank(end);
        let argument = self.skip_blank(opening + 1);
        let is_value = self.quote_at(argument).is_some()
            || matches!(self.byte(argument), b'{' | b'[')
            || (self.is_plain_word(argument) && self.byte(self.word_end(argument)) == b')');
        let is_call = end > name && self.byte(opening) == b'(' && is_value;
        if is_call {
            self.repair(RepairKind::Call, at..opening);
            self.position = opening;
            // The parenthesis is the value that begins here: what comes before it has been taken note of.
            if let Some(frame) = self.stack.last_mut()
                && frame.last == super::Last::Value
            {
                frame.last = super::Last::Nothing;
            }
        }
        is_call
    }

    /// The end of `/pattern/flags`.
    fn regex_end(&self, at: usize) -> Option<usize> {
        if self.byte(at) != b'/' {
            return None;
        }
        let mut in_class = false;
        let mut place = at + 1;
        loop {
            match self.byte(place) {
                b'\\' => place += 1,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => break,
                b'\n' => return None,
                _ if place >= self.end => return None,
                _ => {}
            }
            place += 1;
        }
        place += 1;
        while self.byte(place).is_ascii_alphabetic() {
            place += 1;
        }
        Some(place)
    }

    /// Where a bare text ends, and whether a quote stands there whose partner is missing.
    fn bare_end(&mut self, at: usize, place: Place) -> (usize, bool) {
        let mut end = at;
        let mut depth = 0_usize;
        let mut seen_blank = false;
        loop {
            let byte = self.byte(end);
            if end >= self.end {
                if depth == 0 || self.flat {
                    return (end, false);
                }
                self.flat = true;
                (end, depth) = (at, 0);
                continue;
            }
            let is_outside = depth == 0;
            match byte {
                b'`' | b'~' if self.is_fence(end) => return (end, false),
                b',' | b';' if place == Place::Root => return (end, false),
                b'{' | b'[' | b';' if is_outside && self.is_word(at, end) => return (end, false),
                b',' if is_outside && self.comma_ends(at, end, place) => return (end, false),
                b'}' | b']' if is_outside => return (end, false),
                b')' if is_outside && self.stack.last().is_some_and(|frame| frame.closer() == b')') => {
                    return (end, false);
                }
                b')' if is_outside && self.is_word(at, end) => return (end, false),
                b'}' | b']' | b')' => depth = depth.saturating_sub(1),
                b'{' | b'[' | b'(' if !self.flat => depth += 1,
                b'\n' if is_outside && self.line_ends(end, place) => return (end, false),
                b' ' | b'\t' | b'\n' | b'\r' if is_outside => {
                    let next = self.skip_blank(end);
                    let is_first = !std::mem::replace(&mut seen_blank, true);
                    if is_first && self.word_ends(at, end, next) {
                        return (end, false);
                    }
                    if self.byte(next) == b'"' && (place == Place::Element || self.is_quoted_key_after(next))
                    {
                        return (end, false);
                    }
                    if self.comment_end(next, next + 2).is_some() {
                        return (end, false);
                    }
                }
                0xef if self.starts_with(end, "，") && self.is_word(at, end) => return (end, false),
                b'/' if self.byte(end + 1) == b'*' && end > at => return (end, false),
                b'"' if end > at && is_outside => {
                    let next = self.skip_blank(end + 1);
                    let ends = match self.byte(next) {
                        b'}' | b']' => true,
                        b',' => place == Place::Element || self.is_key_ahead(self.skip_blank(next + 1)),
                        _ => next >= self.end,
                    };
                    if ends || self.is_word(at, end) {
                        return (end, ends);
                    }
                }
                _ => {}
            }
            end += self.width(end);
        }
    }

    fn is_quoted_key_after(&self, at: usize) -> bool {
        self.quote_at(at).is_some_and(|quote| self.is_quoted_key_ahead(at, quote))
    }

    fn comma_ends(&self, at: usize, comma: usize, place: Place) -> bool {
        if place != Place::Member {
            return true;
        }
        let next = self.skip_blank_and_comments(comma + 1);
        let is_structure = matches!(self.byte(next), b'}' | b']' | b',' | b'/' | b'#' | b'.' | b'{' | b'`');
        let is_thousands =
            next == comma + 1 && (0..3).all(|offset| self.byte(next + offset).is_ascii_digit());
        next >= self.end
            || is_structure
            || self.is_key_ahead(next)
            || (!is_thousands && self.is_word(at, comma))
    }

    /// Whether a bare text so far is a literal or number, and of a sensible length.
    fn is_word(&self, at: usize, end: usize) -> bool {
        end > at
            && end - at <= LOOK_AHEAD
            && !matches!(meaning(self.slice(at..end).trim()), Word::Text | Word::Nothing)
    }

    fn line_ends(&self, at: usize, place: Place) -> bool {
        let next = self.skip_blank(at);
        place != Place::Member
            || next >= self.end
            || matches!(self.byte(next), b'}' | b']' | b',')
            || self.is_key_ahead(next)
    }

    /// Whether the first word is a value of its own: a literal or number before another value or a key.
    fn word_ends(&self, at: usize, end: usize, next: usize) -> bool {
        if !self.is_word(at, end) {
            return false;
        }
        if self.place() == Place::Member {
            return self.is_key_ahead(next);
        }
        self.quote_at(next).is_some()
            || matches!(self.byte(next), b'{' | b'[' | b'0'..=b'9' | b'-')
            || self.is_plain_word(next)
    }

    /// A key without quotes. None where there is no key, but stray text.
    pub(super) fn bare_key(&mut self) -> Option<String> {
        let at = self.position;
        let mut end = at;
        let mut is_key = false;
        while end < self.end {
            match self.byte(end) {
                b':' | b'=' => {
                    is_key = true;
                    break;
                }
                b',' | b'}' | b'{' | b'\n' => break,
                b'`' | b'~' if self.is_fence(end) => break,
                b'/' if end > at && self.comment_end(end, end + 2).is_some() => {
                    let next = self.skip_blank_and_comments(end);
                    is_key = matches!(self.byte(next), b':' | b'=');
                    break;
                }
                b'\'' if end > at && self.byte(end - 1) != b' ' => {}
                _ if end > at && self.quote_at(end).is_some() => {
                    let is_apart = self.byte(end - 1).is_ascii_whitespace();
                    let next = self.byte(self.skip_blank(end + 1));
                    if !is_apart && next == b':' {
                        // The opening quote of the key is missing.
                        self.begin();
                        self.repair(RepairKind::MissingQuote, at..at);
                        self.position = end + 1;
                        return Some(self.slice(at..end).trim().to_owned());
                    }
                    is_key = !self.is_key_ahead(end);
                    break;
                }
                _ if self.starts_with(end, "：") => {
                    is_key = true;
                    break;
                }
                _ => {}
            }
            end += self.width(end);
        }
        let text = self.slice(at..end).trim();
        self.position = end.min(self.end);
        if end < self.end && self.byte(end) == b'\n' && self.byte(self.skip_blank(end)) == b':' {
            is_key = true;
        }
        let is_colon = end == at;
        if is_colon {
            // A colon without a key.
            let width = self.width(at);
            self.repair(RepairKind::StrayText, at..at + width);
            self.position = at + width;
            return None;
        }
        if !is_key {
            self.repair(RepairKind::StrayText, at..at + text.len());
            return None;
        }
        self.begin();
        self.repair(RepairKind::BareKey, at..at + text.len());
        Some(text.to_owned())
    }
}
