//! A violation as data: where, what was expected, what was found. Its words are in `text`.

use crate::core::pointer::Pointer;
use crate::core::schema::JsonType;
use serde_json::{Number, Value};

/// One rule that a value breaks at one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The place; for a missing or stray key, that key's own.
    pub pointer: Pointer,
    /// What the rule asks for.
    pub expected: Expected,
    /// What stood there instead.
    pub found: Found,
    /// Whether the answer is invalid because of it.
    pub severity: Severity,
    /// The other places the rule read.
    pub related: Vec<Pointer>,
}

/// What a rule asks for, one variant a keyword.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// `required`
    Present,
    /// `additionalProperties`: no such key.
    Absent,
    /// `false`: no value.
    Nothing,
    /// `type`
    Type(Vec<JsonType>),
    /// `enum`
    OneOf(Vec<Value>),
    /// `minLength`
    MinLength(u64),
    /// `maxLength`
    MaxLength(u64),
    /// `contains` of the field form
    ContainsText(String),
    /// `minimum`
    Minimum(Number),
    /// `maximum`
    Maximum(Number),
}

/// What stood at a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// No value at all.
    Nothing,
    /// A value that is neither an object nor an array.
    Scalar(Value),
    /// An object.
    Object,
    /// An array.
    Array,
}

/// The kind of rule, from the form of the answer to its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Which values stand where: types and keys.
    Structure,
    /// What one value must satisfy.
    Constraint,
}

/// What a violation means for the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The answer is invalid.
    Error,
}

impl Violation {
    /// The keyword that is broken.
    pub fn rule(&self) -> &'static str {
        match self.expected {
            Expected::Present => "required",
            Expected::Absent => "additionalProperties",
            Expected::Nothing => "false",
            Expected::Type(_) => "type",
            Expected::OneOf(_) => "enum",
            Expected::MinLength(_) => "minLength",
            Expected::MaxLength(_) => "maxLength",
            Expected::ContainsText(_) => "contains",
            Expected::Minimum(_) => "minimum",
            Expected::Maximum(_) => "maximum",
        }
    }

    /// The kind of rule it is.
    pub fn level(&self) -> Level {
        match self.expected {
            Expected::Present | Expected::Absent | Expected::Nothing | Expected::Type(_) => Level::Structure,
            Expected::OneOf(_)
            | Expected::MinLength(_)
            | Expected::MaxLength(_)
            | Expected::ContainsText(_)
            | Expected::Minimum(_)
            | Expected::Maximum(_) => Level::Constraint,
        }
    }
}

impl Level {
    /// Its name, for people and machines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Structure => "structure",
            Self::Constraint => "constraint",
        }
    }
}

impl Severity {
    /// Its name, for people and machines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
        }
    }
}

impl From<&Value> for Found {
    fn from(value: &Value) -> Self {
        match value {
            Value::Object(_) => Self::Object,
            Value::Array(_) => Self::Array,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Self::Scalar(value.clone()),
        }
    }
}
