//! The values of an expression: those of JSON, with times and lengths of time.

use super::time::{Duration, Timestamp};
use indexmap::IndexMap;
use std::sync::Arc;

/// A value of an expression. Cloning one copies nothing.
#[derive(Clone, Debug)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A number that may have a fraction.
    Double(f64),
    /// An integer that is too large for an int and is no double either: nothing can be done with it.
    Large(u64),
    /// A string.
    Text(Arc<str>),
    /// A time.
    Timestamp(Timestamp),
    /// A length of time.
    Duration(Duration),
    /// An array.
    List(Arc<Vec<Value>>),
    /// An object.
    Map(Arc<Members>),
    /// The type of other values.
    Type(Type),
}

/// The members of a map, in order.
pub type Members = IndexMap<Key, Value>;

/// What a member of a map is called.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// `true` or `false`
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A string, as in every object of JSON.
    Text(Arc<str>),
}

/// The types of values, which are values themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `null_type`
    Null,
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `double`
    Double,
    /// `string`
    Text,
    /// `timestamp`
    Timestamp,
    /// `duration`
    Duration,
    /// `list`
    List,
    /// `map`
    Map,
    /// `type`, the type of types.
    Type,
}

impl Type {
    /// The types that a name stands for.
    const NAMED: [Self; 8] =
        [Self::Null, Self::Bool, Self::Int, Self::Double, Self::Text, Self::List, Self::Map, Self::Type];

    /// The type of this name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|known| known.name() == name)
    }

    /// Its name in an expression.
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "null_type",
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Double => "double",
            Self::Text => "string",
            Self::Timestamp => "timestamp",
            Self::Duration => "duration",
            Self::List => "list",
            Self::Map => "map",
            Self::Type => "type",
        }
    }
}

impl Value {
    /// A string.
    pub fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    /// A list of these items.
    pub fn list(items: Vec<Self>) -> Self {
        Self::List(Arc::new(items))
    }

    /// A map of these members.
    pub fn map(members: Members) -> Self {
        Self::Map(Arc::new(members))
    }

    /// The type it is of.
    pub fn kind(&self) -> Type {
        match self {
            Self::Null => Type::Null,
            Self::Bool(_) => Type::Bool,
            Self::Int(_) | Self::Large(_) => Type::Int,
            Self::Double(_) => Type::Double,
            Self::Text(_) => Type::Text,
            Self::Timestamp(_) => Type::Timestamp,
            Self::Duration(_) => Type::Duration,
            Self::List(_) => Type::List,
            Self::Map(_) => Type::Map,
            Self::Type(_) => Type::Type,
        }
    }

    /// The key that a map has by this value: a double finds the int that it equals.
    pub(super) fn key(&self) -> Option<Key> {
        match self {
            Self::Bool(value) => Some(Key::Bool(*value)),
            Self::Int(number) => Some(Key::Int(*number)),
            Self::Text(text) => Some(Key::Text(text.clone())),
            Self::Double(number) => exact_int(*number).map(Key::Int),
            Self::Null
            | Self::Large(_)
            | Self::Timestamp(_)
            | Self::Duration(_)
            | Self::List(_)
            | Self::Map(_)
            | Self::Type(_) => None,
        }
    }
}

impl From<&Key> for Value {
    fn from(key: &Key) -> Self {
        match key {
            Key::Bool(value) => Self::Bool(*value),
            Key::Int(number) => Self::Int(*number),
            Key::Text(text) => Self::Text(text.clone()),
        }
    }
}

/// The int that equals a double, if there is one.
pub(super) fn exact_int(number: f64) -> Option<i64> {
    // The largest double below 2^63 is an int; 2^63 itself is none.
    const END: f64 = 9_223_372_036_854_775_808.0;
    (number.fract() == 0.0 && (-END..END).contains(&number)).then_some(number as i64)
}

/// The double that equals an int, if there is one.
pub(super) fn exact_double(number: i64) -> Option<f64> {
    let double = number as f64;
    (exact_int(double) == Some(number)).then_some(double)
}
