//! The objects and arrays that are open, and how values come into them. Must not look at the text.

use super::Parser;
use crate::core::extract::loss::{Loss, LossKind};
use crate::core::extract::reply::End;
use crate::core::extract::unclosed::{Unclosed, UnclosedKind};
use crate::core::pointer::Pointer;
use serde_json::map::Entry;
use serde_json::{Map, Value};

/// How many losses are told; further ones are of the same sort.
const LOSS_LIMIT: usize = 100;

/// An object or array that is open.
#[derive(Clone)]
pub(super) struct Frame {
    /// What is in it so far.
    pub holder: Holder,
    /// The key whose value comes next.
    pub key: Option<String>,
    /// What stood last in it.
    pub last: Last,
}

#[derive(Clone)]
pub(super) enum Holder {
    Object(Map<String, Value>),
    Array(Vec<Value>),
    /// A tuple, or the arguments of a call: closed by a parenthesis.
    Tuple(Vec<Value>),
    /// An array in braces, as Python writes a set.
    Set(Vec<Value>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    Nothing,
    Value,
    Comma(usize),
}

/// What a string or bare text stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Root,
    Key,
    Member,
    Element,
}

impl Frame {
    pub fn new(holder: Holder) -> Self {
        Self { holder, key: None, last: Last::Nothing }
    }

    /// The bracket that closes it.
    pub fn closer(&self) -> u8 {
        match self.holder {
            Holder::Object(_) | Holder::Set(_) => b'}',
            Holder::Array(_) => b']',
            Holder::Tuple(_) => b')',
        }
    }

    pub fn is_object(&self) -> bool {
        matches!(self.holder, Holder::Object(_))
    }

    /// Whether it is no more than parentheses round one value.
    pub fn is_group(&self) -> bool {
        matches!(&self.holder, Holder::Tuple(elements) if elements.len() == 1 && self.last == Last::Value)
    }

    pub fn into_value(self) -> Value {
        let is_group = self.is_group();
        match self.holder {
            Holder::Object(members) => Value::Object(members),
            Holder::Tuple(mut elements) if is_group => elements.pop().unwrap_or_default(),
            Holder::Array(elements) | Holder::Tuple(elements) | Holder::Set(elements) => {
                Value::Array(elements)
            }
        }
    }

    fn unclosed_kind(&self) -> UnclosedKind {
        if self.is_object() { UnclosedKind::Object } else { UnclosedKind::Array }
    }
}

impl<const POSITIONS: bool> Parser<'_, POSITIONS> {
    /// What comes next in the innermost frame.
    pub(super) fn place(&self) -> Place {
        match self.stack.last() {
            None => Place::Root,
            Some(Frame { holder: Holder::Object(_), key: None, .. }) => Place::Key,
            Some(Frame { holder: Holder::Object(_), key: Some(_), .. }) => Place::Member,
            Some(Frame { holder: Holder::Array(_) | Holder::Tuple(_) | Holder::Set(_), .. }) => {
                Place::Element
            }
        }
    }

    /// Puts a value where it belongs; gives it back where it is the whole.
    pub(super) fn put(&mut self, value: Value) -> Option<Value> {
        let Some(frame) = self.stack.last_mut() else { return Some(value) };
        frame.last = Last::Value;
        match &mut frame.holder {
            Holder::Object(members) => {
                let Some(key) = frame.key.take() else {
                    self.forget_last();
                    return None;
                };
                match members.entry(key) {
                    Entry::Vacant(place) => {
                        place.insert(value);
                    }
                    Entry::Occupied(mut place) => {
                        place.insert(value);
                        frame.key = Some(place.key().clone());
                    }
                }
                let twice = frame.key.as_deref();
                if POSITIONS && let Some(recorder) = &mut self.recorder {
                    recorder.settle(members, twice);
                }
                if twice.is_some() {
                    self.lose(LossKind::DuplicateKey);
                }
                if let Some(frame) = self.stack.last_mut() {
                    frame.key = None;
                }
            }
            Holder::Array(elements) | Holder::Tuple(elements) | Holder::Set(elements) => elements.push(value),
        }
        None
    }

    pub(super) fn lose(&mut self, kind: LossKind) {
        if self.losses.len() < LOSS_LIMIT {
            self.losses.push(Loss { kind, pointer: pointer(&self.stack) });
        }
    }

    /// Takes note that the text ends in the value that comes next, if that is asked for.
    pub(super) fn leave_open(&mut self, kind: UnclosedKind) {
        if self.text_end == End::SoFar {
            self.tail = Some(Unclosed { kind, pointer: pointer(&self.stack) });
        }
    }

    /// Takes note of all that is open, from the outside in, if that is asked for.
    pub(super) fn note_unclosed(&mut self) {
        if self.text_end != End::SoFar {
            return;
        }
        for (depth, frame) in self.stack.iter().enumerate() {
            let outer = self.stack.get(..depth).unwrap_or_default();
            self.unclosed.push(Unclosed { kind: frame.unclosed_kind(), pointer: pointer(outer) });
        }
        self.unclosed.extend(self.tail.take());
    }
}

/// The place of the value that comes next in the last of some frames.
fn pointer(frames: &[Frame]) -> Pointer {
    let mut pointer = Pointer::root();
    for frame in frames {
        match &frame.holder {
            Holder::Object(_) => pointer.push_key(frame.key.as_deref().unwrap_or_default()),
            Holder::Array(elements) | Holder::Tuple(elements) | Holder::Set(elements) => {
                pointer.push_index(elements.len());
            }
        }
    }
    pointer
}
