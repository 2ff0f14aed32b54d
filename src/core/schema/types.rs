//! The types of JSON Schema, and sets of them.

use serde_json::Value;

/// The types JSON Schema knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JsonType {
    /// `null`
    Null,
    /// `boolean`
    Boolean,
    /// `number`
    Number,
    /// `string`
    String,
    /// `array`
    Array,
    /// `object`
    Object,
    /// `integer`: a number without a fraction, so also `3.0`.
    Integer,
}

/// Some of the types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TypeSet(u8);

impl JsonType {
    /// Every type, in the order sets are read out: null comes last, as people say it.
    pub const ALL: [Self; 7] =
        [Self::String, Self::Integer, Self::Number, Self::Boolean, Self::Array, Self::Object, Self::Null];

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

    /// The type of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|json_type| json_type.name() == name)
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

impl TypeSet {
    /// The set with one more type.
    pub fn with(self, json_type: JsonType) -> Self {
        Self(self.0 | 1 << json_type as u8)
    }

    /// The set with one type less.
    pub fn without(self, json_type: JsonType) -> Self {
        Self(self.0 & !(1 << json_type as u8))
    }

    /// What is in both sets; an integer is a number, too.
    pub fn intersection(self, other: Self) -> Self {
        let wide = |set: Self| if set.contains(JsonType::Number) { set.with(JsonType::Integer) } else { set };
        let both = Self(wide(self).0 & wide(other).0);
        if both.contains(JsonType::Number) { both.without(JsonType::Integer) } else { both }
    }

    /// Whether the type is among them.
    pub fn contains(self, json_type: JsonType) -> bool {
        self.0 & 1 << json_type as u8 != 0
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The types, in the order of [`JsonType::ALL`].
    pub fn iter(self) -> impl Iterator<Item = JsonType> {
        JsonType::ALL.into_iter().filter(move |json_type| self.contains(*json_type))
    }

    /// The one type, if there is just one.
    pub fn single(self) -> Option<JsonType> {
        let mut types = self.iter();
        types.next().filter(|_| types.next().is_none())
    }
}

impl FromIterator<JsonType> for TypeSet {
    fn from_iter<I: IntoIterator<Item = JsonType>>(types: I) -> Self {
        types.into_iter().fold(Self::default(), Self::with)
    }
}

impl From<JsonType> for TypeSet {
    fn from(json_type: JsonType) -> Self {
        Self::default().with(json_type)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(left: &[JsonType], right: &[JsonType], expected: &[JsonType]) {
        let set = |types: &[JsonType]| types.iter().copied().collect::<TypeSet>();
        assert_eq!(set(left).intersection(set(right)).iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn an_integer_is_a_number() {
        use JsonType::{Integer, Null, Number, String};
        check(&[Integer], &[Number], &[Integer]);
        check(&[Number, Null], &[Number, String], &[Number]);
        check(&[Number, Integer], &[Number], &[Number]);
        check(&[String], &[Null], &[]);
    }
}
