//! Where the assertions of a node lead: to which other nodes, and what of the value each of those judges.
//! The one list of it for whatever walks a schema without a value at hand.

use super::node::{Assertion, NodeId};

/// What of a value another node judges, and how that bears on the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part<'s> {
    /// The value itself, which must satisfy the node.
    Itself,
    /// The same, where the node has a place of its own and is only referred to.
    Referred,
    /// The value itself, which need not satisfy the node: one form of several, or under a condition.
    Perhaps,
    /// The value itself, of which it is only asked whether it satisfies the node.
    Asked,
    /// The property of this name.
    Property(&'s str),
    /// Properties that are not named.
    Properties,
    /// The names of the properties.
    Names,
    /// The item at this position.
    Item(usize),
    /// Items at any position.
    Items,
}

impl Assertion {
    /// The nodes it leads to, in the order of the source.
    pub(super) fn parts(&self) -> Vec<(Part<'_>, NodeId)> {
        let all = |part: Part<'static>, ids: &[NodeId]| ids.iter().map(|id| (part, *id)).collect();
        match self {
            Self::Reference(id) | Self::DynamicReference { otherwise: id, .. } => vec![(Part::Referred, *id)],
            Self::AllOf(ids) => all(Part::Itself, ids),
            Self::AnyOf(ids) | Self::OneOf(ids) => all(Part::Perhaps, ids),
            Self::Not(id) => vec![(Part::Asked, *id)],
            Self::If { condition, then, otherwise } => {
                let branches = [*then, *otherwise].into_iter().flatten().map(|id| (Part::Perhaps, id));
                std::iter::once((Part::Asked, *condition)).chain(branches).collect()
            }
            Self::PrefixItems(ids) => {
                ids.iter().enumerate().map(|(position, id)| (Part::Item(position), *id)).collect()
            }
            Self::Items(id) | Self::UnevaluatedItems(id) => vec![(Part::Items, *id)],
            Self::Contains(contains) => vec![(Part::Items, contains.node)],
            Self::Properties(properties) => {
                properties.iter().map(|(name, property)| (Part::Property(name), property.node)).collect()
            }
            Self::PatternProperties(patterns) => {
                patterns.iter().map(|(_, id)| (Part::Properties, *id)).collect()
            }
            Self::AdditionalProperties(id) | Self::UnevaluatedProperties(id) => {
                vec![(Part::Properties, *id)]
            }
            Self::PropertyNames(id) => vec![(Part::Names, *id)],
            Self::DependentSchemas(schemas) => schemas.values().map(|id| (Part::Perhaps, *id)).collect(),
            Self::Never
            | Self::Type(_)
            | Self::Enum(_)
            | Self::Const(_)
            | Self::MinLength(_)
            | Self::MaxLength(_)
            | Self::Pattern(_)
            | Self::Format(_)
            | Self::ContainsText(_)
            | Self::Minimum(_)
            | Self::Maximum(_)
            | Self::ExclusiveMinimum(_)
            | Self::ExclusiveMaximum(_)
            | Self::MultipleOf(_)
            | Self::MinItems(_)
            | Self::MaxItems(_)
            | Self::UniqueItems
            | Self::Required(_)
            | Self::DependentRequired(_)
            | Self::MinProperties(_)
            | Self::MaxProperties(_) => Vec::new(),
        }
    }
}
