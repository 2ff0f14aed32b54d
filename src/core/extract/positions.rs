//! Where every value and key of an answer stands in the reply: a list of spans in the order in which the
//! value is walked, parents first. Must not know how a text is read.

use crate::core::pointer::{Pointer, Segment};
use serde_json::Value;
use std::ops::Range;

/// Where the values stand, parallel to the value they were read with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Positions {
    spans: Vec<Span>,
}

/// Where one value stands, in bytes of the reply. Of what had to be made up, the range is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    start: u32,
    end: u32,
    /// Empty where there is no key.
    key_start: u32,
    key_end: u32,
    /// How many spans belong to the value: its own, and those of all that is in it.
    count: u32,
}

impl Span {
    pub(super) fn new(value: Range<usize>, key: Option<Range<usize>>) -> Self {
        let key = key.unwrap_or_default();
        Self {
            start: narrow(value.start),
            end: narrow(value.end),
            key_start: narrow(key.start),
            key_end: narrow(key.end),
            count: 1,
        }
    }

    /// The place of the value.
    pub fn value(&self) -> Range<usize> {
        wide(self.start)..wide(self.end)
    }

    /// The place of its key, quotes included, where it is a member of an object.
    pub fn key(&self) -> Option<Range<usize>> {
        (self.key_start < self.key_end).then(|| wide(self.key_start)..wide(self.key_end))
    }

    /// How many values there are in it, itself included.
    pub fn count(&self) -> usize {
        wide(self.count)
    }

    pub(super) fn close(&mut self, end: usize, count: usize) {
        self.end = narrow(end);
        self.count = narrow(count);
    }

    pub(super) fn with_key(self, key: Option<Range<usize>>) -> Self {
        let key = key.unwrap_or_default();
        Self { key_start: narrow(key.start), key_end: narrow(key.end), ..self }
    }

    fn holds(&self, offset: usize) -> bool {
        self.value().contains(&offset) || self.key().is_some_and(|key| key.contains(&offset))
    }
}

// A reply is not so long that its places need more than 32 bits.
fn narrow(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

fn wide(place: u32) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}

impl Positions {
    pub(super) fn new(spans: Vec<Span>) -> Self {
        Self { spans }
    }

    /// A value all of which stands in one place: it was written within a string.
    pub(super) fn within(value: &Value, range: &Range<usize>) -> Self {
        let mut spans = Vec::new();
        add_within(value, range, None, &mut spans);
        Self { spans }
    }

    /// The spans, as the value is walked: parents first, members and elements in their order.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The span of what a pointer leads to in the value.
    pub fn of(&self, value: &Value, pointer: &Pointer) -> Option<&Span> {
        let mut value = value;
        let mut index = 0;
        for segment in pointer.segments() {
            let (slot, below) = match (&segment, value) {
                (Segment::Key(key), Value::Object(members)) => {
                    let (slot, (_, below)) =
                        members.iter().enumerate().find(|(_, (other, _))| *other == key)?;
                    (slot, below)
                }
                (Segment::Index(slot), Value::Array(elements)) => (*slot, elements.get(*slot)?),
                (Segment::Key(_) | Segment::Index(_), _) => return None,
            };
            (index, _) = self.children(index).nth(slot)?;
            value = below;
        }
        self.spans.get(index)
    }

    /// The pointer to the innermost value that an offset lies in, or whose key it lies in.
    pub fn at(&self, value: &Value, offset: usize) -> Option<Pointer> {
        if !self.spans.first()?.holds(offset) {
            return None;
        }
        let mut value = value;
        let mut index = 0;
        let mut pointer = Pointer::root();
        while let Some((slot, (below, _))) =
            self.children(index).enumerate().find(|(_, (_, span))| span.holds(offset))
        {
            value = match value {
                Value::Object(members) => {
                    let (key, value) = members.iter().nth(slot)?;
                    pointer.push_key(key);
                    value
                }
                Value::Array(elements) => {
                    pointer.push_index(slot);
                    elements.get(slot)?
                }
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return None,
            };
            index = below;
        }
        Some(pointer)
    }

    /// The spans of the members or elements of what has the span at a place, with their places.
    fn children(&self, index: usize) -> impl Iterator<Item = (usize, &Span)> {
        let end = index + self.spans.get(index).map_or(0, Span::count);
        let mut next = index + 1;
        std::iter::from_fn(move || {
            let span = self.spans.get(next).filter(|_| next < end)?;
            let here = next;
            next += span.count();
            Some((here, span))
        })
    }
}

fn add_within(value: &Value, range: &Range<usize>, key: Option<&Range<usize>>, spans: &mut Vec<Span>) {
    let at = spans.len();
    spans.push(Span::new(range.clone(), key.cloned()));
    match value {
        Value::Object(members) => {
            members.values().for_each(|value| add_within(value, range, Some(range), spans))
        }
        Value::Array(elements) => elements.iter().for_each(|value| add_within(value, range, None, spans)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    let count = spans.len() - at;
    if let Some(span) = spans.get_mut(at) {
        span.close(range.end, count);
    }
}

#[cfg(test)]
mod tests;
