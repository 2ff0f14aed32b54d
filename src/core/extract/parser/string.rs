//! Strings: in quotes of any kind, with whatever stands in them, closed or not.

use super::ahead::Closing;
use super::{Parser, Place};
use crate::core::extract::repair::RepairKind;
use serde_json::Value;

/// A kind of quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Quote {
    kind: Kind,
    /// How many bytes open the string.
    pub opening: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Double,
    Single,
    Backtick,
    CurlyDouble,
    CurlySingle,
    /// `\"`
    Escaped,
}

/// The string that is being read.
pub(super) struct Opened {
    /// What it stands for.
    pub place: Place,
    /// Where its text begins.
    pub start: usize,
    /// How many quotes have been taken for text.
    pub inner: usize,
    /// How many more brackets open than close in it, as far as that was counted.
    pub brackets: usize,
    counted: usize,
}

/// A quote that may have closed the string.
struct Doubt {
    at: usize,
    width: usize,
    length: usize,
    repairs: usize,
}

impl Parser<'_> {
    /// The kind of quote that begins a string here.
    pub(super) fn quote_at(&self, at: usize) -> Option<Quote> {
        let (kind, opening) = match (self.byte(at), self.byte(at + 1), self.byte(at + 2)) {
            (b'"', _, _) => (Kind::Double, 1),
            (b'\'', _, _) => (Kind::Single, 1),
            (b'`', _, _) if !self.is_fence(at) => (Kind::Backtick, 1),
            (0xe2, 0x80, 0x9c..=0x9f) => (Kind::CurlyDouble, 3),
            (0xe2, 0x80, 0x98..=0x9b) => (Kind::CurlySingle, 3),
            (b'\\', b'"', _) => (Kind::Escaped, 2),
            _ => return None,
        };
        Some(Quote { kind, opening })
    }

    /// How wide a quote here is that may close the string, and whether it is the kind that should.
    pub(super) fn closer_at(&self, quote: Quote, at: usize) -> (usize, bool) {
        let Some(found) = self.quote_at(at) else { return (0, false) };
        let is_main = found.kind == quote.kind;
        let is_other = match (quote.kind, found.kind) {
            (Kind::Double, Kind::CurlyDouble) | (Kind::Single, Kind::CurlySingle) => true,
            (Kind::CurlyDouble, Kind::Double) | (Kind::CurlySingle, Kind::Single) => {
                return (found.opening, true);
            }
            _ => false,
        };
        if is_main || is_other { (found.opening, is_main) } else { (0, false) }
    }

    /// A string, and those that are joined to it.
    pub(super) fn strings(&mut self) -> Option<Value> {
        let mut text = self.string(self.place())?;
        if self.is_strict {
            return Some(Value::String(text));
        }
        loop {
            let end = self.position;
            let next = self.skip_blank_and_comments(end);
            let has_plus = self.byte(next) == b'+';
            let second = if has_plus { self.skip_blank_and_comments(next + 1) } else { next };
            let is_joined = self.quote_at(second).is_some()
                && (has_plus
                    || (self.place() == Place::Member
                        && self.is_line_break_between(end, second)
                        && !self.is_key_ahead(second)));
            if !is_joined {
                return Some(Value::String(text));
            }
            self.repair(RepairKind::Concatenation, end..second);
            self.position = second;
            text += &self.string(self.place()).unwrap_or_default();
        }
    }

    /// One string; none where it was cut before it amounts to a key.
    pub(super) fn string(&mut self, place: Place) -> Option<String> {
        let at = self.position;
        let quote = self.quote_at(at)?;
        if let Some(text) = self.triple(at) {
            return Some(text);
        }
        match quote.kind {
            Kind::Double => {}
            Kind::Escaped => self.repair(RepairKind::EscapedQuotes, at..at + 2),
            Kind::Single | Kind::Backtick | Kind::CurlyDouble | Kind::CurlySingle => {
                self.repair(RepairKind::QuoteStyle, at..at + quote.opening);
            }
        }
        let start = at + quote.opening;
        self.position = start;
        let mut opened = Opened { place, start, inner: 0, brackets: 0, counted: start };
        let mut text = String::new();
        let mut doubt: Option<Doubt> = None;
        let mut run = start;
        loop {
            self.skip_plain();
            let at = self.position;
            let byte = self.byte(at);
            if at >= self.end {
                text += self.slice(run..at);
                break;
            }
            if byte == b'\\' && !(quote.kind == Kind::Escaped && self.byte(at + 1) == b'"') {
                text += self.slice(run..at);
                self.escape(quote, &mut text);
                run = self.position;
                continue;
            }
            if byte < 0x20 {
                self.control(at);
                self.position += 1;
                continue;
            }
            let (width, is_main) = self.closer_at(quote, at);
            if width == 0 {
                self.position += 1;
                continue;
            }
            self.count_brackets(&mut opened, at);
            match self.closing(&opened, at, width, is_main) {
                Closing::Missing(end) => {
                    text += self.slice(run..at);
                    let surplus = self.slice(end..at).len();
                    text.truncate(text.len().saturating_sub(surplus));
                    text.truncate(text.trim_end().len());
                    if quote.kind == Kind::Double && text.find('\'') == Some(text.len().saturating_sub(1)) {
                        // Another kind of quote closes it.
                        text.pop();
                    }
                    // What stands behind the end is none of the string's.
                    while self.repairs.last().is_some_and(|last| last.range.start >= end) {
                        self.repairs.pop();
                    }
                    self.repair(RepairKind::MissingQuote, end..end);
                    self.position = end;
                    return Some(text);
                }
                Closing::Closes => {
                    text += self.slice(run..at);
                    self.close_string(quote, at, width, place);
                    return Some(text);
                }
                Closing::MayClose if self.hasty => {
                    text += self.slice(run..at);
                    self.close_string(quote, at, width, place);
                    return Some(text);
                }
                closing @ (Closing::MayClose | Closing::Text) => {
                    if closing == Closing::MayClose && doubt.is_none() {
                        let length = text.len() + self.slice(run..at).len();
                        doubt = Some(Doubt { at, width, length, repairs: self.repairs.len() });
                    }
                    if is_main {
                        opened.inner += 1;
                        self.repair(RepairKind::UnescapedQuote, at..at + width);
                    }
                    self.position += width;
                }
            }
        }
        if let Some(doubt) = doubt {
            self.hasty = true;
            self.repairs.truncate(doubt.repairs);
            text.truncate(doubt.length);
            self.close_string(quote, doubt.at, doubt.width, place);
            return Some(text);
        }
        self.unclosed(&mut text, &opened);
        (place != Place::Key).then_some(text)
    }

    /// Goes to the next sign that may mean something within a string.
    fn skip_plain(&mut self) {
        let rest = self.bytes.get(self.position..self.end).unwrap_or_default();
        let is_plain = |byte: &&u8| !matches!(byte, 0..=0x1f | b'"' | b'\'' | b'`' | b'\\' | 0xe2);
        self.position += rest.iter().take_while(is_plain).count();
    }

    /// Goes behind the closing quote, and those that are too many.
    fn close_string(&mut self, quote: Quote, at: usize, width: usize, place: Place) {
        self.position = at + width;
        if width > quote.opening {
            self.repair(RepairKind::QuoteStyle, at..at + width);
        }
        if place == Place::Key {
            return;
        }
        let from = self.position;
        let mut end = from;
        while self.byte(end) == b'"' {
            end += 1;
        }
        let next = self.skip_blank(end);
        if end > from
            && (next >= self.end || matches!(self.byte(next), b'}' | b']' | b','))
            && !self.is_empty_string(from, end)
        {
            self.repair(RepairKind::SurplusQuote, from..end);
            self.position = end;
        }
    }

    /// `"a"""`, in an array, may be a string and an empty one.
    fn is_empty_string(&self, from: usize, end: usize) -> bool {
        end - from == 2 && self.place() == Place::Element
    }

    /// A string that the text ends in: the brackets that close everything around it are none of it.
    fn unclosed(&mut self, text: &mut String, opened: &Opened) {
        self.is_open |= self.end == self.text.len();
        self.repair(RepairKind::MissingQuote, self.position..self.position);
        if opened.place == Place::Root || opened.place == Place::Key {
            return;
        }
        let mut rest = text.trim_end();
        for frame in &self.stack {
            match rest.strip_suffix(char::from(frame.closer())) {
                Some(before) => rest = before.trim_end(),
                None => return,
            }
        }
        let length = rest.len();
        text.truncate(length);
    }

    /// Counts the brackets up to here; needed only where quotes stand in the text.
    fn count_brackets(&self, opened: &mut Opened, at: usize) {
        if opened.inner == 0 {
            return;
        }
        for byte in self.bytes.get(opened.counted..at).unwrap_or_default() {
            match byte {
                b'{' | b'[' => opened.brackets += 1,
                b'}' | b']' => opened.brackets = opened.brackets.saturating_sub(1),
                _ => {}
            }
        }
        opened.counted = at;
    }

    fn control(&mut self, at: usize) {
        match self.repairs.last_mut() {
            // What stands together is one repair.
            Some(last) if last.kind == RepairKind::ControlCharacter && last.range.end == at => {
                last.range.end += 1
            }
            Some(_) | None => self.repair(RepairKind::ControlCharacter, at..at + 1),
        }
    }

    /// A text in triple quotes: taken as it stands.
    fn triple(&mut self, at: usize) -> Option<String> {
        let mark = match self.byte(at) {
            b'"' => "\"\"\"",
            b'\'' => "'''",
            _ => return None,
        };
        if self.no_triple || !self.starts_with(at, mark) {
            return None;
        }
        let start = at + mark.len();
        let Some(length) = self.slice(start..self.end).find(mark) else {
            self.no_triple = true;
            return None;
        };
        let end = start + length;
        self.repair(RepairKind::TripleQuotes, at..end + mark.len());
        self.position = end + mark.len();
        Some(self.slice(start..end).to_owned())
    }

    /// An escape: what it means, or what it is where it means nothing.
    fn escape(&mut self, quote: Quote, text: &mut String) {
        let at = self.position;
        let next = self.byte(at + 1);
        if at + 1 >= self.end {
            // The text is cut here.
            self.repair(RepairKind::Escape, at..at + 1);
            self.position += 1;
            return;
        }
        self.position += 2;
        let meant = match next {
            b'"' => '"',
            b'\\' if quote.kind == Kind::Escaped => {
                // The text was escaped once more than it should be.
                let inner = self.byte(at + 2);
                if matches!(inner, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') {
                    self.position = at + 2;
                    text.push(simple(inner));
                    self.position += 1;
                    return;
                }
                '\\'
            }
            b'\\' => '\\',
            b'/' => '/',
            b'b' | b'f' | b'n' | b'r' | b't' => simple(next),
            b'u' => return self.unicode(at, text),
            b'\'' | b'`' | b'_' | b'\n' | b'$' => {
                self.repair(RepairKind::Escape, at..at + 2);
                char::from(next)
            }
            _ => {
                self.repair(RepairKind::Escape, at..at + 1);
                self.position = at + 1;
                '\\'
            }
        };
        text.push(meant);
    }

    /// `\u` with its four digits, or two of them for a pair.
    fn unicode(&mut self, at: usize, text: &mut String) {
        let Some(unit) = self.hex(at + 2) else {
            self.repair(RepairKind::Escape, at..at + 2);
            let is_hex = |offset: &usize| self.byte(at + 2 + offset).is_ascii_hexdigit();
            let digits = (0..4).take_while(is_hex).count();
            if at + 2 + digits >= self.end {
                // The text is cut within it.
                self.position = self.end;
            } else {
                text.push_str("\\u");
            }
            return;
        };
        self.position = at + 6;
        if let Some(character) = char::from_u32(unit) {
            return text.push(character);
        }
        let is_pair = unit < 0xdc00 && self.starts_with(at + 6, "\\u");
        let low = if is_pair { self.hex(at + 8) } else { None };
        if let Some(low @ 0xdc00..=0xdfff) = low
            && let Some(character) = char::from_u32(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00))
        {
            self.position = at + 12;
            return text.push(character);
        }
        self.repair(RepairKind::LoneSurrogate, at..at + 6);
        let rest = self.slice(at + 6..self.end);
        if rest.len() < 6 && (rest.is_empty() || "\\u".starts_with(rest) || rest.starts_with("\\u")) {
            // The other half is cut off.
            self.position = self.end;
        } else {
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }

    fn hex(&self, at: usize) -> Option<u32> {
        (0..4).try_fold(0, |unit, offset| Some(unit << 4 | char::from(self.byte(at + offset)).to_digit(16)?))
    }
}

/// What a letter behind a backslash means.
fn simple(letter: u8) -> char {
    match letter {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        other => char::from(other),
    }
}
