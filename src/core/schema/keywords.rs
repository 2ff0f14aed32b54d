//! The keywords of JSON Schema, of every draft from 04 to 2020-12 and of OpenAPI's dialect: since when
//! each is known, what it is for, and where it holds schemas. Says nothing about what a keyword means.

use super::draft::Draft;
use super::draft::Draft::{Draft04, Draft06, Draft07, Draft2019, Draft2020};
use serde_json::{Map, Value};

/// One keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Keyword {
    /// The first draft that knows it.
    pub(super) since: Draft,
    pub(super) role: Role,
    pub(super) holds: Holds,
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
pub(super) fn keyword(name: &str) -> Option<Keyword> {
    let (since, role, holds) = match name {
        "$schema" | "$ref" | "id" => (Draft04, Role::Structure, Holds::NoSchema),
        "$id" => (Draft06, Role::Structure, Holds::NoSchema),
        "$anchor" | "$recursiveAnchor" | "$recursiveRef" | "$vocabulary" => {
            (Draft2019, Role::Structure, Holds::NoSchema)
        }
        "$dynamicAnchor" | "$dynamicRef" => (Draft2020, Role::Structure, Holds::NoSchema),
        "definitions" => (Draft04, Role::Structure, Holds::Named),
        "$defs" => (Draft2019, Role::Structure, Holds::Named),
        "type"
        | "enum"
        | "multipleOf"
        | "maximum"
        | "minimum"
        | "exclusiveMaximum"
        | "exclusiveMinimum"
        | "maxLength"
        | "minLength"
        | "pattern"
        | "maxItems"
        | "minItems"
        | "uniqueItems"
        | "maxProperties"
        | "minProperties"
        | "required"
        | "nullable"
        | "x-rules"
        | "x-kubernetes-validations" => (Draft04, Role::Assertion, Holds::NoSchema),
        "const" => (Draft06, Role::Assertion, Holds::NoSchema),
        "minContains" | "maxContains" | "dependentRequired" => (Draft2019, Role::Assertion, Holds::NoSchema),
        "additionalItems" | "additionalProperties" | "not" => (Draft04, Role::Assertion, Holds::Schema),
        "contains" | "propertyNames" => (Draft06, Role::Assertion, Holds::Schema),
        "if" | "then" | "else" => (Draft07, Role::Assertion, Holds::Schema),
        "unevaluatedItems" | "unevaluatedProperties" => (Draft2019, Role::Assertion, Holds::Schema),
        "allOf" | "anyOf" | "oneOf" => (Draft04, Role::Assertion, Holds::Array),
        "prefixItems" => (Draft2020, Role::Assertion, Holds::Array),
        "items" => (Draft04, Role::Assertion, Holds::SchemaOrArray),
        "properties" | "patternProperties" | "dependencies" => (Draft04, Role::Assertion, Holds::Named),
        "dependentSchemas" => (Draft2019, Role::Assertion, Holds::Named),
        "contentSchema" => (Draft04, Role::Annotation, Holds::Schema),
        // A format may be judged or not; either way it says as much about an example as a title does.
        "format" | "title" | "description" | "$comment" | "default" | "examples" | "example"
        | "deprecated" | "readOnly" | "writeOnly" | "contentEncoding" | "contentMediaType"
        | "discriminator" | "externalDocs" | "xml" | "propertyOrdering" => {
            (Draft04, Role::Annotation, Holds::NoSchema)
        }
        _ => return None,
    };
    Some(Keyword { since, role, holds })
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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
