//! The places of a value, each with the nodes of the schema that it satisfies.

use crate::core::pointer::{Pointer, Segment};
use crate::core::schema::{Kind, Shape};
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
pub(super) fn places<'a>(validator: &'a Validator, answer: &'a Value) -> Vec<Place<'a>> {
    let mut places = Vec::new();
    let mut left = vec![(Vec::new(), vec![validator.schema().root()], answer)];
    while let Some((way, nodes, value)) = left.pop() {
        let shape = validator.settled(&nodes, value, |_| None);
        let mut inside = Vec::new();
        for kind in shape.kind.each() {
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

fn below(way: &[Segment], segment: Segment) -> Vec<Segment> {
    [way, &[segment]].concat()
}
