//! What all the nodes that speak of a value say of its types and of its parts, whether it must satisfy
//! them or only may. For whoever has a value and asks how it is meant; never for a verdict.

use super::node::{Assertion, NodeId, NullMeaning, Schema};
use super::parts::Part;
use super::types::TypeSet;
use crate::core::format::Format;
use crate::core::pattern::Search;
use std::collections::HashSet;

/// The nodes that speak of one value.
#[derive(Clone, Debug)]
pub struct Typing<'s> {
    schema: &'s Schema,
    nodes: Vec<NodeId>,
}

/// What is said of a member of an object.
#[derive(Clone, Debug)]
pub struct MemberTyping<'s> {
    /// What its value is.
    pub value: Typing<'s>,
    /// What a null there amounts to.
    pub null: NullMeaning,
}

impl<'s> Typing<'s> {
    /// What is said of a value that some nodes judge.
    pub fn new(schema: &'s Schema, ids: impl IntoIterator<Item = NodeId>) -> Self {
        let mut left: Vec<_> = ids.into_iter().collect();
        left.reverse();
        let (mut nodes, mut seen) = (Vec::new(), HashSet::new());
        while let Some(id) = left.pop() {
            if !seen.insert(id) {
                continue;
            }
            nodes.push(id);
            for (part, next) in schema.node(id).assertions.iter().flat_map(Assertion::parts) {
                match part {
                    Part::Itself | Part::Referred | Part::Perhaps => left.push(next),
                    Part::Asked
                    | Part::Property(_)
                    | Part::Properties
                    | Part::Names
                    | Part::Item(_)
                    | Part::Items => {}
                }
            }
        }
        Self { schema, nodes }
    }

    /// The nodes that say it.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn assertions(&self) -> impl Iterator<Item = &'s Assertion> {
        self.nodes.iter().flat_map(|id| &self.schema.node(*id).assertions)
    }

    /// The types that are named.
    pub fn types(&self) -> TypeSet {
        let types = self.assertions().filter_map(|assertion| match assertion {
            Assertion::Type(types) => Some(types.iter()),
            _ => None,
        });
        types.flatten().fold(TypeSet::default(), TypeSet::with)
    }

    /// The format that is named first.
    pub fn format(&self) -> Option<Format> {
        self.assertions().find_map(|assertion| match assertion {
            Assertion::Format(format) => Some(*format),
            _ => None,
        })
    }

    /// What is said of a member of this name.
    pub fn member(&self, name: &str) -> MemberTyping<'s> {
        let (mut nodes, mut null) = (Vec::new(), NullMeaning::Value);
        for id in &self.nodes {
            let (mut others, mut is_named) = (None, false);
            for assertion in &self.schema.node(*id).assertions {
                match assertion {
                    Assertion::Properties(properties) => {
                        if let Some(property) = properties.get(name) {
                            nodes.push(property.node);
                            is_named = true;
                            if property.null == NullMeaning::Absence {
                                null = NullMeaning::Absence;
                            }
                        }
                    }
                    Assertion::PatternProperties(patterns) => {
                        let matching =
                            patterns.iter().filter(|(pattern, _)| pattern.find(name) == Search::Found);
                        let known = nodes.len();
                        nodes.extend(matching.map(|(_, id)| *id));
                        is_named |= nodes.len() > known;
                    }
                    Assertion::AdditionalProperties(id) | Assertion::UnevaluatedProperties(id) => {
                        others = Some(*id);
                    }
                    _ => {}
                }
            }
            nodes.extend(others.filter(|_| !is_named));
        }
        MemberTyping { value: Self::new(self.schema, nodes), null }
    }

    /// How many items at the beginning are spoken of one by one.
    pub fn prefix(&self) -> usize {
        let prefixes = self.assertions().filter_map(|assertion| match assertion {
            Assertion::PrefixItems(ids) => Some(ids.len()),
            _ => None,
        });
        prefixes.max().unwrap_or_default()
    }

    /// What is said of the item at a position; beyond the prefix all are the same.
    pub fn item(&self, position: usize) -> Self {
        let mut nodes = Vec::new();
        for id in &self.nodes {
            let assertions = || self.schema.node(*id).assertions.iter();
            let named = assertions().find_map(|assertion| match assertion {
                Assertion::PrefixItems(ids) => ids.get(position).copied(),
                _ => None,
            });
            let others = assertions().filter_map(|assertion| match assertion {
                Assertion::Items(id) | Assertion::UnevaluatedItems(id) => Some(*id),
                _ => None,
            });
            match named {
                Some(named) => nodes.push(named),
                None => nodes.extend(others),
            }
        }
        Self::new(self.schema, nodes)
    }

    /// The names of members that are spoken of.
    pub fn names(&self) -> Vec<&'s str> {
        let properties = self.assertions().filter_map(|assertion| match assertion {
            Assertion::Properties(properties) => Some(properties.keys().map(String::as_str)),
            _ => None,
        });
        properties.flatten().collect()
    }

    /// Whether a member of this name makes sense: it is spoken of, or any may be there.
    pub fn has_room_for(&self, name: &str) -> bool {
        let names = self.names();
        let is_meant = !self.member(name).value.nodes.iter().all(|id| self.schema.is_never(*id));
        names.is_empty() || names.contains(&name) || is_meant
    }

    /// Whether an object is wrong without a member of this name, by one of the nodes at least.
    pub fn requires(&self, name: &str) -> bool {
        self.assertions().any(|assertion| match assertion {
            Assertion::Required(names) => names.iter().any(|known| known == name),
            _ => false,
        })
    }
}
