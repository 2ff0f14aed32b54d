//! A schema in memory: an arena of nodes, each a conjunction of assertions.

use indexmap::IndexMap;
use serde_json::{Number, Value};

/// A compiled schema. The nodes refer to each other by [`NodeId`], so a schema may be recursive.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    /// The name people know it by.
    pub label: String,
    /// A prompt that an answer of this schema would suit; empty when its author gave none.
    pub example_prompt: String,
    nodes: Vec<Node>,
    root: NodeId,
}

/// One node of the [`Schema`] that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(usize);

/// Annotations, and assertions that must all hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// What the value means, for people and models.
    pub description: Option<String>,
    /// In the order their violations are reported.
    pub assertions: Vec<Assertion>,
}

/// One keyword, with its meaning in JSON Schema 2020-12.
/// A keyword about one type of value holds for every value of another type.
#[derive(Clone, Debug, PartialEq)]
pub enum Assertion {
    /// `false`: no value at all is right here.
    Never,
    /// `type`: the value is of one of these.
    Type(Vec<JsonType>),
    /// `enum`: the value equals one of these.
    Enum(Vec<Value>),
    /// `minLength`, in Unicode code points.
    MinLength(u64),
    /// `maxLength`, in Unicode code points.
    MaxLength(u64),
    /// The field form's `contains`: the string has this text in it.
    ContainsText(String),
    /// `minimum`, inclusive.
    Minimum(Number),
    /// `maximum`, inclusive.
    Maximum(Number),
    /// `properties`, in the order an answer should have them.
    Properties(IndexMap<String, Property>),
    /// `required`.
    Required(Vec<String>),
    /// `additionalProperties`: what holds for properties that `properties` does not name.
    AdditionalProperties(NodeId),
}

/// A named property of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// What its value must satisfy.
    pub node: NodeId,
    /// What a null there amounts to.
    pub null: NullMeaning,
}

/// What a null in a property amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NullMeaning {
    /// A value like any other, as in JSON Schema.
    Value,
    /// The property counts as missing, as in a field that is not `nullable`.
    Absence,
}

/// The types JSON Schema knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonType {
    /// `null`
    Null,
    /// `boolean`
    Boolean,
    /// `integer`: a number without a fraction, so also `3.0`.
    Integer,
    /// `number`
    Number,
    /// `string`
    String,
    /// `array`
    Array,
    /// `object`
    Object,
}

impl Schema {
    /// The schema that every JSON value satisfies: a root that asserts nothing.
    pub fn anything() -> Self {
        Self {
            label: "Any JSON".to_owned(),
            example_prompt: String::new(),
            nodes: vec![Node::default()],
            root: NodeId(0),
        }
    }

    /// The node that the whole answer must satisfy.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The node with this id. Ids come from the schema itself, so there always is one.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    pub(super) fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() - 1)
    }

    pub(super) fn replace_root(&mut self, node: Node) {
        self.nodes[self.root.0] = node;
    }
}

impl Node {
    /// The properties the node names, if it speaks of properties.
    pub fn properties(&self) -> Option<&IndexMap<String, Property>> {
        self.assertions.iter().find_map(|assertion| match assertion {
            Assertion::Properties(properties) => Some(properties),
            Assertion::Never
            | Assertion::Type(_)
            | Assertion::Enum(_)
            | Assertion::MinLength(_)
            | Assertion::MaxLength(_)
            | Assertion::ContainsText(_)
            | Assertion::Minimum(_)
            | Assertion::Maximum(_)
            | Assertion::Required(_)
            | Assertion::AdditionalProperties(_) => None,
        })
    }
}

impl JsonType {
    /// The name JSON Schema gives it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }

    /// The type of a value; a number is a [`JsonType::Number`], whole or not.
    pub fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Boolean,
            Value::Number(_) => Self::Number,
            Value::String(_) => Self::String,
            Value::Array(_) => Self::Array,
            Value::Object(_) => Self::Object,
        }
    }
}
