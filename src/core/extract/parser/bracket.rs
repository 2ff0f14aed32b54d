//! Brackets: what they open and close, and which of them are missing, wrong or too many.

use super::Parser;
use super::frame::{Frame, Holder, Last};
use crate::core::extract::limit::{self, Limit};
use crate::core::extract::repair::RepairKind;
use serde_json::{Map, Value};

impl<const POSITIONS: bool> Parser<'_, POSITIONS> {
    /// A value, whatever begins here; given back where it is the whole.
    pub(super) fn value(&mut self) -> Result<Option<Value>, Limit> {
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
                if self.must_wait() {
                    return Ok(None);
                }
                let Some(value) = value else { return Ok(None) };
                self.record_scalar(at..self.position);
                Ok(self.put(value))
            }
        }
    }

    /// Goes behind an opening bracket.
    pub(super) fn open(&mut self, holder: Holder) -> Result<(), Limit> {
        if self.must_wait() {
            return Ok(());
        }
        if self.stack.len() >= limit::DEPTH {
            return Err(Limit::Depth);
        }
        self.begin();
        self.record_opening(self.position);
        self.stack.push(Frame::new(holder));
        self.position += 1;
        Ok(())
    }

    /// Closes the innermost object or array.
    pub(super) fn pop(&mut self) -> Option<Value> {
        let at = self.position;
        self.fill_missing_value(at);
        let frame = self.stack.pop()?;
        if let Last::Comma(comma) = frame.last
            && !matches!(frame.holder, Holder::Tuple(_))
        {
            self.repair(RepairKind::TrailingComma, comma..comma + self.width(comma));
        }
        self.record_closing(at, frame.is_group());
        self.put(frame.into_value())
    }

    /// A closing bracket: of the innermost object or array, of one further out, or of none.
    pub(super) fn close(&mut self, closer: u8) -> Option<Value> {
        let at = self.position;
        if self.stack.last().is_some_and(|frame| frame.closer() == closer) {
            self.position += 1;
            return self.pop();
        }
        let depth = self.stack.len();
        let next = self.skip_blank(at + 1);
        let outer = self.stack.iter().rposition(|frame| frame.closer() == closer);
        let outer = outer.map(|outer| (outer, self.is_slip(outer, next)));
        let is_followed = self.stack.last().is_some_and(|frame| frame.closer() == self.byte(next));
        if self.must_wait() {
            return None;
        }
        match outer {
            Some((outer, false)) => {
                self.repair(RepairKind::MissingBracket, at..at);
                // The frames within it were left open.
                for _ in outer + 1..depth {
                    self.pop();
                }
                self.position = at + 1;
                self.pop()
            }
            None if is_followed => {
                self.repair(RepairKind::SurplusBracket, at..at + 1);
                self.position = at + 1;
                None
            }
            Some((_, true)) | None => {
                self.repair(RepairKind::WrongBracket, at..at + 1);
                self.position = at + 1;
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
    pub(super) fn finish(&mut self) -> Option<Value> {
        if self.stack.is_empty() {
            return None;
        }
        let at = self.position;
        // A fence that ends is the end of the answer, not of the text.
        self.is_open |= self.end == self.text.len();
        self.repair(if self.is_open { RepairKind::Cut } else { RepairKind::MissingBracket }, at..at);
        if self.is_open {
            self.note_unclosed();
        }
        let mut value = None;
        while let Some(frame) = self.stack.last_mut() {
            frame.key = None;
            frame.last = Last::Nothing;
            value = self.pop();
        }
        value
    }
}
