//! Documents that hold several schemas by name: OpenAPI, Swagger, a registry of Zod, and JSON Schema that
//! only defines.
//! The document stays whole, so that the references in it still lead somewhere.

use super::likeness;
use serde_json::{Map, Value, json};

const DRAFT_4: &str = "http://json-schema.org/draft-04/schema#";
const DRAFT_2020_12: &str = "https://json-schema.org/draft/2020-12/schema";

/// The dialects that a document of OpenAPI may declare for its schemas.
const DIALECTS: [&str; 5] = [
    DRAFT_2020_12,
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema#",
    "http://json-schema.org/draft-06/schema#",
    DRAFT_4,
];

/// Schemas by name.
#[derive(Debug, PartialEq)]
pub(super) struct Library {
    /// In the order of the document.
    pub names: Vec<String>,
    /// What the document is, to follow "this".
    pub kind: &'static str,
    /// All but the reference to the schema that is taken.
    base: Map<String, Value>,
    /// The JSON pointer of what holds the schemas.
    holder: &'static str,
}

impl Library {
    /// One document with all the schemas, whose root is the one of this name.
    pub fn document(mut self, name: &str) -> Value {
        let reference = format!("#{}/{}", self.holder, fragment_segment(name));
        let after_schema = usize::from(self.base.contains_key("$schema"));
        self.base.shift_insert(after_schema, "$ref".to_owned(), reference.into());
        Value::Object(self.base)
    }
}

/// The library that an object is, if it is one. An OpenAPI document may hold no schema at all.
pub(super) fn library(object: &Map<String, Value>) -> Option<Library> {
    let version = |key| object.get(key).map(|version| version.as_str().unwrap_or_default());
    if version("swagger").is_some() {
        return Some(swagger(object));
    }
    let components = object.get("components").and_then(|components| components.get("schemas"));
    match version("openapi") {
        Some(version) => Some(openapi(object, version)),
        None if components.is_some() => Some(openapi(object, "")),
        None => zod_registry(object).or_else(|| definitions(object)),
    }
}

/// Swagger 2 has the boolean `exclusiveMinimum` of draft 4.
fn swagger(object: &Map<String, Value>) -> Library {
    let schemas = object.get("definitions").and_then(Value::as_object).cloned().unwrap_or_default();
    let names = schemas.keys().cloned().collect();
    let base = map(json!({"$schema": DRAFT_4, "definitions": schemas}));
    Library { names, kind: "Swagger document", base, holder: "/definitions" }
}

/// OpenAPI 3.0 has the boolean `exclusiveMinimum` of draft 4; from 3.1 on a document says its dialect,
/// else it is 2020-12. Where the version is unknown, the dialect is left to the reader.
fn openapi(object: &Map<String, Value>, version: &str) -> Library {
    let schemas = object.get("components").and_then(|components| components.get("schemas"));
    let schemas = schemas.and_then(Value::as_object).cloned().unwrap_or_default();
    let names = schemas.keys().cloned().collect();
    let declared = object.get("jsonSchemaDialect").and_then(Value::as_str).and_then(known_dialect);
    let mut base = Map::new();
    if version.starts_with("3.0") {
        base.insert("$schema".to_owned(), DRAFT_4.into());
    } else if !version.is_empty() {
        base.insert("$schema".to_owned(), declared.unwrap_or(DRAFT_2020_12).into());
    }
    base.insert("components".to_owned(), json!({"schemas": schemas}));
    Library { names, kind: "OpenAPI document", base, holder: "/components/schemas" }
}

/// What Zod 4 makes of a registry: complete schemas that refer to each other by their bare names.
/// Each gets its name for its `$id`, so that those references lead to it.
fn zod_registry(object: &Map<String, Value>) -> Option<Library> {
    let schemas = object.get("schemas").filter(|_| object.len() == 1)?.as_object()?;
    let mut definitions = Map::new();
    for (name, schema) in schemas {
        let mut schema = schema.as_object().filter(|schema| likeness::is_schema(schema))?.clone();
        if !schema.contains_key("$id") {
            schema.shift_insert(0, "$id".to_owned(), name.as_str().into());
        }
        definitions.insert(name.clone(), schema.into());
    }
    let names = schemas.keys().cloned().collect();
    let base = map(json!({"$defs": definitions}));
    Some(Library { names, kind: "Zod registry", base, holder: "/$defs" })
}

/// JSON Schema that defines schemas and asks for nothing itself.
fn definitions(object: &Map<String, Value>) -> Option<Library> {
    let (holder, schemas) = [("$defs", "/$defs"), ("definitions", "/definitions")]
        .into_iter()
        .find_map(|(key, holder)| Some((holder, object.get(key)?.as_object()?)))?;
    if schemas.is_empty() || object.keys().any(|key| likeness::asks(key)) {
        return None;
    }
    let names = schemas.keys().cloned().collect();
    Some(Library { names, kind: "set of definitions", base: object.clone(), holder })
}

/// The URI of a draft as the draft itself writes it, with or without the empty fragment.
fn known_dialect(uri: &str) -> Option<&'static str> {
    let bare = uri.trim_end_matches('#');
    DIALECTS.into_iter().find(|dialect| dialect.trim_end_matches('#') == bare)
}

/// One step of a JSON pointer in the fragment of a URI (RFC 6901, section 6).
fn fragment_segment(name: &str) -> String {
    let mut segment = String::new();
    for byte in name.bytes() {
        match byte {
            b'~' => segment.push_str("~0"),
            b'/' => segment.push_str("~1"),
            b'-' | b'.' | b'_' | b'$' => segment.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => segment.push(char::from(byte)),
            byte => segment.push_str(&format!("%{byte:02X}")),
        }
    }
    segment
}

fn map(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names, and the document for one of them, to the letter.
    #[track_caller]
    fn check(object: Value, kind: &str, names: &[&str], name: &str, document: Value) {
        let library = library(object.as_object().unwrap()).unwrap();
        assert_eq!((library.kind, library.names.join(" ")), (kind, names.join(" ")));
        assert_eq!(library.document(name).to_string(), document.to_string());
    }

    #[test]
    fn openapi_documents() {
        let schemas = json!({"Pet": {"type": "object"}, "Order": {"$ref": "#/components/schemas/Pet"}});
        let kind = "OpenAPI document";
        check(
            json!({"openapi": "3.0.3", "info": {}, "paths": {}, "components": {"schemas": schemas, "responses": {}}}),
            kind,
            &["Pet", "Order"],
            "Order",
            json!({"$schema": DRAFT_4, "$ref": "#/components/schemas/Order", "components": {"schemas": schemas}}),
        );
        check(
            json!({"openapi": "3.1.0", "components": {"schemas": schemas}}),
            kind,
            &["Pet", "Order"],
            "Pet",
            json!({"$schema": DRAFT_2020_12, "$ref": "#/components/schemas/Pet", "components": {"schemas": schemas}}),
        );
        check(
            json!({"components": {"schemas": schemas}}),
            kind,
            &["Pet", "Order"],
            "Pet",
            json!({"$ref": "#/components/schemas/Pet", "components": {"schemas": schemas}}),
        );
    }

    #[test]
    fn a_dialect_is_taken_over_if_it_is_known() {
        let dialect = |uri: &str| {
            let document =
                json!({"openapi": "3.1.1", "jsonSchemaDialect": uri, "components": {"schemas": {"A": {}}}});
            library(document.as_object().unwrap()).unwrap().document("A")["$schema"].clone()
        };
        assert_eq!(
            dialect("http://json-schema.org/draft-07/schema"),
            "http://json-schema.org/draft-07/schema#"
        );
        assert_eq!(dialect("https://spec.openapis.org/oas/3.1/dialect/base"), DRAFT_2020_12);
    }

    #[test]
    fn swagger_documents() {
        check(
            json!({"swagger": "2.0", "definitions": {"Page«Pet/Cat»": {"type": "object"}}}),
            "Swagger document",
            &["Page«Pet/Cat»"],
            "Page«Pet/Cat»",
            json!({
                "$schema": DRAFT_4,
                "$ref": "#/definitions/Page%C2%ABPet~1Cat%C2%BB",
                "definitions": {"Page«Pet/Cat»": {"type": "object"}}
            }),
        );
    }

    #[test]
    fn sets_of_definitions() {
        let kind = "set of definitions";
        check(
            json!({"$schema": DRAFT_2020_12, "title": "Types", "$defs": {"A": {}, "B": {}}}),
            kind,
            &["A", "B"],
            "B",
            json!({"$schema": DRAFT_2020_12, "$ref": "#/$defs/B", "title": "Types", "$defs": {"A": {}, "B": {}}}),
        );
        check(
            json!({"definitions": {"A": {}}}),
            kind,
            &["A"],
            "A",
            json!({"$ref": "#/definitions/A", "definitions": {"A": {}}}),
        );
    }

    #[test]
    fn zod_registries() {
        check(
            json!({"schemas": {"A": {"type": "object"}, "B": {"$id": "b", "not": {"$ref": "A"}}}}),
            "Zod registry",
            &["A", "B"],
            "B",
            json!({
                "$ref": "#/$defs/B",
                "$defs": {"A": {"$id": "A", "type": "object"}, "B": {"$id": "b", "not": {"$ref": "A"}}}
            }),
        );
    }

    #[test]
    fn no_libraries() {
        for object in [
            json!({"$defs": {"A": {}}, "$ref": "#/$defs/A"}),
            json!({"definitions": {"A": {}}, "type": "object"}),
            json!({"$defs": {}}),
            json!({"type": "string"}),
            json!({"schemas": {"public": {"tables": 3}}}),
        ] {
            assert_eq!(library(object.as_object().unwrap()), None, "{object}");
        }
    }
}
