//! What several nodes say together of one value: references and `allOf` are followed, and of each
//! union on the way one form is taken where that is decided.

use super::keyword::Keyword;
use crate::core::schema::{Assertion, JsonType, NodeId, Schema};
use std::collections::HashSet;

/// The values that satisfy all of some nodes, or those of them that fit a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// The nodes, in the order in which they are met.
    pub(super) ids: Vec<NodeId>,
    /// The form that is taken of a union: the node the union stands in, its position, and the form.
    pub(super) chosen: Vec<(NodeId, usize, NodeId)>,
    /// The one type that is meant.
    pub(super) only: Option<JsonType>,
    /// Whether null is none of the values, whatever the nodes say.
    pub(super) refuses_null: bool,
}

/// Nodes that must all hold.
pub(super) struct Conjunction<'s> {
    /// Every node that speaks of the value, the outer ones first.
    pub(super) members: Vec<Member>,
    /// The unions of which no form is taken yet.
    pub(super) unions: Vec<Union<'s>>,
}

/// One node of a conjunction.
#[derive(Clone, Copy)]
pub(super) struct Member {
    pub(super) id: NodeId,
    /// Whether it is there for a form that was taken.
    pub(super) is_chosen: bool,
}

/// A union beside what else is said.
pub(super) struct Union<'s> {
    pub(super) origin: NodeId,
    pub(super) position: usize,
    pub(super) keyword: Keyword,
    pub(super) forms: &'s [NodeId],
}

impl Place {
    /// The values that satisfy all of the nodes.
    pub(super) fn of(ids: impl IntoIterator<Item = NodeId>) -> Self {
        let mut known = HashSet::new();
        Self { ids: ids.into_iter().filter(|id| known.insert(*id)).collect(), ..Self::default() }
    }

    /// The same in a form that does not depend on the order.
    pub(super) fn key(&self) -> Self {
        let mut key = self.clone();
        key.ids.sort();
        key.chosen.sort();
        key
    }
}

impl<'s> Conjunction<'s> {
    pub(super) fn new(schema: &'s Schema, place: &Place) -> Self {
        let mut found = Self { members: Vec::new(), unions: Vec::new() };
        let mut seen = HashSet::new();
        let mut left: Vec<_> =
            place.ids.iter().rev().map(|id| Member { id: *id, is_chosen: false }).collect();
        while let Some(member) = left.pop() {
            if !seen.insert(member.id) {
                continue;
            }
            found.members.push(member);
            let mut next = Vec::new();
            for (position, assertion) in schema.node(member.id).assertions.iter().enumerate() {
                match assertion {
                    Assertion::Reference(id) | Assertion::DynamicReference { otherwise: id, .. } => {
                        next.push(Member { id: *id, ..member });
                    }
                    Assertion::AllOf(ids) => next.extend(ids.iter().map(|id| Member { id: *id, ..member })),
                    Assertion::AnyOf(forms) | Assertion::OneOf(forms) => {
                        let is_this =
                            |(id, at, _): &&(NodeId, usize, NodeId)| (*id, *at) == (member.id, position);
                        match place.chosen.iter().find(is_this) {
                            Some((_, _, form)) => next.push(Member { id: *form, is_chosen: true }),
                            None => found.unions.push(Union {
                                origin: member.id,
                                position,
                                keyword: Keyword::of(assertion),
                                forms,
                            }),
                        }
                    }
                    _ => {}
                }
            }
            left.extend(next.into_iter().rev());
        }
        found
    }
}
