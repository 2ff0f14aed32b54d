//! What a shape leaves open beside the nodes it is the shape of: a choice of others.

use crate::core::schema::{Condition, Kind, NodeId, Shape};

/// The forms of the first union of which none is among the nodes yet.
pub(super) fn open_union(shape: &Shape, nodes: &[NodeId]) -> Option<Vec<NodeId>> {
    let whole = match &shape.kind {
        Kind::Union(forms) => Some(forms.as_slice()),
        Kind::Object(_)
        | Kind::Array(_)
        | Kind::String(_)
        | Kind::Number(_)
        | Kind::Boolean
        | Kind::Null
        | Kind::Enum(_)
        | Kind::Types(_)
        | Kind::Never
        | Kind::Any => None,
    };
    let mut unions = whole.into_iter().chain(shape.unions.iter().copied());
    unions.find(|forms| !forms.iter().any(|id| nodes.contains(id))).map(<[NodeId]>::to_vec)
}

/// The first condition that is not decided yet.
pub(super) fn open_condition(shape: &Shape, decided: &[NodeId]) -> Option<Condition> {
    shape.conditions.iter().copied().find(|condition| !decided.contains(&condition.node))
}
