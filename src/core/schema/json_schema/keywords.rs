//! The keywords of JSON Schema: since which draft each is known, and what stands in it.

use super::draft::Draft;
use Draft::{Draft04, Draft06, Draft07, Draft2019, Draft2020};

/// What a keyword is for, as far as a reader must know before reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It says which part of which schema this is.
    Identity,
    /// It asserts something of the value itself.
    Assertion,
    /// It holds one schema.
    Schema,
    /// It holds a list of schemas.
    Schemas,
    /// It holds one schema or a list of them.
    SchemaOrSchemas,
    /// It holds schemas by name.
    Named,
    /// It says something about the value that is not judged.
    Annotation,
}

/// Since which draft a keyword is known, and its role.
pub(super) fn keyword(name: &str) -> Option<(Draft, Role)> {
    Some(match name {
        "$schema" | "$ref" | "id" => (Draft04, Role::Identity),
        "$id" => (Draft06, Role::Identity),
        "$anchor" | "$recursiveAnchor" | "$recursiveRef" | "$vocabulary" => (Draft2019, Role::Identity),
        "$dynamicAnchor" | "$dynamicRef" => (Draft2020, Role::Identity),
        "type" | "enum" | "multipleOf" | "maximum" | "minimum" | "exclusiveMaximum" | "exclusiveMinimum"
        | "maxLength" | "minLength" | "pattern" | "format" | "maxItems" | "minItems" | "uniqueItems"
        | "maxProperties" | "minProperties" | "required" | "nullable" => (Draft04, Role::Assertion),
        "const" => (Draft06, Role::Assertion),
        "minContains" | "maxContains" | "dependentRequired" => (Draft2019, Role::Assertion),
        "additionalItems" | "additionalProperties" | "not" => (Draft04, Role::Schema),
        "contains" | "propertyNames" => (Draft06, Role::Schema),
        "if" | "then" | "else" => (Draft07, Role::Schema),
        "unevaluatedItems" | "unevaluatedProperties" => (Draft2019, Role::Schema),
        "allOf" | "anyOf" | "oneOf" => (Draft04, Role::Schemas),
        "prefixItems" => (Draft2020, Role::Schemas),
        "items" => (Draft04, Role::SchemaOrSchemas),
        "properties" | "patternProperties" | "definitions" | "dependencies" => (Draft04, Role::Named),
        "$defs" | "dependentSchemas" => (Draft2019, Role::Named),
        "title" | "description" | "default" | "example" | "discriminator" | "xml" | "externalDocs" => {
            (Draft04, Role::Annotation)
        }
        "examples" | "$comment" | "readOnly" | "writeOnly" | "contentEncoding" | "contentMediaType"
        | "deprecated" | "contentSchema" => (Draft04, Role::Annotation),
        _ => return None,
    })
}
