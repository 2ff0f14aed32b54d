//! What a shape leaves open beside the nodes it is the shape of: a choice of others.

use super::node::NodeId;
use super::shape::{Condition, Kind, Shape};

impl Shape<'_> {
    /// The forms of the first union of which none is among the nodes yet.
    pub fn open_union(&self, nodes: &[NodeId]) -> Option<Vec<NodeId>> {
        let whole = match &self.kind {
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
        let mut unions = whole.into_iter().chain(self.unions.iter().copied());
        unions.find(|forms| !forms.iter().any(|id| nodes.contains(id))).map(<[NodeId]>::to_vec)
    }

    /// The first condition that is not decided yet.
    pub fn open_condition(&self, decided: &[NodeId]) -> Option<Condition> {
        self.conditions.iter().copied().find(|condition| !decided.contains(&condition.node))
    }
}

impl<'s> Kind<'s> {
    /// The kinds of which a value may be.
    pub fn each(&self) -> &[Kind<'s>] {
        match self {
            Kind::Types(kinds) => kinds,
            Kind::Object(_)
            | Kind::Array(_)
            | Kind::String(_)
            | Kind::Number(_)
            | Kind::Boolean
            | Kind::Null
            | Kind::Enum(_)
            | Kind::Union(_)
            | Kind::Never
            | Kind::Any => std::slice::from_ref(self),
        }
    }
}
