//! Schemas that refer to themselves for the same value, and so would be judged for ever.

use super::error::SchemaError;
use super::node::{Assertion, NodeId, Schema};

/// Refuses a schema in which a node must be judged before it can be judged.
pub(super) fn refuse(schema: &Schema, path: impl Fn(NodeId) -> String) -> Result<(), SchemaError> {
    let mut states = vec![State::New; schema.nodes().count()];
    for (start, _) in schema.nodes() {
        let mut way = vec![(start, false)];
        while let Some((id, is_left)) = way.pop() {
            let Some(state) = states.get_mut(id.position()) else { continue };
            match (is_left, *state) {
                (true, _) => *state = State::Done,
                (false, State::Done) => {}
                (false, State::Entered) => {
                    return Err(SchemaError::new(path(id), "refers to itself without an end"));
                }
                (false, State::New) => {
                    *state = State::Entered;
                    way.push((id, true));
                    way.extend(same_value(schema, id).into_iter().map(|next| (next, false)));
                }
            }
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum State {
    New,
    Entered,
    Done,
}

/// The nodes that a node asks about the very value it is asked about.
fn same_value(schema: &Schema, id: NodeId) -> Vec<NodeId> {
    let mut nodes = Vec::new();
    for assertion in &schema.node(id).assertions {
        match assertion {
            Assertion::Reference(id) | Assertion::Not(id) => nodes.push(*id),
            Assertion::AllOf(ids) | Assertion::AnyOf(ids) | Assertion::OneOf(ids) => nodes.extend(ids),
            Assertion::If { condition, then, otherwise } => {
                nodes.extend([Some(*condition), *then, *otherwise].into_iter().flatten());
            }
            Assertion::DependentSchemas(schemas) => nodes.extend(schemas.values()),
            Assertion::Never
            | Assertion::Type(_)
            | Assertion::Enum(_)
            | Assertion::Const(_)
            | Assertion::MinLength(_)
            | Assertion::MaxLength(_)
            | Assertion::Pattern(_)
            | Assertion::Format(_)
            | Assertion::ContainsText(_)
            | Assertion::Minimum(_)
            | Assertion::Maximum(_)
            | Assertion::ExclusiveMinimum(_)
            | Assertion::ExclusiveMaximum(_)
            | Assertion::MultipleOf(_)
            | Assertion::PrefixItems(_)
            | Assertion::Items(_)
            | Assertion::MinItems(_)
            | Assertion::MaxItems(_)
            | Assertion::UniqueItems
            | Assertion::Contains(_)
            | Assertion::UnevaluatedItems(_)
            | Assertion::Properties(_)
            | Assertion::PatternProperties(_)
            | Assertion::AdditionalProperties(_)
            | Assertion::PropertyNames(_)
            | Assertion::Required(_)
            | Assertion::DependentRequired(_)
            | Assertion::MinProperties(_)
            | Assertion::MaxProperties(_)
            | Assertion::UnevaluatedProperties(_)
            // Which node is meant is known only while a value is judged, under a limit of its own.
            | Assertion::DynamicReference { .. } => {}
        }
    }
    nodes
}
