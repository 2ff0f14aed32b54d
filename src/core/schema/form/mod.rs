//! The declarative field form: what people write by hand, and how it becomes nodes.
//!
//! ```json
//! {
//!   "label": "Weather report",
//!   "prompt": "What is the weather in Oslo?",
//!   "fields": {
//!     "city": { "type": "string", "minLength": 2, "description": "Where" },
//!     "temperature_c": { "type": "number", "min": -90, "max": 60 },
//!     "condition": { "type": "enum", "values": ["sunny", "cloudy"] },
//!     "note": { "type": "string", "optional": true, "nullable": true },
//!     "stations": { "type": "array", "items": { "ref": "station" }, "maxItems": 5 }
//!   },
//!   "rules": [{ "rule": "self.temperature_c < 40 || has(self.note)", "message": "heat needs a note" }],
//!   "definitions": {
//!     "station": { "type": "object", "fields": { "name": { "type": "string" } } }
//!   }
//! }
//! ```
//!
//! The answer is an object with these fields and, unless `"additional": true`, no others.
//! Rules stand at the top or on a field, where `self` is the value of that field; a field that is
//! `grounded` is a string, or an array of strings, that must occur in the input.
//! A null counts as a missing field unless the field is `nullable`.

mod field;
mod keys;
mod places;

use super::cycle;
use super::error::SchemaError;
use super::node::{Annotations, Node, NodeId, Schema};
pub(super) use keys::rules;
use keys::{flag, list, object, text, version};
pub(super) use places::places;
use serde_json::{Map, Value};
use std::collections::HashMap;

impl Schema {
    /// Reads the field form.
    ///
    /// # Errors
    /// A [`SchemaError`] that names the first part that cannot be meant.
    pub fn from_fields(form: &Value) -> Result<Self, SchemaError> {
        let form = object("", form)?;
        let mut reader = Reader { schema: Schema::empty(), definitions: HashMap::new() };
        reader.schema.add_resource();
        let root = reader.schema.add(Node::default());
        reader.schema.set_root(root);
        let (mut fields, mut additional, mut stated, mut others) = (None, false, Vec::new(), Map::new());
        for (key, value) in form {
            match key.as_str() {
                "version" => version(key, value)?,
                "label" => reader.schema.label = text(key, value)?,
                "prompt" => reader.schema.example.prompt = text(key, value)?,
                "input" => reader.schema.example.input = text(key, value)?,
                "examples" => drop(others.insert(key.clone(), list(key, value)?.clone().into())),
                "additional" => additional = flag(key, value)?,
                "rules" => stated = rules(key, value)?,
                "definitions" => reader.announce(object(key, value)?),
                "fields" => fields = Some(object(key, value)?),
                _ => return Err(SchemaError::new(key, "is not a key of the field form")),
            }
        }
        let fields = fields.ok_or(SchemaError::new("", "needs fields"))?;
        let assertions = reader.object("fields", fields, additional, 0)?;
        let annotations = Annotations { others, ..Annotations::default() };
        reader.schema.replace(root, Node { assertions, annotations, rules: stated, ..Node::default() });
        reader.define(form.get("definitions"))?;
        let names = reader.definitions;
        let path = |id: NodeId| {
            let name = names.iter().find(|(_, known)| **known == id).map(|(name, _)| name);
            name.map_or_else(String::new, |name| format!("definitions.{name}"))
        };
        cycle::refuse(&reader.schema, path)?;
        Ok(reader.schema)
    }

    /// Adds rules to those of the root, each an object or the expression alone.
    ///
    /// # Errors
    /// What is wrong with their form.
    pub fn add_rules(&mut self, rules: &Value) -> Result<(), SchemaError> {
        let mut root = self.node(self.root()).clone();
        root.rules.extend(self::rules("rules", rules)?);
        self.replace(self.root(), root);
        Ok(())
    }
}

struct Reader {
    schema: Schema,
    definitions: HashMap<String, NodeId>,
}

impl Reader {
    /// Gives every definition a node, so that fields may refer to it before it is read.
    fn announce(&mut self, definitions: &Map<String, Value>) {
        for name in definitions.keys() {
            let node = Node { name: Some(name.clone()), ..Node::default() };
            self.definitions.insert(name.clone(), self.schema.add(node));
        }
    }

    fn define(&mut self, definitions: Option<&Value>) -> Result<(), SchemaError> {
        for (name, field) in definitions.and_then(Value::as_object).into_iter().flatten() {
            let Some(id) = self.definitions.get(name).copied() else { continue };
            let field = self.field(&format!("definitions.{name}"), field, 0)?;
            self.schema.replace(id, Node { name: Some(name.clone()), ..field.node });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::node::{Assertion, NullMeaning};
    use super::super::types::{JsonType, TypeSet};
    use super::*;
    use crate::core::validate::validate;
    use serde_json::json;

    #[track_caller]
    fn check_error(form: Value, expected: &str) {
        assert_eq!(Schema::from_fields(&form).unwrap_err().to_string(), expected);
    }

    #[test]
    fn mistakes_are_named_by_where_they_stand() {
        let types = "must be one of: string, number, integer, boolean, enum, object, array";
        for (field, expected) in [
            (json!({"type": "integer", "min": 9, "max": 1}), "age.min is greater than fields.age.max"),
            (
                json!({"type": "number", "min": 1, "exclusiveMax": 1}),
                "age.min is not less than fields.age.exclusiveMax",
            ),
            (
                json!({"type": "number", "exclusiveMin": 2, "max": 1}),
                "age.exclusiveMin is not less than fields.age.max",
            ),
            (json!({"type": "number", "multipleOf": 0}), "age.multipleOf must be a number above 0"),
            (
                json!({"type": "string", "minLength": 9, "maxLength": 1}),
                "age.minLength is greater than fields.age.maxLength",
            ),
            (
                json!({"type": "string", "contains": "abc", "maxLength": 2}),
                "age.contains is longer than fields.age.maxLength",
            ),
            (json!({"type": "string", "min": 1}), "age.min does not apply to a field of this type"),
            (
                json!({"type": "number", "contains": "x"}),
                "age.contains does not apply to a field of this type",
            ),
            (json!({"type": "enum", "values": []}), "age.values must list at least one value"),
            (json!({"type": "enum"}), "age needs values"),
            (json!({"type": "array"}), "age needs items"),
            (json!({"type": "object"}), "age needs fields"),
            (json!({"type": "object", "fields": {}}), "age.fields names no field"),
            (json!({"type": "array", "items": {"type": "text"}}), &format!("age.items.type {types}")),
            (
                json!({"type": "array", "items": {"type": "string", "optional": true}}),
                "age.items.optional applies only to a field with a name",
            ),
            (
                json!({"type": "array", "minItems": 2, "maxItems": 1, "items": {"const": 1}}),
                "age.minItems is greater than fields.age.maxItems",
            ),
            (
                json!({"type": "object", "fields": {"a": {"type": "string", "maxLength": "3"}}}),
                "age.fields.a.maxLength must be a whole number from 0",
            ),
            (json!({"anyOf": []}), "age.anyOf must list at least one form"),
            (json!({"anyOf": [{"const": 1}, {"type": "strng"}]}), &format!("age.anyOf[1].type {types}")),
            (json!({"ref": "Person"}), "age.ref names no definition: \"Person\""),
            (
                json!({"ref": "Person", "type": "object"}),
                "age must have only one of: type, const, anyOf, ref",
            ),
            (json!({"const": 1, "anyOf": []}), "age must have only one of: type, const, anyOf, ref"),
            (json!({"type": "strng"}), &format!("age.type {types}")),
            (json!({}), &format!("age.type {types}")),
            (json!({"type": "string", "minLength": -1}), "age.minLength must be a whole number from 0"),
            (json!({"type": "number", "min": "1"}), "age.min must be a number"),
            (json!({"type": "boolean", "optional": 1}), "age.optional must be true or false"),
            (json!({"type": "boolean", "requried": true}), "age.requried is not a key of a field"),
            (json!("string"), "age must be an object"),
        ] {
            check_error(json!({"fields": {"age": field}}), &format!("fields.{expected}"));
        }
        check_error(json!({"fields": {}, "titel": ""}), "titel is not a key of the field form");
        check_error(
            json!({"fields": {"a": {"const": 1}}, "version": 2}),
            "version must be 1, the only version there is",
        );
        check_error(json!([]), "The schema must be an object");
        check_error(json!({"fields": {}}), "fields names no field");
        check_error(json!({"label": "x"}), "The schema needs fields");
        check_error(
            json!({"fields": {"a": {"ref": "A"}}, "definitions": {"A": {"ref": "B"}, "B": {"ref": "A"}}}),
            "definitions.A refers to itself without an end",
        );
        check_error(
            json!({"fields": {"a": {"const": 1}}, "definitions": {"A": {"type": "date"}}}),
            &format!("definitions.A.type {types}"),
        );
    }

    #[test]
    fn fields_become_nodes() {
        let schema = Schema::from_fields(&json!({
            "version": 1, "label": "Person", "prompt": "Who?",
            "fields": {
                "name": {"type": "string", "minLength": 2, "description": "Full name"},
                "age": {"type": "integer", "min": 0, "optional": true, "nullable": true},
                "mood": {"type": "enum", "values": ["good", "bad"], "nullable": true, "default": "good"}
            }
        }))
        .unwrap();
        assert_eq!((schema.label.as_str(), schema.example.prompt.as_str()), ("Person", "Who?"));
        let root = schema.node(schema.root());
        let properties = root.properties().unwrap();
        assert_eq!(properties.keys().collect::<Vec<_>>(), ["name", "age", "mood"]);
        assert!(root.assertions.contains(&Assertion::Required(vec!["name".into(), "mood".into()])));
        let nodes: Vec<_> = properties.values().map(|property| schema.node(property.node).clone()).collect();
        let node = |assertions: Vec<Assertion>| Node { assertions, ..Node::default() };
        let integer = TypeSet::from(JsonType::Integer).with(JsonType::Null);
        let mut expected = [
            node(vec![Assertion::Type(JsonType::String.into()), Assertion::MinLength(2)]),
            node(vec![Assertion::Type(integer), Assertion::Minimum(0.into())]),
            node(vec![Assertion::Enum([json!("good"), json!("bad"), json!(null)].into())]),
        ];
        expected[0].annotations.description = Some("Full name".into());
        expected[2].annotations.others.insert("default".into(), "good".into());
        assert_eq!(nodes, expected);
        let nulls: Vec<_> = properties.values().map(|property| property.null).collect();
        assert_eq!(nulls, [NullMeaning::Absence, NullMeaning::Value, NullMeaning::Value]);
    }

    #[test]
    fn everything_nested_is_judged() {
        let schema = Schema::from_fields(&json!({
            "fields": {
                "lines": {"type": "array", "minItems": 1, "uniqueItems": true, "items": {
                    "type": "object",
                    "fields": {"sku": {"type": "string"}, "price": {"type": "number", "multipleOf": 0.01, "exclusiveMin": 0}}
                }},
                "payment": {"anyOf": [{"const": "cash"}, {"type": "object", "additional": true, "fields": {"card": {"type": "string"}}}]},
                "parent": {"ref": "person", "optional": true, "nullable": true}
            },
            "definitions": {"person": {"type": "object", "fields": {
                "name": {"type": "string"}, "parent": {"ref": "person", "optional": true}
            }}}
        }))
        .unwrap();
        for (answer, expected) in [
            (json!({"lines": [{"sku": "a", "price": 0.01}], "payment": "cash"}), vec![]),
            (
                json!({"lines": [{"sku": "a", "price": 1}], "payment": {"card": "1", "x": 1}, "parent": null}),
                vec![],
            ),
            (
                json!({"lines": [{"sku": "a", "price": 0.005, "x": 1}], "payment": "cash",
                       "parent": {"name": "A", "parent": {"parent": null}}}),
                vec![
                    r#""lines[0].price" must be a multiple of 0.01 (got 0.005)"#,
                    r#"Unexpected field: "lines[0].x""#,
                    r#"Missing required field: "parent.parent.name""#,
                ],
            ),
            (
                json!({"lines": [], "payment": null}),
                vec![r#""lines" must have ≥ 1 item (got 0)"#, r#"Missing required field: "payment""#],
            ),
        ] {
            let found: Vec<_> =
                validate(&schema, &answer).violations.iter().map(ToString::to_string).collect();
            assert_eq!(found, expected, "{answer}");
        }
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
