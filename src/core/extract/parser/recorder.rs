//! Where the values stand, noted while they are read: in the order of the text, which is not quite that of
//! the value. Must not look at the text.

use super::Parser;
use crate::core::extract::positions::{Positions, Span};
use serde_json::{Map, Value};
use std::ops::Range;

/// The spans of what has been read.
#[derive(Clone, Default)]
pub(super) struct Recorder {
    nodes: Vec<Node>,
    open: Vec<Opened>,
    /// The node that was completed last.
    last: usize,
}

#[derive(Clone)]
struct Node {
    span: Span,
    /// No value of its own: parentheses round one.
    is_group: bool,
    /// Whether it stands for an earlier value with the same key, and takes its place.
    is_replacement: bool,
    /// The node that takes this one's place.
    replacement: Option<usize>,
}

/// An object or array that is open.
#[derive(Clone)]
struct Opened {
    node: usize,
    /// Where the key stands whose value comes next.
    key: Option<Range<usize>>,
    /// The nodes of the members of an object, in the order of its keys.
    members: Vec<usize>,
    /// The positions of the keys among them; made when a key comes twice.
    slots: Option<Map<String, Value>>,
}

impl Recorder {
    fn begin(&mut self, range: Range<usize>) -> usize {
        let key = self.open.last_mut().and_then(|opened| opened.key.take());
        let span = Span::new(range, key);
        self.nodes.push(Node { span, is_group: false, is_replacement: false, replacement: None });
        self.nodes.len() - 1
    }

    fn scalar(&mut self, range: Range<usize>) {
        self.last = self.begin(range);
    }

    fn open(&mut self, at: usize) {
        let node = self.begin(at..at);
        self.open.push(Opened { node, key: None, members: Vec::new(), slots: None });
    }

    fn key(&mut self, range: Range<usize>) {
        if let Some(opened) = self.open.last_mut() {
            opened.key = Some(range);
        }
    }

    fn close(&mut self, end: usize, is_group: bool) {
        let Some(opened) = self.open.pop() else { return };
        let count = self.nodes.len() - opened.node;
        if let Some(node) = self.nodes.get_mut(opened.node) {
            node.span.close(end, count);
            node.is_group = is_group;
        }
        self.last = opened.node;
    }

    /// The last node is a value of these members, of its own key or of one that stands there twice.
    pub(super) fn settle(&mut self, members: &Map<String, Value>, twice: Option<&str>) {
        let Some(opened) = self.open.last_mut() else { return };
        let Some(key) = twice else {
            if let (Some(slots), Some(key)) = (&mut opened.slots, members.keys().next_back()) {
                slots.insert(key.clone(), opened.members.len().into());
            }
            opened.members.push(self.last);
            return;
        };
        let slots = opened.slots.get_or_insert_with(|| {
            members.keys().enumerate().map(|(slot, key)| (key.clone(), slot.into())).collect()
        });
        let slot = slots.get(key).and_then(Value::as_u64).and_then(|slot| usize::try_from(slot).ok());
        let Some(member) = slot.and_then(|slot| opened.members.get_mut(slot)) else { return };
        let replaced = std::mem::replace(member, self.last);
        if let Some(node) = self.nodes.get_mut(replaced) {
            node.replacement = Some(self.last);
        }
        if let Some(node) = self.nodes.get_mut(self.last) {
            node.is_replacement = true;
        }
    }

    /// The spans in the order of the value.
    pub(super) fn into_positions(self) -> Positions {
        let mut spans = Vec::with_capacity(self.nodes.len());
        let is_in_order = |node: &Node| !node.is_group && node.replacement.is_none();
        if self.nodes.iter().all(is_in_order) {
            spans.extend(self.nodes.into_iter().map(|node| node.span));
        } else {
            self.arrange(0, None, &mut spans);
        }
        Positions::new(spans)
    }

    /// Adds the spans of a node; goes as deep as the value. Of a group, what is in it has its key.
    fn arrange(&self, index: usize, key: Option<Range<usize>>, spans: &mut Vec<Span>) {
        let mut index = index;
        while let Some(later) = self.nodes.get(index).and_then(|node| node.replacement) {
            index = later;
        }
        let Some(node) = self.nodes.get(index) else { return };
        let key = key.or_else(|| node.span.key());
        let at = spans.len();
        if !node.is_group {
            spans.push(node.span.clone().with_key(key.clone()));
        }
        let inherited = if node.is_group { key } else { None };
        let mut child = index + 1;
        while child < index + node.span.count() {
            let Some(below) = self.nodes.get(child) else { return };
            if !below.is_replacement {
                self.arrange(child, inherited.clone(), spans);
            }
            child += below.span.count();
        }
        let count = spans.len() - at;
        if !node.is_group
            && let Some(span) = spans.get_mut(at)
        {
            span.close(node.span.value().end, count);
        }
    }
}

impl<const POSITIONS: bool> Parser<'_, POSITIONS> {
    pub(super) fn record_scalar(&mut self, range: Range<usize>) {
        let length = if POSITIONS { self.slice(range.clone()).trim_end().len() } else { 0 };
        if POSITIONS && let Some(recorder) = &mut self.recorder {
            recorder.scalar(range.start..range.start + length);
        }
    }

    pub(super) fn record_opening(&mut self, at: usize) {
        if POSITIONS && let Some(recorder) = &mut self.recorder {
            recorder.open(at);
        }
    }

    pub(super) fn record_key(&mut self, range: Range<usize>) {
        if POSITIONS && let Some(recorder) = &mut self.recorder {
            recorder.key(range);
        }
    }

    /// The last element turns out to be the key of an object.
    pub(super) fn record_member_of_array(&mut self) {
        if POSITIONS
            && let Some(recorder) = &mut self.recorder
            && let Some(string) = recorder.nodes.last().map(|node| node.span.value())
        {
            recorder.nodes.truncate(recorder.last);
            recorder.open(string.start);
            recorder.key(string);
        }
    }

    pub(super) fn record_closing(&mut self, end: usize, is_group: bool) {
        if POSITIONS && let Some(recorder) = &mut self.recorder {
            recorder.close(end, is_group);
        }
    }

    /// The last value belongs nowhere.
    pub(super) fn forget_last(&mut self) {
        if POSITIONS && let Some(recorder) = &mut self.recorder {
            recorder.nodes.truncate(recorder.last);
        }
    }
}
