//! What a schema amounts to, derived from its assertions: the one view that preview, prompt text
//! and simulation read.

use super::node::{Assertion, JsonType, NodeId, Schema};
use serde_json::{Number, Value};

/// What the values of one node look like.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape<'s> {
    /// What the value means.
    pub description: Option<&'s str>,
    /// Whether null is a value too.
    pub nullable: bool,
    /// What any other value is.
    pub kind: Kind<'s>,
}

/// The kinds of [`Shape`].
#[derive(Clone, Debug, PartialEq)]
pub enum Kind<'s> {
    /// An object with these members.
    Object(Vec<Member<'s>>),
    /// A string.
    String {
        /// The fewest code points.
        min_length: Option<u64>,
        /// The most code points.
        max_length: Option<u64>,
        /// A text it has in it.
        contains: Option<&'s str>,
    },
    /// A number.
    Number {
        /// Whether it may have no fraction.
        integer: bool,
        /// The least it may be.
        minimum: Option<&'s Number>,
        /// The most it may be.
        maximum: Option<&'s Number>,
    },
    /// `true` or `false`.
    Boolean,
    /// One of these values.
    Enum(Vec<&'s Value>),
    /// Anything: the schema says too little, or more than a shape can.
    Any,
}

/// A named member of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member<'s> {
    /// Its key.
    pub name: &'s str,
    /// Its node.
    pub node: NodeId,
    /// Whether it may not be left out.
    pub required: bool,
}

impl Schema {
    /// The shape of one node.
    pub fn shape(&self, id: NodeId) -> Shape<'_> {
        let node = self.node(id);
        let mut facts = Facts::default();
        for assertion in &node.assertions {
            facts.learn(assertion);
        }
        Shape {
            description: node.description.as_deref(),
            nullable: facts.nullable(),
            kind: facts.into_kind(),
        }
    }
}

#[derive(Default)]
struct Facts<'s> {
    types: Option<&'s [JsonType]>,
    values: Option<&'s [Value]>,
    min_length: Option<u64>,
    max_length: Option<u64>,
    contains: Option<&'s str>,
    minimum: Option<&'s Number>,
    maximum: Option<&'s Number>,
    members: Vec<Member<'s>>,
    required: &'s [String],
}

impl<'s> Facts<'s> {
    fn learn(&mut self, assertion: &'s Assertion) {
        match assertion {
            Assertion::Never | Assertion::AdditionalProperties(_) => {}
            Assertion::Type(types) => self.types = Some(types),
            Assertion::Enum(values) => self.values = Some(values),
            Assertion::MinLength(length) => self.min_length = Some(*length),
            Assertion::MaxLength(length) => self.max_length = Some(*length),
            Assertion::ContainsText(text) => self.contains = Some(text),
            Assertion::Minimum(number) => self.minimum = Some(number),
            Assertion::Maximum(number) => self.maximum = Some(number),
            Assertion::Required(names) => self.required = names,
            Assertion::Properties(properties) => {
                self.members = properties
                    .iter()
                    .map(|(name, property)| Member { name, node: property.node, required: false })
                    .collect();
            }
        }
    }

    fn nullable(&self) -> bool {
        self.types.is_some_and(|types| types.contains(&JsonType::Null))
            || self.values.is_some_and(|values| values.contains(&Value::Null))
    }

    fn into_kind(mut self) -> Kind<'s> {
        if let Some(values) = self.values {
            return Kind::Enum(values.iter().filter(|value| !value.is_null()).collect());
        }
        let mut types =
            self.types.unwrap_or_default().iter().filter(|json_type| **json_type != JsonType::Null);
        match (types.next(), types.next()) {
            (Some(JsonType::Object), None) => {
                for member in &mut self.members {
                    member.required = self.required.iter().any(|name| name == member.name);
                }
                Kind::Object(self.members)
            }
            (Some(JsonType::String), None) => Kind::String {
                min_length: self.min_length,
                max_length: self.max_length,
                contains: self.contains,
            },
            (Some(json_type @ (JsonType::Number | JsonType::Integer)), None) => Kind::Number {
                integer: *json_type == JsonType::Integer,
                minimum: self.minimum,
                maximum: self.maximum,
            },
            (Some(JsonType::Boolean), None) => Kind::Boolean,
            (Some(JsonType::Array | JsonType::Null), None) | (None, _) | (Some(_), Some(_)) => Kind::Any,
        }
    }
}
