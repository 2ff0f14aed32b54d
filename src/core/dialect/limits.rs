//! How large a schema may be for a server, and how large one is as it is written.

use super::error::LowerError;
use serde_json::Value;

/// The most of everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// The properties of all objects.
    pub(super) properties: usize,
    /// Objects within each other.
    pub(super) levels: usize,
    /// The values of all enums.
    pub(super) values: usize,
    /// The characters of all names and values.
    pub(super) characters: usize,
    /// The properties that may be left out.
    pub(super) optional: usize,
    /// The properties that have one of several forms.
    pub(super) unions: usize,
    /// What a length, a number of items, and the repetitions in a pattern may come to.
    pub(super) count: u64,
    /// From how many strings on an enum is long, and how many characters those may have.
    pub(super) long_enum: (usize, usize),
}

/// How large a schema is.
#[derive(Default)]
struct Size {
    properties: usize,
    levels: usize,
    values: usize,
    characters: usize,
    optional: usize,
    unions: usize,
    /// The characters of the longest enum of many strings.
    long_enum: usize,
}

impl Limits {
    /// None that is known.
    pub(super) const NONE: Self = Self {
        properties: usize::MAX,
        levels: usize::MAX,
        values: usize::MAX,
        characters: usize::MAX,
        count: u64::MAX,
        optional: usize::MAX,
        unions: usize::MAX,
        long_enum: (usize::MAX, usize::MAX),
    };

    /// Whether a document keeps within them.
    pub(super) fn check(&self, document: &Value) -> Result<(), LowerError> {
        let mut size = Size::default();
        size.measure(document, 0, self.long_enum.0);
        if size.levels > self.levels {
            return Err(LowerError::TooDeep { levels: size.levels, most: self.levels });
        }
        for (what, count, most) in [
            ("fields", size.properties, self.properties),
            ("values of enums", size.values, self.values),
            ("characters in names and values", size.characters, self.characters),
            ("characters in one long enum", size.long_enum, self.long_enum.1),
            ("fields that may be left out", size.optional, self.optional),
            ("fields with one of several forms", size.unions, self.unions),
        ] {
            if count > most {
                return Err(LowerError::TooMany { what, count, most });
            }
        }
        Ok(())
    }
}

impl Size {
    fn measure(&mut self, schema: &Value, level: usize, long: usize) {
        let Value::Object(keywords) = schema else { return };
        for (name, value) in keywords {
            match (name.as_str(), value) {
                ("properties", Value::Object(properties)) => {
                    self.properties += properties.len();
                    let required = keywords.get("required").and_then(Value::as_array).map_or(0, Vec::len);
                    self.optional += properties.len().saturating_sub(required);
                    self.unions += properties.values().filter(|property| is_union(property)).count();
                    self.levels = self.levels.max(level + 1);
                    for (name, property) in properties {
                        self.characters += name.chars().count();
                        self.measure(property, level + 1, long);
                    }
                }
                ("$defs", Value::Object(definitions)) => {
                    for (name, definition) in definitions {
                        self.characters += name.chars().count();
                        self.measure(definition, 0, long);
                    }
                }
                ("enum", Value::Array(values)) => {
                    let characters = values.iter().map(length).sum::<usize>();
                    self.values += values.len();
                    self.characters += characters;
                    if values.len() > long && values.iter().all(|value| value.is_string() || value.is_null())
                    {
                        self.long_enum = self.long_enum.max(characters);
                    }
                }
                ("items" | "additionalProperties", value) => self.measure(value, level, long),
                ("anyOf" | "prefixItems", Value::Array(schemas)) => {
                    schemas.iter().for_each(|schema| self.measure(schema, level, long));
                }
                (_, _) => {}
            }
        }
    }
}

fn is_union(schema: &Value) -> bool {
    let has_forms = schema.get("anyOf").and_then(Value::as_array).is_some_and(|forms| forms.len() > 1);
    has_forms || schema.get("type").is_some_and(Value::is_array)
}

fn length(value: &Value) -> usize {
    value.as_str().map_or_else(|| value.to_string().len(), |text| text.chars().count())
}
