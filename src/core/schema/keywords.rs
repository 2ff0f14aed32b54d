//! The keywords of JSON Schema, of every draft from 4 to 2020-12 and of OpenAPI's dialect:
//! what each is for, and where it holds schemas. Says nothing about what a keyword means.

use serde_json::{Map, Value};

/// One keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Keyword {
    pub name: &'static str,
    pub role: Role,
    pub holds: Holds,
}

/// What a keyword is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Names, references and definitions.
    Structure,
    /// It can make a value invalid.
    Assertion,
    /// It informs people and programs.
    Annotation,
}

/// Where the value of a keyword holds schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// Nowhere.
    NoSchema,
    /// It is one.
    Schema,
    /// It is an array of them.
    Array,
    /// It is one, or an array of them.
    SchemaOrArray,
    /// It is an object whose values are schemas; a value that is an array is a list of names instead.
    Named,
}

/// The keyword of this name, if there is one.
pub(super) fn keyword(name: &str) -> Option<&'static Keyword> {
    KEYWORDS.iter().find(|keyword| keyword.name == name)
}

/// The schemas that stand directly in a schema object, in order.
pub(super) fn subschemas_mut(schema: &mut Map<String, Value>) -> Vec<&mut Value> {
    let mut found = Vec::new();
    for (name, value) in schema {
        match (keyword(name).map_or(Holds::NoSchema, |keyword| keyword.holds), value) {
            (Holds::Schema | Holds::SchemaOrArray, value @ (Value::Object(_) | Value::Bool(_))) => {
                found.push(value);
            }
            (Holds::Array | Holds::SchemaOrArray, Value::Array(values)) => found.extend(values),
            (Holds::Named, Value::Object(named)) => {
                found.extend(named.values_mut().filter(|value| !value.is_array()));
            }
            (
                Holds::NoSchema | Holds::Schema | Holds::Array | Holds::SchemaOrArray | Holds::Named,
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::String(_)
                | Value::Array(_)
                | Value::Object(_),
            ) => {}
        }
    }
    found
}

const fn structure(name: &'static str, holds: Holds) -> Keyword {
    Keyword { name, role: Role::Structure, holds }
}

const fn assertion(name: &'static str, holds: Holds) -> Keyword {
    Keyword { name, role: Role::Assertion, holds }
}

const fn annotation(name: &'static str) -> Keyword {
    Keyword { name, role: Role::Annotation, holds: Holds::NoSchema }
}

const KEYWORDS: &[Keyword] = &[
    structure("$schema", Holds::NoSchema),
    structure("$id", Holds::NoSchema),
    structure("id", Holds::NoSchema),
    structure("$anchor", Holds::NoSchema),
    structure("$dynamicAnchor", Holds::NoSchema),
    structure("$recursiveAnchor", Holds::NoSchema),
    structure("$vocabulary", Holds::NoSchema),
    structure("$ref", Holds::NoSchema),
    structure("$dynamicRef", Holds::NoSchema),
    structure("$recursiveRef", Holds::NoSchema),
    structure("$defs", Holds::Named),
    structure("definitions", Holds::Named),
    assertion("type", Holds::NoSchema),
    assertion("enum", Holds::NoSchema),
    assertion("const", Holds::NoSchema),
    assertion("nullable", Holds::NoSchema),
    assertion("properties", Holds::Named),
    assertion("patternProperties", Holds::Named),
    assertion("additionalProperties", Holds::Schema),
    assertion("unevaluatedProperties", Holds::Schema),
    assertion("propertyNames", Holds::Schema),
    assertion("required", Holds::NoSchema),
    assertion("minProperties", Holds::NoSchema),
    assertion("maxProperties", Holds::NoSchema),
    assertion("dependencies", Holds::Named),
    assertion("dependentRequired", Holds::NoSchema),
    assertion("dependentSchemas", Holds::Named),
    assertion("prefixItems", Holds::Array),
    assertion("items", Holds::SchemaOrArray),
    assertion("additionalItems", Holds::Schema),
    assertion("unevaluatedItems", Holds::Schema),
    assertion("contains", Holds::Schema),
    assertion("minContains", Holds::NoSchema),
    assertion("maxContains", Holds::NoSchema),
    assertion("minItems", Holds::NoSchema),
    assertion("maxItems", Holds::NoSchema),
    assertion("uniqueItems", Holds::NoSchema),
    assertion("minLength", Holds::NoSchema),
    assertion("maxLength", Holds::NoSchema),
    assertion("pattern", Holds::NoSchema),
    assertion("minimum", Holds::NoSchema),
    assertion("maximum", Holds::NoSchema),
    assertion("exclusiveMinimum", Holds::NoSchema),
    assertion("exclusiveMaximum", Holds::NoSchema),
    assertion("multipleOf", Holds::NoSchema),
    assertion("allOf", Holds::Array),
    assertion("anyOf", Holds::Array),
    assertion("oneOf", Holds::Array),
    assertion("not", Holds::Schema),
    assertion("if", Holds::Schema),
    assertion("then", Holds::Schema),
    assertion("else", Holds::Schema),
    annotation("title"),
    annotation("description"),
    annotation("$comment"),
    annotation("default"),
    annotation("examples"),
    annotation("example"),
    annotation("deprecated"),
    annotation("readOnly"),
    annotation("writeOnly"),
    annotation("format"),
    annotation("contentEncoding"),
    annotation("contentMediaType"),
    Keyword { name: "contentSchema", role: Role::Annotation, holds: Holds::Schema },
    annotation("discriminator"),
    annotation("externalDocs"),
    annotation("xml"),
    annotation("propertyOrdering"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::collections::HashSet;

    #[test]
    fn each_keyword_is_listed_once() {
        let names: HashSet<_> = KEYWORDS.iter().map(|keyword| keyword.name).collect();
        assert_eq!(names.len(), KEYWORDS.len());
    }

    #[test]
    fn subschemas_stand_where_the_keyword_says() {
        let mut schema = json!({
            "const": {"type": 0},
            "properties": {"type": {"type": 1}, "b": true},
            "not": {"type": 2},
            "items": [{"type": 3}, false],
            "anyOf": [{"type": 4}],
            "dependencies": {"a": ["b"], "c": {"type": 5}},
            "additionalItems": ["no schema"],
            "unknown": {"type": 6}
        });
        let found: Vec<_> = subschemas_mut(schema.as_object_mut().unwrap())
            .into_iter()
            .map(|schema| schema.clone())
            .collect();
        assert_eq!(
            found,
            [
                json!({"type": 1}),
                json!(true),
                json!({"type": 2}),
                json!({"type": 3}),
                json!(false),
                json!({"type": 4}),
                json!({"type": 5}),
            ]
        );
    }
}
