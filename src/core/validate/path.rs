//! The way from the root to the value at hand. It lives on the stack; a [`Pointer`] is made of it
//! only where something is wrong.

use crate::core::pointer::{Pointer, Segment};
use crate::core::rules::{self, Site};
use serde_json::Value;

/// One step after the other, the last one first.
pub(super) enum Path<'p> {
    Root,
    /// Into an object, with the member's place in the order of what is told.
    Key(&'p Path<'p>, &'p str, usize),
    Index(&'p Path<'p>, usize),
}

/// The order of a place at or below a site; of one that is not there, that of what is missing behind the rest.
pub(super) fn order_from(site: &Site, pointer: &Pointer, answer: &Value) -> Vec<usize> {
    let from = site.pointer.segments();
    let mut order = site.order.clone();
    let mut value = rules::at(answer, &from);
    for segment in pointer.segments().into_iter().skip(from.len()) {
        match (segment, value) {
            (Segment::Index(index), within) => {
                order.push(index + 1);
                value = within.and_then(|within| within.get(index));
            }
            (Segment::Key(key), Some(Value::Object(members))) => {
                let position = members.keys().position(|known| *known == key);
                let behind = || Path::behind_member(members.len().checked_sub(1));
                order.push(position.map_or_else(behind, Path::of_member));
                value = members.get(&key);
            }
            (Segment::Key(_), _) => {
                order.push(Path::behind_member(None));
                value = None;
            }
        }
    }
    order
}

impl Path<'_> {
    /// The order of a member. Members have even numbers, so that between them there is room for what is missing.
    pub(super) fn of_member(position: usize) -> usize {
        2 * (position + 1)
    }

    /// The order of what is missing behind a member, or before them all.
    pub(super) fn behind_member(position: Option<usize>) -> usize {
        position.map_or(0, Self::of_member) + 1
    }

    pub(super) fn pointer(&self) -> Pointer {
        let mut pointer = Pointer::with_capacity(self.length());
        self.add_steps(&mut pointer);
        pointer
    }

    /// About how long its pointer is.
    fn length(&self) -> usize {
        match self {
            Self::Root => 0,
            Self::Key(outer, key, _) => outer.length() + 1 + key.len(),
            Self::Index(outer, _) => outer.length() + 4,
        }
    }

    fn add_steps(&self, pointer: &mut Pointer) {
        match self {
            Self::Root => {}
            Self::Key(outer, key, _) => {
                outer.add_steps(pointer);
                pointer.push_key(key);
            }
            Self::Index(outer, index) => {
                outer.add_steps(pointer);
                pointer.push_index(*index);
            }
        }
    }

    /// Adds where it stands in the order of the document, step by step; no step is 0.
    pub(super) fn add_order(&self, steps: &mut Vec<usize>) {
        match self {
            Self::Root => {}
            Self::Key(outer, _, order) => {
                outer.add_order(steps);
                steps.push(*order);
            }
            Self::Index(outer, index) => {
                outer.add_order(steps);
                steps.push(index + 1);
            }
        }
    }
}
