//! The loop over the tokens, and what stands between the values: commas, ellipses, stray signs.

use super::frame::{Last, Place};
use super::reading::Progress;
use super::{Endless, Parser};
use crate::core::extract::limit::Limit;
use crate::core::extract::repair::RepairKind;
use serde_json::Value;

/// Where a step began: what it has changed when it finds that it must wait.
struct Mark {
    position: usize,
    repairs: usize,
    losses: usize,
    is_open: bool,
    endless: Endless,
}

impl<const POSITIONS: bool> Parser<'_, POSITIONS> {
    /// Reads token by token until the value is closed, or the text ends.
    ///
    /// A step first looks, and only then changes what has been read. So one that has met the end of a text
    /// that may go on is undone by going back to where it began.
    pub(super) fn run(&mut self) -> Result<Progress<Value>, Limit> {
        loop {
            if (!self.is_strict || self.repairs.is_empty())
                && let Some(value) = self.clean()?
            {
                return Ok(Progress::Read(Some(value)));
            }
            let mark = self.mark();
            let progress = self.step()?;
            if self.must_wait() {
                self.go_back(mark);
                return Ok(Progress::Waits);
            }
            if let Some(progress) = progress {
                return Ok(progress);
            }
        }
    }

    fn mark(&mut self) -> Mark {
        self.has_met_end.set(false);
        Mark {
            position: self.position,
            repairs: self.repairs.len(),
            losses: self.losses.len(),
            is_open: self.is_open,
            endless: self.endless,
        }
    }

    fn go_back(&mut self, mark: Mark) {
        self.position = mark.position;
        self.end = self.text.len();
        self.repairs.truncate(mark.repairs);
        self.losses.truncate(mark.losses);
        self.is_open = mark.is_open;
        self.tail = None;
        self.endless = mark.endless;
    }

    /// One token; what came of it all, if it was the last.
    fn step(&mut self) -> Result<Option<Progress<Value>>, Limit> {
        self.skip_space();
        if self.must_wait() {
            return Ok(None);
        }
        if self.position >= self.end {
            return Ok(Some(Progress::Read(self.finish())));
        }
        if self.is_strict && !self.repairs.is_empty() {
            return Ok(Some(Progress::Read(None)));
        }
        let before = self.position;
        let value = match (self.place(), self.byte(before)) {
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
            (_, 0xef) if self.starts_with(before, "，") => {
                self.repair(RepairKind::Punctuation, before..before + "，".len());
                self.comma("，".len());
                None
            }
            (_, b'.' | 0xe2) if self.skip_ellipsis() => None,
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
        if self.must_wait() {
            return Ok(None);
        }
        if value.is_some() || self.place() == Place::Root {
            return Ok(Some(Progress::Read(value)));
        }
        if self.position == before {
            // Nothing knew what to do with it.
            let width = self.width(before);
            self.repair(RepairKind::StrayText, before..before + width);
            self.position += width;
        }
        Ok(None)
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

    /// Puts a null where a key has no value.
    pub(super) fn fill_missing_value(&mut self, at: usize) {
        if self.place() == Place::Member {
            self.repair(RepairKind::MissingValue, at..at);
            self.record_scalar(at..at);
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
    pub(super) fn begin(&mut self) {
        let at = self.position;
        if self.place() != Place::Member && self.stack.last().is_some_and(|frame| frame.last == Last::Value) {
            self.repair(RepairKind::MissingComma, at..at);
        }
    }
}
