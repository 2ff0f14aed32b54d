//! What every program is made of, whatever it is written in.

use super::key::variable;
use super::language::Notation;
use super::literal::INDENT;
use super::python_pattern;
use super::sent::{SentCall, before_key};
use super::{python, typescript};
use crate::core::dialect::Lowered;
use crate::core::format::Format;
use crate::core::pattern::Pattern;
use crate::core::provider::Family;
use crate::core::schema::{Assertion, Node, NodeId, Schema};
use crate::core::validate::Formats;
use serde_json::{Map, Value};

/// What an answer is checked by.
#[derive(Clone, Copy, Debug)]
pub struct Criteria<'a> {
    /// The author's schema.
    pub schema: &'a Schema,
    /// Whether its formats are asserted.
    pub formats: Formats,
    /// The form in which the server is given it, if it is.
    pub lowered: Option<&'a Lowered>,
    /// How often the model may answer.
    pub attempts: u8,
}

/// What is put into a program.
pub(super) struct Parts {
    pub(super) url: String,
    pub(super) headers: Vec<Header>,
    /// The environment variable with the key; none where there is no key.
    pub(super) variable: Option<&'static str>,
    pub(super) family: Family,
    /// Whether the model is made to call a tool.
    pub(super) has_tool: bool,
    /// The body of the request.
    pub(super) request: Map<String, Value>,
    /// The conversation in it.
    pub(super) messages: Value,
    /// The author's schema, as JSON Schema.
    pub(super) schema: Value,
    /// What is to be known of it, a line each.
    pub(super) remarks: Vec<String>,
    /// Whether formats are asserted, and there are any.
    pub(super) formats: Vec<Format>,
    /// Whether numbers must be multiples of a fraction.
    pub(super) has_fractions: bool,
    /// The fields of which a null stands for one that is left out.
    pub(super) left_out: Vec<String>,
    /// The field of the object that the answer is put into, if it is.
    pub(super) wrapper: Option<&'static str>,
    pub(super) attempts: u8,
}

/// A header of the request.
pub(super) struct Header {
    pub(super) name: String,
    /// What stands before the key, or all of it.
    pub(super) value: String,
    pub(super) has_key: bool,
}

/// A program that makes a call, checks the answer and has it corrected; none where the body is no JSON object.
pub fn program(notation: Notation, sent: &SentCall, criteria: Criteria<'_>) -> Option<String> {
    let parts = Parts::new(notation, sent, criteria)?;
    Some(match notation {
        Notation::Python => python::program(&parts),
        Notation::TypeScript => typescript::program(&parts),
    })
}

impl Parts {
    fn new(notation: Notation, sent: &SentCall, criteria: Criteria<'_>) -> Option<Self> {
        let request: Map<String, Value> = serde_json::from_str(&sent.body).ok()?;
        let headers: Vec<_> = sent.headers.iter().map(Header::new).collect();
        let Criteria { schema, formats, lowered, attempts } = criteria;
        let mut remarks = rules(schema);
        let read = match notation {
            Notation::Python => readable(schema, &mut remarks),
            Notation::TypeScript => schema.clone(),
        };
        // They are told apart.
        let read = read.changed(|node| node.rules.clear());
        let formats = if formats == Formats::Assert { formats_of(schema) } else { Vec::new() };
        let document = read.to_json_schema();
        if notation == Notation::TypeScript {
            remarks.extend(unknown_formats(&formats));
            remarks.extend(rounded(&[&document, &Value::Object(request.clone())]));
        }
        if let Some(name) = &sent.image {
            remarks.push(format!("The image {name} is left out: {ADD_IMAGE}"));
        }
        if lowered.is_some_and(|lowered| has_pairs(&lowered.document)) {
            remarks.push(PAIRS.to_owned());
        }
        Some(Self {
            url: sent.url.clone(),
            variable: headers.iter().any(|header| header.has_key).then(|| variable(sent.provider)),
            headers,
            family: sent.provider.preset().family,
            has_tool: request.contains_key("tools"),
            messages: texts(request.get("messages")),
            request,
            schema: document,
            remarks,
            has_fractions: has_fractions(schema),
            formats,
            left_out: lowered.map(left_out).unwrap_or_default(),
            wrapper: lowered.and_then(|lowered| lowered.wrapper).map(|wrapper| wrapper.field),
            attempts,
        })
    }
}

impl Header {
    fn new((name, value): &(String, String)) -> Self {
        let before = before_key(value);
        let (value, has_key) = (before.unwrap_or(value).to_owned(), before.is_some());
        Self { name: name.clone(), value, has_key }
    }

    /// It as a member of an object, its key by an expression.
    pub(super) fn line(&self, notation: Notation, key: &str) -> String {
        let (name, value) = (notation.text(&self.name), notation.text(&self.value));
        let value = match (self.has_key, self.value.is_empty()) {
            (false, _) => value,
            (true, true) => key.to_owned(),
            (true, false) => format!("{value} + {key}"),
        };
        format!("\n{:INDENT$}{name}: {value},", "")
    }
}

const ADD_IMAGE: &str = "add it to the first message of the user, in the form that the server asks for.";

/// The messages with their texts alone.
fn texts(messages: Option<&Value>) -> Value {
    let text = |message: &Value| {
        let mut message = message.clone();
        if let Some(members) = message.as_object_mut() {
            members.shift_remove("images");
        }
        if let Some(content) = message.get_mut("content").filter(|content| content.is_array()) {
            let parts = content.as_array().into_iter().flatten();
            *content = parts.filter_map(|part| part.get("text")?.as_str()).collect::<String>().into();
        }
        message
    };
    messages.and_then(Value::as_array).into_iter().flatten().map(text).collect()
}

const PAIRS: &str = "The server makes the model write objects of any keys as lists of keys and values, \
    which this program does not turn back: ask in another response format for these.";

/// The rules that no JSON Schema library knows.
fn rules(schema: &Schema) -> Vec<String> {
    let rules = schema.told_rules();
    let title =
        (!rules.is_empty()).then(|| "Not checked here, since JSON Schema has no words for it:".to_owned());
    title.into_iter().chain(rules.iter().map(|rule| format!("- {rule}"))).collect()
}

/// The schema without the patterns that Python cannot read, each of which is told.
fn readable(schema: &Schema, remarks: &mut Vec<String>) -> Schema {
    let mut unread = Vec::new();
    let mut has_pattern = false;
    let kept = schema.changed(|node| {
        // It is about those that no pattern names.
        let keeps_others = !has_unread_names(node);
        node.assertions.retain(|assertion| match assertion {
            Assertion::Pattern(pattern) => {
                let is_read = python_pattern::reads(pattern.source());
                has_pattern |= is_read;
                unread.extend((!is_read).then(|| pattern.source().to_owned()));
                is_read
            }
            Assertion::PatternProperties(patterns) => {
                let before = unread.len();
                unread.extend(unread_among(patterns));
                unread.len() == before
            }
            Assertion::AdditionalProperties(_) => keeps_others,
            _ => true,
        });
    });
    if has_pattern {
        remarks.push("Patterns are read as Python's, in which \\d and \\w match beyond ASCII.".to_owned());
    }
    if !unread.is_empty() {
        remarks.push("Not checked here, since Python's `re` cannot read these patterns:".to_owned());
        remarks.extend(unread.into_iter().map(|pattern| format!("- {pattern}")));
    }
    kept
}

fn has_unread_names(node: &Node) -> bool {
    node.assertions.iter().any(|assertion| match assertion {
        Assertion::PatternProperties(patterns) => unread_among(patterns).next().is_some(),
        _ => false,
    })
}

/// The patterns that Python cannot read.
fn unread_among(patterns: &[(Pattern, NodeId)]) -> impl Iterator<Item = String> {
    let sources = patterns.iter().map(|(pattern, _)| pattern.source());
    sources.filter(|source| !python_pattern::reads(source)).map(str::to_owned)
}

/// The formats in a schema, each once.
fn formats_of(schema: &Schema) -> Vec<Format> {
    let mut formats = Vec::new();
    for (_, node) in schema.nodes() {
        for assertion in &node.assertions {
            if let Assertion::Format(format) = assertion
                && !formats.contains(format)
            {
                formats.push(*format);
            }
        }
    }
    formats
}

/// What is said of the formats that `ajv-formats` does not know.
fn unknown_formats(formats: &[Format]) -> Option<String> {
    let is_unknown = |format: &&Format| {
        matches!(format, Format::IdnEmail | Format::IdnHostname | Format::Iri | Format::IriReference)
    };
    let unknown: Vec<_> = formats.iter().filter(is_unknown).map(|format| format.name()).collect();
    (!unknown.is_empty()).then(|| {
        format!("Not checked here, since ajv-formats does not know these formats: {}.", unknown.join(", "))
    })
}

/// What is said of the numbers that JavaScript rounds.
fn rounded(values: &[&Value]) -> Option<String> {
    let mut numbers = Vec::new();
    let mut left: Vec<&Value> = values.to_vec();
    while let Some(value) = left.pop() {
        match value {
            Value::Number(number) => {
                let size = number.as_u64().or_else(|| Some(number.as_i64()?.unsigned_abs()));
                let text = number.to_string();
                if size.is_some_and(|size| size > MOST_EXACT) && !numbers.contains(&text) {
                    numbers.push(text);
                }
            }
            Value::Array(items) => left.extend(items),
            Value::Object(members) => left.extend(members.values()),
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }
    (!numbers.is_empty()).then(|| format!("JavaScript rounds these numbers: {}.", numbers.join(", ")))
}

/// The largest integer up to which JavaScript has them all.
const MOST_EXACT: u64 = 9_007_199_254_740_991;

fn has_fractions(schema: &Schema) -> bool {
    schema.nodes().any(|(_, node)| {
        node.assertions.iter().any(|assertion| match assertion {
            Assertion::MultipleOf(number) => number.as_f64().is_some_and(|number| number.fract() != 0.0),
            _ => false,
        })
    })
}

/// The names of the fields of which a null stands for one that is left out, each once.
fn left_out(lowered: &Lowered) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for pointer in &lowered.stand_ins {
        let name = pointer.rsplit('/').next().unwrap_or_default().replace("~1", "/").replace("~0", "~");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Whether somewhere a list of keys and values stands for an object.
fn has_pairs(document: &Value) -> bool {
    match document {
        Value::Array(items) => items.iter().any(has_pairs),
        Value::Object(members) => {
            let is_pair = members.get("properties").and_then(Value::as_object).is_some_and(|properties| {
                properties.len() == 2 && properties.contains_key("key") && properties.contains_key("value")
            });
            is_pair || members.values().any(has_pairs)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}
