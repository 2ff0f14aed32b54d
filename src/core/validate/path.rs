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

/// Where something stands in the order of the document.
pub(super) type Order = Vec<usize>;

/// The order of a place at or below a site; of one that is not there, that of what is missing behind the rest.
pub(super) fn order_from(site: &Site, pointer: &Pointer, answer: &Value) -> Order {
    let from = site.pointer.segments();
    let mut order = site.order.clone();
    let mut value = rules::at(answer, from);
    for segment in pointer.segments().iter().skip(from.len()) {
        match (segment, value) {
            (Segment::Index(index), within) => {
                order.push(index + 1);
                value = within.and_then(|within| within.get(index));
            }
            (Segment::Key(key), Some(Value::Object(members))) => {
                let position = members.keys().position(|known| known == key);
                let behind = || Path::behind_member(members.len().checked_sub(1));
                order.push(position.map_or_else(behind, Path::of_member));
                value = members.get(key);
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

    /// The steps from here to the root.
    fn outward(&self) -> impl Iterator<Item = &Self> {
        let outer = |step: &&Self| match step {
            Self::Root => None,
            Self::Key(outer, ..) | Self::Index(outer, _) => Some(*outer),
        };
        std::iter::successors(Some(self), outer)
    }

    pub(super) fn pointer(&self) -> Pointer {
        let segment = |step: &Self| match step {
            Self::Root => None,
            Self::Key(_, key, _) => Some(Segment::Key((*key).to_owned())),
            Self::Index(_, index) => Some(Segment::Index(*index)),
        };
        let mut segments: Vec<_> = self.outward().filter_map(segment).collect();
        segments.reverse();
        Pointer::from_segments(segments)
    }

    pub(super) fn order(&self) -> Order {
        let position = |step: &Self| match step {
            Self::Root => None,
            Self::Key(_, _, order) => Some(*order),
            Self::Index(_, index) => Some(index + 1),
        };
        let mut order: Vec<_> = self.outward().filter_map(position).collect();
        order.reverse();
        order
    }
}
