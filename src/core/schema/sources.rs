//! Where the nodes of a schema stand in the document they were read from.

use super::import::{Form, Imported};
use super::node::{NodeId, Schema};
use super::{form, json_schema};
use std::collections::HashMap;

/// The places of nodes in their document, as JSON pointers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sources {
    places: HashMap<NodeId, String>,
}

impl Sources {
    /// The places of the nodes that were read from a document.
    pub fn new(schema: &Schema, imported: &Imported) -> Self {
        let places = match imported.form {
            Form::Fields => form::places(schema, &imported.document),
            Form::JsonSchema => json_schema::places(&imported.document),
        };
        Self { places }
    }

    /// The place of a node; none for what is written nowhere.
    pub fn of(&self, id: NodeId) -> Option<&str> {
        self.places.get(&id).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::schema::{ReadSchema, import};

    /// Every node that stands somewhere, by its place.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let read = ReadSchema::of(text, None).unwrap();
        let sources = Sources::new(&read.schema, &import(text, None).unwrap());
        let mut places: Vec<_> = read.schema.nodes().filter_map(|(id, _)| sources.of(id)).collect();
        places.sort_unstable();
        assert_eq!(places, expected, "{text}");
    }

    #[test]
    fn nodes_of_a_json_schema_stand_where_they_are_written() {
        check(
            r##"{"type": "object", "properties": {"a/b": {"$ref": "#/$defs/x"}, "c": {"items": {"anyOf": [true, {"minimum": 1}]}}},
                "$defs": {"x": {"type": "string"}}}"##,
            &[
                "",
                "/$defs/x",
                "/properties/a~1b",
                "/properties/c",
                "/properties/c/items",
                "/properties/c/items/anyOf/0",
                "/properties/c/items/anyOf/1",
            ],
        );
    }

    #[test]
    fn nodes_of_the_field_form_stand_where_they_are_written() {
        check(
            r#"{"fields": {
                "a": {"type": "array", "items": {"type": "object", "fields": {"b": {"type": "string"}}}},
                "c": {"anyOf": [{"const": 1}, {"ref": "d"}], "nullable": true}
            }, "definitions": {"d": {"type": "integer"}}}"#,
            &[
                "",
                "/definitions/d",
                "/fields/a",
                "/fields/a/items",
                "/fields/a/items/fields/b",
                "/fields/c",
                "/fields/c",
                "/fields/c",
                "/fields/c/anyOf/0",
                "/fields/c/anyOf/1",
            ],
        );
    }
}
