//! Whether any value can be right at one place of an answer.

use super::claims::{Claims, MOST_TAKEN};
use super::values::Trial;
use super::{bounds, members, values};
use crate::core::pointer::{Pointer, Segment};
use crate::core::schema::node::{Assertion, NodeId, Schema};
use crate::core::schema::parts::Part;
use crate::core::schema::types::{JsonType, TypeSet};

/// How many nodes are asked of one value.
const MOST_ASKED: usize = 64;

impl Schema {
    /// Whether what is claimed of the value at a place contradicts itself, so that no value there is right.
    /// What only follows from several branches of a union, or from several places, is not found.
    pub fn is_contradictory_at(&self, place: &Pointer) -> bool {
        let mut nodes = self.with_same(vec![self.root()]);
        for step in place.segments() {
            nodes = self.with_same(nodes.iter().flat_map(|id| self.inside(*id, &step)).collect());
        }
        // What contradicts itself elsewhere is only found there.
        let alone = nodes.iter().map(std::slice::from_ref);
        alone.chain([nodes.as_slice()]).any(|ids| self.is_contradictory(ids))
    }

    fn is_contradictory(&self, ids: &[NodeId]) -> bool {
        let claims = Claims::of(self, ids, &mut MOST_TAKEN.clone());
        let is_none_left = match claims.type_set().and_then(TypeSet::single) {
            Some(JsonType::Number | JsonType::Integer) => bounds::of_numbers(&claims).is_some(),
            Some(JsonType::Object) if !members::required_but_forbidden(self, &claims).is_empty() => true,
            Some(JsonType::String | JsonType::Array | JsonType::Object) => {
                !bounds::of_counts(self, &claims).is_empty()
            }
            Some(JsonType::Null | JsonType::Boolean) | None => false,
        };
        let mut trial = Trial::new(self);
        let is_each_refused = |id: &NodeId| !trial.listed(*id, &claims).is_empty();
        is_none_left || claims.never || values::types(&claims).is_some() || ids.iter().any(is_each_refused)
    }

    /// The nodes, and those that judge the same value with them.
    fn with_same(&self, mut nodes: Vec<NodeId>) -> Vec<NodeId> {
        let mut asked = 0;
        while let Some(id) = nodes.get(asked).copied().filter(|_| asked < MOST_ASKED) {
            asked += 1;
            for (part, next) in self.node(id).assertions.iter().flat_map(Assertion::parts) {
                if matches!(part, Part::Itself | Part::Referred) && !nodes.contains(&next) {
                    nodes.push(next);
                }
            }
        }
        nodes.truncate(MOST_ASKED);
        nodes
    }

    /// The nodes that judge what is one step inside the value that a node judges.
    fn inside(&self, id: NodeId, step: &Segment) -> Vec<NodeId> {
        let parts = self.node(id).assertions.iter().flat_map(Assertion::parts);
        let at_position = parts.clone().filter(|(part, _)| match (part, step) {
            (Part::Property(name), Segment::Key(key)) => name == key,
            (Part::Item(position), Segment::Index(index)) => position == index,
            _ => false,
        });
        let named: Vec<_> = at_position.map(|(_, next)| next).collect();
        let assertions = self.node(id).assertions.iter();
        let items = assertions.filter_map(|assertion| match (assertion, step) {
            // What an array only contains is not asked of each of its items.
            (Assertion::Items(next), Segment::Index(_)) => Some(*next),
            _ => None,
        });
        if named.is_empty() { items.collect() } else { named }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[track_caller]
    fn check(schema: Value, place: &Pointer, expected: bool) {
        let read = Schema::from_json_schema(&schema).unwrap();
        assert_eq!(read.is_contradictory_at(place), expected, "{schema} {place}");
    }

    #[test]
    fn no_value_is_right_where_the_place_contradicts_itself() {
        let (root, a) = (Pointer::root(), Pointer::root().key("a"));
        let no_number = json!({"type": "number", "minimum": 9, "maximum": 1});
        check(no_number.clone(), &root, true);
        check(json!({"type": "number", "minimum": 1, "maximum": 9}), &root, false);
        // Another type is right.
        check(json!({"type": ["number", "null"], "minimum": 9, "maximum": 1}), &root, false);
        check(json!({"minimum": 9, "maximum": 1}), &root, false);
        check(json!({"properties": {"a": no_number}}), &a, true);
        check(json!({"properties": {"a": no_number}}), &root, false);
        check(json!({"properties": {"a": no_number, "b": {}}}), &root.key("b"), false);
        check(json!({"properties": {"a": {"items": no_number}}}), &a.index(7), true);
        check(json!({"properties": {"a": {"contains": no_number}}}), &a.index(7), false);
        check(json!({"prefixItems": [{}], "items": no_number}), &root.index(0), false);
        check(json!({"prefixItems": [{}], "items": no_number}), &root.index(1), true);
        check(json!({"$defs": {"n": no_number}, "properties": {"a": {"$ref": "#/$defs/n"}}}), &a, true);
        check(json!({"allOf": [{"type": "string"}, {"type": "number"}]}), &root, true);
        check(json!({"allOf": [{"type": "string", "minLength": 3}, {"maxLength": 2}]}), &root, true);
        check(json!({"anyOf": [no_number, {"type": "string"}]}), &root, false);
        check(json!({"enum": ["a", "b"], "type": "integer"}), &root, true);
        check(json!({"type": "object", "required": ["a"], "properties": {"a": false}}), &root, true);
        check(json!({"properties": {"a": false}}), &a, true);
        // A schema that leads into itself.
        check(json!({"properties": {"a": {"$ref": "#"}}}), &a.key("a"), false);
    }
}
