//! The declarative field form: what people write, and how it becomes nodes.
//!
//! ```json
//! {
//!   "label": "Weather report",
//!   "prompt": "What is the weather in Oslo?",
//!   "fields": {
//!     "city": { "type": "string", "minLength": 2, "description": "Where" },
//!     "temperature_c": { "type": "number", "min": -90, "max": 60 },
//!     "condition": { "type": "enum", "values": ["sunny", "cloudy"] },
//!     "note": { "type": "string", "optional": true, "nullable": true }
//!   }
//! }
//! ```
//!
//! The answer is an object with these fields and, unless `"additional": true`, no others.
//! A null counts as a missing field unless the field is `nullable`.

use super::node::{Assertion, JsonType, Node, NullMeaning, Property, Schema};
use crate::core::value;
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Number, Value};
use std::cmp::Ordering;
use std::fmt;

/// A mistake in a schema itself, said by where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    /// The dotted path of the part that is wrong; empty for the whole schema.
    pub path: String,
    /// What is wrong with it, as the rest of a sentence that begins with the path.
    pub message: String,
}

impl SchemaError {
    fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => write!(out, "The schema {}", self.message),
            path => write!(out, "{path} {}", self.message),
        }
    }
}

impl std::error::Error for SchemaError {}

impl Schema {
    /// Reads the field form.
    ///
    /// # Errors
    /// A [`SchemaError`] that names the first part that cannot be meant.
    pub fn from_fields(form: &Value) -> Result<Self, SchemaError> {
        let form = Form::deserialize(form)
            .map_err(|error| SchemaError::new("", format!("is not a field form: {error}")))?;
        if form.fields.is_empty() {
            return Err(SchemaError::new("fields", "names no field"));
        }
        let mut schema = Schema::empty(form.label, form.prompt);
        let mut properties = IndexMap::new();
        let mut required = Vec::new();
        for (name, field) in form.fields {
            let path = format!("fields.{name}");
            let field = Field::deserialize(field)
                .map_err(|error| SchemaError::new(&path, format!("cannot be read: {error}")))?;
            field.check(&path)?;
            if !field.optional {
                required.push(name.clone());
            }
            let null = if field.nullable { NullMeaning::Value } else { NullMeaning::Absence };
            let node = schema.add(field.into_node());
            properties.insert(name, Property { node, null });
        }
        let mut assertions = vec![
            Assertion::Type(vec![JsonType::Object]),
            Assertion::Required(required),
            Assertion::Properties(properties),
        ];
        if !form.additional {
            let never = schema.add(Node { description: None, assertions: vec![Assertion::Never] });
            assertions.push(Assertion::AdditionalProperties(never));
        }
        schema.replace_root(Node { description: None, assertions });
        Ok(schema)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    #[serde(default)]
    label: String,
    #[serde(default)]
    prompt: String,
    #[serde(default)]
    additional: bool,
    fields: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Field {
    #[serde(rename = "type")]
    field_type: FieldType,
    #[serde(default)]
    optional: bool,
    #[serde(default)]
    nullable: bool,
    description: Option<String>,
    min_length: Option<u64>,
    max_length: Option<u64>,
    contains: Option<String>,
    min: Option<Number>,
    max: Option<Number>,
    values: Option<Vec<Value>>,
}

#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum FieldType {
    String,
    Number,
    Integer,
    Boolean,
    Enum,
}

impl Field {
    fn check(&self, path: &str) -> Result<(), SchemaError> {
        let is_string = self.field_type == FieldType::String;
        let is_number = matches!(self.field_type, FieldType::Number | FieldType::Integer);
        let is_enum = self.field_type == FieldType::Enum;
        for (key, given, applies) in [
            ("minLength", self.min_length.is_some(), is_string),
            ("maxLength", self.max_length.is_some(), is_string),
            ("contains", self.contains.is_some(), is_string),
            ("min", self.min.is_some(), is_number),
            ("max", self.max.is_some(), is_number),
            ("values", self.values.is_some(), is_enum),
        ] {
            if given && !applies {
                return Err(SchemaError::new(
                    format!("{path}.{key}"),
                    "does not apply to a field of this type",
                ));
            }
        }
        let exceeds = |low: &str, high: &str| {
            Err(SchemaError::new(format!("{path}.{low}"), format!("is greater than {path}.{high}")))
        };
        if matches!((self.min_length, self.max_length), (Some(min), Some(max)) if min > max) {
            return exceeds("minLength", "maxLength");
        }
        if let (Some(min), Some(max)) = (&self.min, &self.max)
            && value::compare(min, max) == Ordering::Greater
        {
            return exceeds("min", "max");
        }
        let needed = self.contains.as_ref().map_or(0, |text| text.chars().count() as u64);
        if self.max_length.is_some_and(|max| needed > max) {
            return Err(SchemaError::new(
                format!("{path}.contains"),
                format!("is longer than {path}.maxLength"),
            ));
        }
        if is_enum && self.values.as_ref().is_none_or(Vec::is_empty) {
            return Err(SchemaError::new(format!("{path}.values"), "must list at least one value"));
        }
        Ok(())
    }

    fn into_node(self) -> Node {
        let mut assertions = Vec::new();
        let json_type = match self.field_type {
            FieldType::String => Some(JsonType::String),
            FieldType::Number => Some(JsonType::Number),
            FieldType::Integer => Some(JsonType::Integer),
            FieldType::Boolean => Some(JsonType::Boolean),
            FieldType::Enum => None,
        };
        if let Some(json_type) = json_type {
            let null = self.nullable.then_some(JsonType::Null);
            assertions.push(Assertion::Type([Some(json_type), null].into_iter().flatten().collect()));
        }
        if let Some(mut values) = self.values {
            if self.nullable && !values.contains(&Value::Null) {
                values.push(Value::Null);
            }
            assertions.push(Assertion::Enum(values));
        }
        assertions.extend(self.min_length.map(Assertion::MinLength));
        assertions.extend(self.max_length.map(Assertion::MaxLength));
        assertions.extend(self.contains.map(Assertion::ContainsText));
        assertions.extend(self.min.map(Assertion::Minimum));
        assertions.extend(self.max.map(Assertion::Maximum));
        Node { description: self.description, assertions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check_error(form: Value, expected: &str) {
        assert_eq!(Schema::from_fields(&form).unwrap_err().to_string(), expected);
    }

    #[test]
    fn mistakes_are_named_by_where_they_stand() {
        let field = |field: Value| json!({"fields": {"age": field}});
        check_error(
            field(json!({"type": "integer", "min": 9, "max": 1})),
            "fields.age.min is greater than fields.age.max",
        );
        check_error(
            field(json!({"type": "string", "minLength": 9, "maxLength": 1})),
            "fields.age.minLength is greater than fields.age.maxLength",
        );
        check_error(
            field(json!({"type": "string", "contains": "abc", "maxLength": 2})),
            "fields.age.contains is longer than fields.age.maxLength",
        );
        check_error(
            field(json!({"type": "string", "min": 1})),
            "fields.age.min does not apply to a field of this type",
        );
        check_error(
            field(json!({"type": "number", "contains": "x"})),
            "fields.age.contains does not apply to a field of this type",
        );
        check_error(
            field(json!({"type": "enum", "values": []})),
            "fields.age.values must list at least one value",
        );
        check_error(field(json!({"type": "enum"})), "fields.age.values must list at least one value");
        check_error(
            field(json!({"type": "strng"})),
            "fields.age cannot be read: unknown variant `strng`, expected one of `string`, `number`, `integer`, `boolean`, `enum`",
        );
        check_error(json!({"fields": {}}), "fields names no field");
        check_error(json!({"label": "x"}), "The schema is not a field form: missing field `fields`");
    }

    #[test]
    fn fields_become_nodes() {
        let schema = Schema::from_fields(&json!({
            "label": "Person", "prompt": "Who?",
            "fields": {
                "name": {"type": "string", "minLength": 2, "description": "Full name"},
                "age": {"type": "integer", "min": 0, "optional": true, "nullable": true},
                "mood": {"type": "enum", "values": ["good", "bad"], "nullable": true}
            }
        }))
        .unwrap();
        assert_eq!((schema.label.as_str(), schema.example_prompt.as_str()), ("Person", "Who?"));
        let root = schema.node(schema.root());
        let properties = root.properties().unwrap();
        assert_eq!(properties.keys().collect::<Vec<_>>(), ["name", "age", "mood"]);
        assert!(root.assertions.contains(&Assertion::Required(vec!["name".into(), "mood".into()])));
        let nodes: Vec<_> = properties.values().map(|property| schema.node(property.node).clone()).collect();
        assert_eq!(
            nodes,
            [
                Node {
                    description: Some("Full name".into()),
                    assertions: vec![Assertion::Type(vec![JsonType::String]), Assertion::MinLength(2)],
                },
                Node {
                    description: None,
                    assertions: vec![
                        Assertion::Type(vec![JsonType::Integer, JsonType::Null]),
                        Assertion::Minimum(0.into()),
                    ],
                },
                Node {
                    description: None,
                    assertions: vec![Assertion::Enum(vec![json!("good"), json!("bad"), json!(null)])],
                },
            ]
        );
        let nulls: Vec<_> = properties.values().map(|property| property.null).collect();
        assert_eq!(nulls, [NullMeaning::Absence, NullMeaning::Value, NullMeaning::Value]);
    }

    #[test]
    fn other_fields_are_refused_unless_allowed() {
        let closed = |form: Value| {
            let schema = Schema::from_fields(&form).unwrap();
            schema
                .node(schema.root())
                .assertions
                .iter()
                .any(|assertion| matches!(assertion, Assertion::AdditionalProperties(_)))
        };
        assert!(closed(json!({"fields": {"a": {"type": "boolean"}}})));
        assert!(!closed(json!({"additional": true, "fields": {"a": {"type": "boolean"}}})));
    }
}
