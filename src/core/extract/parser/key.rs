//! Keys, with or without quotes, and the signs between them and their values.

use super::Parser;
use super::frame::{Frame, Holder, Last, Place};
use crate::core::extract::limit;
use crate::core::extract::repair::RepairKind;
use serde_json::{Map, Value};

impl<const POSITIONS: bool> Parser<'_, POSITIONS> {
    /// A key with its colon.
    pub(super) fn key(&mut self) {
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
        if self.must_wait() {
            return;
        }
        let Some(frame) = self.stack.last_mut() else { return };
        if !has_colon && colon < self.end && matches!(next, b',' | b'}') {
            if let Holder::Object(members) = &frame.holder
                && members.is_empty()
            {
                frame.holder = Holder::Set(Vec::new());
                self.repair(RepairKind::Tuple, at..end);
                self.record_scalar(at..end);
                self.put(Value::String(key));
                return;
            }
        } else if !has_colon && colon < self.end {
            self.repair(RepairKind::MissingColon, colon..colon);
        }
        if let Some(frame) = self.stack.last_mut() {
            frame.key = Some(key);
            self.record_key(at..end);
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
    pub(super) fn member_of_array(&mut self) {
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
            Some(Value::String(key)) if self.stack.len() < limit::DEPTH => {
                self.repair(RepairKind::MissingBracket, at..at);
                let mut frame = Frame::new(Holder::Object(Map::new()));
                frame.key = Some(key);
                self.stack.push(frame);
                self.record_member_of_array();
            }
            _ => self.repair(RepairKind::StrayText, at..at + 1),
        }
    }

    /// A key without quotes. None where there is no key, but stray text.
    fn bare_key(&mut self) -> Option<String> {
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
        if end >= self.end {
            self.meet_end();
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
