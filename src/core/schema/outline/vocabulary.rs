//! The words that a schema is written with, and what each means in a line.

use crate::core::format::Format;

/// A key, and what belongs behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) name: &'static str,
    pub(super) domain: Domain,
    pub(super) sketch: Sketch,
    pub(super) meaning: &'static str,
}

/// What kind of values a key speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    Any,
    Text,
    Number,
    Array,
    Object,
    Choice,
}

/// What belongs behind a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sketch {
    Text,
    Number,
    Object,
    Array,
    True,
    False,
}

const fn word(name: &'static str, domain: Domain, sketch: Sketch, meaning: &'static str) -> Word {
    Word { name, domain, sketch, meaning }
}

/// The keywords of JSON Schema 2020-12 and our rules, those that are most needed first.
pub(super) const KEYWORDS: [Word; 48] = [
    word("type", Domain::Any, Sketch::Text, "the type of the value, or an array of types"),
    word("description", Domain::Any, Sketch::Text, "what it is, for people and models"),
    word("properties", Domain::Object, Sketch::Object, "the fields of the object, each with its schema"),
    word("required", Domain::Object, Sketch::Array, "the names of the fields that must be there"),
    word(
        "additionalProperties",
        Domain::Object,
        Sketch::False,
        "whether other fields may be there, or their schema",
    ),
    word("items", Domain::Array, Sketch::Object, "the schema of each item"),
    word("enum", Domain::Any, Sketch::Array, "the values that it may have"),
    word("const", Domain::Any, Sketch::Text, "the one value that it may have"),
    word("minLength", Domain::Text, Sketch::Number, "the fewest characters"),
    word("maxLength", Domain::Text, Sketch::Number, "the most characters"),
    word("pattern", Domain::Text, Sketch::Text, "a regular expression that is found in it"),
    word("format", Domain::Text, Sketch::Text, "what kind of text it is: date, email, uri and others"),
    word("minimum", Domain::Number, Sketch::Number, "the least value"),
    word("maximum", Domain::Number, Sketch::Number, "the greatest value"),
    word("exclusiveMinimum", Domain::Number, Sketch::Number, "it must be greater than this"),
    word("exclusiveMaximum", Domain::Number, Sketch::Number, "it must be less than this"),
    word("multipleOf", Domain::Number, Sketch::Number, "it must be a multiple of this"),
    word("minItems", Domain::Array, Sketch::Number, "the fewest items"),
    word("maxItems", Domain::Array, Sketch::Number, "the most items"),
    word("uniqueItems", Domain::Array, Sketch::True, "whether all items must be different"),
    word("prefixItems", Domain::Array, Sketch::Array, "the schemas of the first items, one by one"),
    word("contains", Domain::Array, Sketch::Object, "a schema that some item must satisfy"),
    word("minContains", Domain::Array, Sketch::Number, "how many items must satisfy contains at least"),
    word("maxContains", Domain::Array, Sketch::Number, "how many items may satisfy contains at most"),
    word(
        "patternProperties",
        Domain::Object,
        Sketch::Object,
        "schemas of the fields whose names match a pattern",
    ),
    word("propertyNames", Domain::Object, Sketch::Object, "the schema of every field's name"),
    word("minProperties", Domain::Object, Sketch::Number, "the fewest fields"),
    word("maxProperties", Domain::Object, Sketch::Number, "the most fields"),
    word("dependentRequired", Domain::Object, Sketch::Object, "fields that must be there if another one is"),
    word("dependentSchemas", Domain::Object, Sketch::Object, "what else must hold if a field is there"),
    word("$ref", Domain::Any, Sketch::Text, "what the definition at this address says"),
    word("anyOf", Domain::Any, Sketch::Array, "one of these schemas at least must hold"),
    word("oneOf", Domain::Any, Sketch::Array, "exactly one of these schemas must hold"),
    word("allOf", Domain::Any, Sketch::Array, "all of these schemas must hold"),
    word("not", Domain::Any, Sketch::Object, "a schema that must not hold"),
    word("if", Domain::Any, Sketch::Object, "a condition for then and else"),
    word("then", Domain::Any, Sketch::Object, "what must hold if the condition does"),
    word("else", Domain::Any, Sketch::Object, "what must hold if the condition does not"),
    word("x-rules", Domain::Any, Sketch::Array, "rules across fields, in CEL"),
    word("title", Domain::Any, Sketch::Text, "its name, for people"),
    word("default", Domain::Any, Sketch::Text, "what is meant where nothing is said"),
    word("examples", Domain::Any, Sketch::Array, "some values that it may have"),
    word("$defs", Domain::Any, Sketch::Object, "definitions to refer to"),
    word("$schema", Domain::Any, Sketch::Text, "the draft of JSON Schema"),
    word(
        "unevaluatedProperties",
        Domain::Object,
        Sketch::False,
        "whether fields may be there that nothing speaks of",
    ),
    word(
        "unevaluatedItems",
        Domain::Array,
        Sketch::False,
        "whether items may be there that nothing speaks of",
    ),
    word("deprecated", Domain::Any, Sketch::True, "whether it should not be used any more"),
    word("$comment", Domain::Any, Sketch::Text, "a remark for whoever reads the schema"),
];

/// The keys at the top of the field form.
pub(super) const FORM_KEYS: [Word; 9] = [
    word("fields", Domain::Any, Sketch::Object, "the fields of the answer"),
    word("label", Domain::Any, Sketch::Text, "the name of the schema"),
    word("prompt", Domain::Any, Sketch::Text, "a prompt to begin with"),
    word("input", Domain::Any, Sketch::Text, "a document to begin with"),
    word("rules", Domain::Any, Sketch::Array, "rules across fields, in CEL"),
    word("definitions", Domain::Any, Sketch::Object, "fields to refer to"),
    word("additional", Domain::Any, Sketch::True, "whether other fields may be there"),
    word("examples", Domain::Any, Sketch::Array, "whole answers, as examples"),
    word("version", Domain::Any, Sketch::Number, "the version of the field form, which is 1"),
];

/// The keys of a field of the field form.
pub(super) const FIELD_KEYS: [Word; 25] = [
    word("type", Domain::Any, Sketch::Text, "what its values are"),
    word("description", Domain::Any, Sketch::Text, "what it is, for people and models"),
    word("optional", Domain::Any, Sketch::True, "whether it may be missing"),
    word("nullable", Domain::Any, Sketch::True, "whether it may be null"),
    word("minLength", Domain::Text, Sketch::Number, "the fewest characters"),
    word("maxLength", Domain::Text, Sketch::Number, "the most characters"),
    word("pattern", Domain::Text, Sketch::Text, "a regular expression that is found in it"),
    word("format", Domain::Text, Sketch::Text, "what kind of text it is: date, email, uri and others"),
    word("contains", Domain::Text, Sketch::Text, "a text that is in it"),
    word("grounded", Domain::Any, Sketch::True, "whether it must occur in the input"),
    word("min", Domain::Number, Sketch::Number, "the least value"),
    word("max", Domain::Number, Sketch::Number, "the greatest value"),
    word("exclusiveMin", Domain::Number, Sketch::Number, "it must be greater than this"),
    word("exclusiveMax", Domain::Number, Sketch::Number, "it must be less than this"),
    word("multipleOf", Domain::Number, Sketch::Number, "it must be a multiple of this"),
    word("values", Domain::Choice, Sketch::Array, "the values that it may have"),
    word("items", Domain::Array, Sketch::Object, "what each item is"),
    word("minItems", Domain::Array, Sketch::Number, "the fewest items"),
    word("maxItems", Domain::Array, Sketch::Number, "the most items"),
    word("uniqueItems", Domain::Array, Sketch::True, "whether all items must be different"),
    word("fields", Domain::Object, Sketch::Object, "the fields of the object"),
    word("additional", Domain::Object, Sketch::True, "whether other fields may be there"),
    word("rules", Domain::Any, Sketch::Array, "rules, in CEL"),
    word("anyOf", Domain::Any, Sketch::Array, "it is as one of these fields says"),
    word("ref", Domain::Any, Sketch::Text, "it is as a definition says"),
];

/// The keys of a rule.
pub(super) const RULE_KEYS: [Word; 5] = [
    word("rule", Domain::Any, Sketch::Text, "an expression of CEL that must be true"),
    word("message", Domain::Any, Sketch::Text, "what is said where it is not true"),
    word("messageExpression", Domain::Any, Sketch::Text, "an expression that gives what is said"),
    word("fieldPath", Domain::Any, Sketch::Text, "the place it is told of: .a.b[0]"),
    word("severity", Domain::Any, Sketch::Text, "a warning leaves the answer valid"),
];

/// The types of both notations.
pub(super) const TYPES: [(&str, &str); 8] = [
    ("string", "a text"),
    ("number", "any number"),
    ("integer", "a whole number"),
    ("boolean", "true or false"),
    ("object", "fields with names"),
    ("array", "a list of items"),
    ("null", "null and nothing else"),
    ("enum", "one of some values"),
];

pub(super) const SEVERITIES: [(&str, &str); 2] =
    [("error", "the answer is invalid"), ("warning", "the answer may be valid all the same")];

pub(super) const BOOLEANS: [(&str, &str); 2] = [("true", "yes"), ("false", "no")];

pub(super) const DRAFTS: [(&str, &str); 5] = [
    ("https://json-schema.org/draft/2020-12/schema", "the newest"),
    ("https://json-schema.org/draft/2019-09/schema", "of 2019"),
    ("http://json-schema.org/draft-07/schema#", "of 2018, widely used"),
    ("http://json-schema.org/draft-06/schema#", "of 2017"),
    ("http://json-schema.org/draft-04/schema#", "of 2013"),
];

/// The formats, and what each is.
pub(super) fn formats() -> [(&'static str, &'static str); 19] {
    Format::ALL.map(|format| (format.name(), meaning(format)))
}

fn meaning(format: Format) -> &'static str {
    match format {
        Format::DateTime => "2026-01-31T12:00:00Z",
        Format::Date => "2026-01-31",
        Format::Time => "12:00:00Z",
        Format::Duration => "P1DT12H",
        Format::Email => "ada@example.com",
        Format::IdnEmail => "an e-mail address in any script",
        Format::Hostname => "www.example.com",
        Format::IdnHostname => "a host name in any script",
        Format::Ipv4 => "192.0.2.1",
        Format::Ipv6 => "2001:db8::1",
        Format::Uri => "https://example.com/a",
        Format::UriReference => "a URI, or a part of one: /a?b",
        Format::Iri => "a URI in any script",
        Format::IriReference => "a URI, or a part of one, in any script",
        Format::UriTemplate => "https://example.com/{name}",
        Format::Uuid => "123e4567-e89b-12d3-a456-426614174000",
        Format::JsonPointer => "/a/0",
        Format::RelativeJsonPointer => "1/a",
        Format::Regex => "a regular expression",
    }
}
