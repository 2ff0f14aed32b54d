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

use super::error::SchemaError;
use super::node::{Annotations, Assertion, Node, NullMeaning, Property, Schema};
use super::types::{JsonType, TypeSet};
use crate::core::value;
use indexmap::IndexMap;
use serde_json::{Map, Number, Value};
use std::cmp::Ordering;

impl Schema {
    /// Reads the field form.
    ///
    /// # Errors
    /// A [`SchemaError`] that names the first part that cannot be meant.
    pub fn from_fields(form: &Value) -> Result<Self, SchemaError> {
        let form = object("", form)?;
        let mut schema = Schema::anything();
        schema.label = String::new();
        let (mut fields, mut additional) = (None, false);
        for (key, value) in form {
            match key.as_str() {
                "label" => schema.label = text(key, value)?,
                "prompt" => schema.example_prompt = text(key, value)?,
                "additional" => additional = flag(key, value)?,
                "fields" => fields = Some(object(key, value)?),
                _ => return Err(SchemaError::new(key, "is not a key of the field form")),
            }
        }
        let fields = fields.ok_or(SchemaError::new("", "needs fields"))?;
        if fields.is_empty() {
            return Err(SchemaError::new("fields", "names no field"));
        }
        let mut properties = IndexMap::new();
        let mut required = Vec::new();
        for (name, field) in fields {
            let path = format!("fields.{name}");
            let field = Field::read(&path, field)?;
            field.check(&path)?;
            if !field.optional {
                required.push(name.clone());
            }
            let null = if field.nullable { NullMeaning::Value } else { NullMeaning::Absence };
            let node = schema.add(field.into_node());
            properties.insert(name.clone(), Property { node, null });
        }
        let mut assertions = vec![
            Assertion::Type(JsonType::Object.into()),
            Assertion::Required(required),
            Assertion::Properties(properties),
        ];
        if !additional {
            let never = schema.add(Node { assertions: vec![Assertion::Never], ..Node::default() });
            assertions.push(Assertion::AdditionalProperties(never));
        }
        let root = schema.root();
        schema.replace(root, Node { assertions, ..Node::default() });
        Ok(schema)
    }
}

struct Field {
    field_type: FieldType,
    optional: bool,
    nullable: bool,
    description: Option<String>,
    min_length: Option<u64>,
    max_length: Option<u64>,
    contains: Option<String>,
    min: Option<Number>,
    max: Option<Number>,
    values: Vec<Value>,
}

#[derive(Clone, Copy, PartialEq)]
enum FieldType {
    String,
    Number,
    Integer,
    Boolean,
    Enum,
}

impl Field {
    fn read(path: &str, field: &Value) -> Result<Self, SchemaError> {
        let field = object(path, field)?;
        let field_type = match field.get("type").and_then(Value::as_str) {
            Some("string") => FieldType::String,
            Some("number") => FieldType::Number,
            Some("integer") => FieldType::Integer,
            Some("boolean") => FieldType::Boolean,
            Some("enum") => FieldType::Enum,
            Some(_) | None => {
                let types = "must be one of: string, number, integer, boolean, enum";
                return Err(SchemaError::new(format!("{path}.type"), types));
            }
        };
        let mut read = Self {
            field_type,
            optional: false,
            nullable: false,
            description: None,
            min_length: None,
            max_length: None,
            contains: None,
            min: None,
            max: None,
            values: Vec::new(),
        };
        for (key, value) in field {
            let path = format!("{path}.{key}");
            match (key.as_str(), field_type) {
                ("type", _) => {}
                ("optional", _) => read.optional = flag(&path, value)?,
                ("nullable", _) => read.nullable = flag(&path, value)?,
                ("description", _) => read.description = Some(text(&path, value)?),
                ("minLength", FieldType::String) => read.min_length = Some(length(&path, value)?),
                ("maxLength", FieldType::String) => read.max_length = Some(length(&path, value)?),
                ("contains", FieldType::String) => read.contains = Some(text(&path, value)?),
                ("min", FieldType::Number | FieldType::Integer) => read.min = Some(number(&path, value)?),
                ("max", FieldType::Number | FieldType::Integer) => read.max = Some(number(&path, value)?),
                ("values", FieldType::Enum) => read.values = list(&path, value)?.clone(),
                ("minLength" | "maxLength" | "contains" | "min" | "max" | "values", _) => {
                    return Err(SchemaError::new(path, "does not apply to a field of this type"));
                }
                _ => return Err(SchemaError::new(path, "is not a key of a field")),
            }
        }
        Ok(read)
    }

    /// Whether some value can satisfy the field at all.
    fn check(&self, path: &str) -> Result<(), SchemaError> {
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
        if self.field_type == FieldType::Enum && self.values.is_empty() {
            return Err(SchemaError::new(format!("{path}.values"), "must list at least one value"));
        }
        Ok(())
    }

    fn into_node(mut self) -> Node {
        let mut assertions = Vec::new();
        let json_type = match self.field_type {
            FieldType::String => Some(JsonType::String),
            FieldType::Number => Some(JsonType::Number),
            FieldType::Integer => Some(JsonType::Integer),
            FieldType::Boolean => Some(JsonType::Boolean),
            FieldType::Enum => None,
        };
        match json_type {
            Some(json_type) if self.nullable => {
                assertions.push(Assertion::Type(TypeSet::from(json_type).with(JsonType::Null)));
            }
            Some(json_type) => assertions.push(Assertion::Type(json_type.into())),
            None => {
                if self.nullable && !self.values.contains(&Value::Null) {
                    self.values.push(Value::Null);
                }
                assertions.push(Assertion::Enum(self.values.into()));
            }
        }
        assertions.extend(self.min_length.map(Assertion::MinLength));
        assertions.extend(self.max_length.map(Assertion::MaxLength));
        assertions.extend(self.contains.map(|text| Assertion::ContainsText(text.into())));
        assertions.extend(self.min.map(Assertion::Minimum));
        assertions.extend(self.max.map(Assertion::Maximum));
        Node {
            annotations: Annotations { description: self.description, ..Annotations::default() },
            assertions,
            ..Node::default()
        }
    }
}

/// One reader a kind of value; `path` is where the value stands.
fn object<'v>(path: &str, value: &'v Value) -> Result<&'v Map<String, Value>, SchemaError> {
    value.as_object().ok_or_else(|| SchemaError::new(path, "must be an object"))
}

fn list<'v>(path: &str, value: &'v Value) -> Result<&'v Vec<Value>, SchemaError> {
    value.as_array().ok_or_else(|| SchemaError::new(path, "must be an array"))
}

fn text(path: &str, value: &Value) -> Result<String, SchemaError> {
    value.as_str().map(str::to_owned).ok_or_else(|| SchemaError::new(path, "must be a string"))
}

fn flag(path: &str, value: &Value) -> Result<bool, SchemaError> {
    value.as_bool().ok_or_else(|| SchemaError::new(path, "must be true or false"))
}

fn number(path: &str, value: &Value) -> Result<Number, SchemaError> {
    value.as_number().cloned().ok_or_else(|| SchemaError::new(path, "must be a number"))
}

fn length(path: &str, value: &Value) -> Result<u64, SchemaError> {
    value.as_u64().ok_or_else(|| SchemaError::new(path, "must be a whole number from 0"))
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
            "fields.age.type must be one of: string, number, integer, boolean, enum",
        );
        check_error(
            field(json!({"type": "string", "minLength": -1})),
            "fields.age.minLength must be a whole number from 0",
        );
        check_error(field(json!({"type": "number", "min": "1"})), "fields.age.min must be a number");
        check_error(
            field(json!({"type": "boolean", "optional": 1})),
            "fields.age.optional must be true or false",
        );
        check_error(
            field(json!({"type": "boolean", "requried": true})),
            "fields.age.requried is not a key of a field",
        );
        check_error(field(json!("string")), "fields.age must be an object");
        check_error(json!({"fields": {}, "titel": ""}), "titel is not a key of the field form");
        check_error(json!([]), "The schema must be an object");
        check_error(json!({"fields": {}}), "fields names no field");
        check_error(json!({"label": "x"}), "The schema needs fields");
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
