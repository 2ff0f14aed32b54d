//! The places of a value, each with the nodes of the schema that it satisfies.

use super::open::{open_condition, open_union};
use crate::core::pointer::{Pointer, Segment};
use crate::core::schema::{Kind, NodeId, Schema, Shape};
use crate::core::validate::Validator;
use serde_json::Value;

/// A value within an answer.
pub(super) struct Place<'a> {
    pub(super) pointer: Pointer,
    pub(super) value: &'a Value,
    /// What the nodes of the place amount to, with the forms of unions that the value has.
    pub(super) shape: Shape<'a>,
}

/// The place of the whole answer and of every value in it, in the order of the document.
pub(super) fn places<'a>(schema: &'a Schema, validator: &Validator, answer: &'a Value) -> Vec<Place<'a>> {
    let mut places = Vec::new();
    let mut left = vec![(Vec::new(), vec![schema.root()], answer)];
    while let Some((way, nodes, value)) = left.pop() {
        let shape = settled(schema, validator, nodes, value);
        let mut inside = Vec::new();
        for kind in kinds(&shape.kind) {
            match (kind, value) {
                (Kind::Object(object), Value::Object(members)) => {
                    for (name, member) in members {
                        let nodes = object.nodes_of(name).unwrap_or_default();
                        inside.push((below(&way, Segment::Key(name.clone())), nodes, member));
                    }
                }
                (Kind::Array(array), Value::Array(items)) => {
                    for (index, item) in items.iter().enumerate() {
                        let nodes = array.nodes_of(index).unwrap_or_default();
                        inside.push((below(&way, Segment::Index(index)), nodes, item));
                    }
                }
                (_, _) => {}
            }
        }
        left.extend(inside.into_iter().rev());
        places.push(Place { pointer: Pointer::from_segments(&way), value, shape });
    }
    places
}

/// The shape of the nodes with the forms of unions and the sides of conditions that the value has.
fn settled<'a>(schema: &'a Schema, validator: &Validator, nodes: Vec<NodeId>, value: &Value) -> Shape<'a> {
    let mut nodes = nodes;
    let mut decided = Vec::new();
    loop {
        let shape = schema.shape_of(&nodes);
        if let Some(forms) = open_union(&shape, &nodes) {
            let form = forms.into_iter().find(|id| validator.accepts(*id, value));
            // Of a value without any of the forms no more can be said.
            let Some(form) = form else { return shape };
            nodes.push(form);
        } else if let Some(condition) = open_condition(&shape, &decided) {
            decided.push(condition.node);
            let holds = validator.accepts(condition.node, value);
            nodes.extend(if holds { condition.then } else { condition.otherwise });
        } else {
            return shape;
        }
    }
}

fn below(way: &[Segment], segment: Segment) -> Vec<Segment> {
    [way, &[segment]].concat()
}

/// The kinds of which a value may be.
pub(super) fn kinds<'k, 's>(kind: &'k Kind<'s>) -> &'k [Kind<'s>] {
    match kind {
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
        | Kind::Any => std::slice::from_ref(kind),
    }
}
