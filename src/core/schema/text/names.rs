//! Which parts of a schema are told once, under a name, and what they are called: those that are
//! met more than once, and so also those that contain themselves.

use super::words::literals;
use crate::core::schema::node::{Assertion, NodeId, Schema};
use crate::core::schema::shape::{Kind, ObjectShape, Others, Shape};
use indexmap::IndexMap;
use std::collections::HashMap;

/// Nodes that one value must satisfy together, behind the references that lead to them.
pub(super) type Place = Vec<NodeId>;

/// How deep parts are told within each other; what is deeper gets a name, too.
const MOST_DEPTH: usize = 16;

/// How many parts are looked at; far more than a text has room for.
const MOST_PARTS: usize = 6_000;

/// How many references in a row are followed; readers refuse circles of them.
const MOST_FOLLOWED: usize = 64;

/// The longest list of values that is told again wherever it is met.
const SHORT_LIST: usize = 80;

/// The longest name that is given.
const LONGEST_NAME: usize = 60;

/// The parts of a schema, with the names of those that have one.
pub(super) struct Names {
    parts: IndexMap<Place, Option<String>>,
}

impl Names {
    /// Looks at every part of the schema.
    pub(super) fn new(schema: &Schema) -> Self {
        let mut walk = Walk { schema, parts: IndexMap::new(), deeper: Vec::new() };
        walk.visit(&[schema.root()], None, 0);
        while let Some(place) = walk.deeper.pop() {
            walk.visit_parts(&place, 0);
        }
        // Lists are written with this name.
        let mut taken = HashMap::from([("Array".to_owned(), 1)]);
        let mut name = |(place, part): (Place, Part)| {
            let name = part.is_named.then(|| unique(type_name(schema, &place, part.called), &mut taken));
            (place, name)
        };
        Self { parts: walk.parts.into_iter().map(&mut name).collect() }
    }

    /// The name under which a part is told, if it is.
    pub(super) fn get(&self, place: &Place) -> Option<&str> {
        self.parts.get(place).and_then(Option::as_deref)
    }

    /// Whether a part may be told; in a schema of too many parts, the last ones are not.
    pub(super) fn has_room_for(&self, schema: &Schema, place: &Place) -> bool {
        self.parts.len() < MOST_PARTS
            || self.parts.contains_key(place)
            || schema.shape_of(place).is_small(schema)
    }
}

struct Part<'s> {
    /// The name of the member at which it was met first.
    called: Option<&'s str>,
    is_named: bool,
}

struct Walk<'s> {
    schema: &'s Schema,
    parts: IndexMap<Place, Part<'s>>,
    /// Those that are told under a name for their depth, and still to be looked into.
    deeper: Vec<Place>,
}

impl<'s> Walk<'s> {
    fn visit(&mut self, ids: &[NodeId], called: Option<&'s str>, depth: usize) {
        let place = self.schema.place(ids);
        if let Some(part) = self.parts.get_mut(&place) {
            part.is_named = true;
            return;
        }
        if self.parts.len() >= MOST_PARTS || self.schema.shape_of(&place).is_small(self.schema) {
            return;
        }
        let is_named = depth == MOST_DEPTH;
        self.parts.insert(place.clone(), Part { called, is_named });
        if is_named {
            self.deeper.push(place);
        } else {
            self.visit_parts(&place, depth + 1);
        }
    }

    fn visit_parts(&mut self, place: &Place, depth: usize) {
        let shape = self.schema.shape_of(place);
        self.visit_kind(&shape.kind, depth);
        for id in shape.unions.iter().copied().flatten() {
            self.visit(&[*id], None, depth);
        }
    }

    fn visit_kind(&mut self, kind: &Kind<'s>, depth: usize) {
        match kind {
            Kind::Object(object) => {
                for member in &object.members {
                    self.visit(&member.nodes, Some(member.name), depth);
                }
                for (_, id) in &object.patterns {
                    self.visit(&[*id], None, depth);
                }
                self.visit_others(object.others, depth);
            }
            Kind::Array(array) => {
                for id in &array.prefix {
                    self.visit(&[*id], None, depth);
                }
                self.visit_others(array.items, depth);
            }
            Kind::Union(ids) => ids.iter().for_each(|id| self.visit(&[*id], None, depth)),
            Kind::Types(kinds) => kinds.iter().for_each(|kind| self.visit_kind(kind, depth)),
            Kind::String(_)
            | Kind::Number(_)
            | Kind::Boolean
            | Kind::Null
            | Kind::Enum(_)
            | Kind::Never
            | Kind::Any => {}
        }
    }

    fn visit_others(&mut self, others: Others, depth: usize) {
        match others {
            Others::Of(id) => self.visit(&[id], None, depth),
            Others::Unsaid | Others::Forbidden => {}
        }
    }
}

impl Schema {
    /// The place that these nodes stand for.
    pub(super) fn place(&self, ids: &[NodeId]) -> Place {
        let mut place = Place::new();
        for id in ids {
            let mut id = self.target(*id);
            for _ in 0..MOST_FOLLOWED {
                match self.node(id).assertions.as_slice() {
                    [Assertion::DynamicReference { otherwise, .. }] => id = self.target(*otherwise),
                    _ => break,
                }
            }
            if !place.contains(&id) {
                place.push(id);
            }
        }
        place
    }

    /// The name of the definition that stands at a place, as a type is called.
    pub(super) fn definition_name(&self, place: &Place) -> Option<String> {
        place.iter().filter_map(|id| self.node(*id).name.as_deref()).find_map(identifier)
    }
}

impl Shape<'_> {
    /// Whether it takes no more room to tell than a name would; what contains itself never is small.
    fn is_small(&self, schema: &Schema) -> bool {
        let is_leaf = |id: &NodeId| {
            let shape = schema.shape(*id);
            shape.unions.is_empty() && shape.kind.is_leaf()
        };
        self.unions.is_empty()
            && match &self.kind {
                Kind::Object(object) => object.is_unsaid(),
                Kind::Array(array) => {
                    array.prefix.is_empty()
                        && match &array.items {
                            Others::Of(id) => is_leaf(id),
                            Others::Unsaid | Others::Forbidden => true,
                        }
                }
                Kind::Union(ids) => ids.len() <= 3 && ids.iter().all(is_leaf),
                Kind::Types(kinds) => kinds.iter().all(Kind::is_leaf),
                Kind::String(_)
                | Kind::Number(_)
                | Kind::Boolean
                | Kind::Null
                | Kind::Enum(_)
                | Kind::Never
                | Kind::Any => self.kind.is_leaf(),
            }
    }
}

impl Kind<'_> {
    /// Whether it is an object of which nothing more is said.
    pub(super) fn is_any_object(&self) -> bool {
        match self {
            Self::Object(object) => {
                object.members.is_empty()
                    && object.is_unsaid()
                    && object.names.is_none()
                    && object.dependent.is_empty()
                    && (object.min, object.max) == (None, None)
            }
            Self::Array(_)
            | Self::String(_)
            | Self::Number(_)
            | Self::Boolean
            | Self::Null
            | Self::Enum(_)
            | Self::Union(_)
            | Self::Types(_)
            | Self::Never
            | Self::Any => false,
        }
    }

    /// Whether it has no parts and is told in a few words.
    pub(super) fn is_leaf(&self) -> bool {
        match self {
            Self::String(_) | Self::Number(_) | Self::Boolean | Self::Null | Self::Never | Self::Any => true,
            Self::Enum(values) => values.len() <= SHORT_LIST && literals(values, " | ").len() <= SHORT_LIST,
            Self::Object(_) | Self::Array(_) | Self::Union(_) | Self::Types(_) => false,
        }
    }
}

impl ObjectShape<'_> {
    /// Whether nothing is said of what its members are.
    pub(super) fn is_unsaid(&self) -> bool {
        let has_parts = self.members.iter().any(|member| !member.nodes.is_empty());
        !has_parts && self.patterns.is_empty() && !matches!(self.others, Others::Of(_))
    }
}

fn type_name(schema: &Schema, place: &Place, called: Option<&str>) -> String {
    let title = || place.iter().find_map(|id| schema.node(*id).annotations.title.as_deref());
    schema
        .definition_name(place)
        .or_else(|| identifier(title()?))
        .or_else(|| identifier(called?))
        .unwrap_or_else(|| "Type".to_owned())
}

/// A text as a type is called: `order_line` is an `OrderLine`. None for a text without a letter.
fn identifier(text: &str) -> Option<String> {
    let mut name = String::new();
    for word in text.split(|character: char| !character.is_alphanumeric()) {
        let mut characters = word.chars();
        name.extend(characters.next().into_iter().flat_map(char::to_uppercase));
        name.extend(characters);
    }
    if !name.chars().any(char::is_alphabetic) {
        return None;
    }
    if !name.starts_with(char::is_alphabetic) {
        name.insert_str(0, "Type");
    }
    Some(name.chars().take(LONGEST_NAME).collect())
}

/// The name, with a number behind it where another part has it; `taken` counts how often each was asked for.
fn unique(name: String, taken: &mut HashMap<String, usize>) -> String {
    let mut unique = name.clone();
    while let Some(count) = taken.get_mut(&unique) {
        *count += 1;
        unique = format!("{name}{count}");
        if taken.contains_key(&unique) {
            unique.clone_from(&name);
        }
    }
    taken.insert(unique.clone(), 1);
    unique
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers() {
        for (text, expected) in [
            ("Person", Some("Person")),
            ("order_line", Some("OrderLine")),
            ("my-App/v1.Größe", Some("MyAppV1Größe")),
            ("string", Some("String")),
            ("3d model", Some("Type3dModel")),
            ("1", None),
            ("", None),
        ] {
            assert_eq!(identifier(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn names_are_unique() {
        let mut taken = HashMap::new();
        let names = ["A", "A2", "A", "A", "B"].map(|name| unique(name.to_owned(), &mut taken));
        assert_eq!(names, ["A", "A2", "A3", "A4", "B"]);
    }
}
