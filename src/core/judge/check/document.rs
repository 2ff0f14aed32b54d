//! The schema of a check as it was written, and where in it a rule stands.

use super::place::Origin;
use crate::core::extract::{Candidate, extract_with_positions};
use crate::core::judge::source::{Compiled, SchemaSource};
use crate::core::pointer::{Pointer, below};
use crate::core::schema::{BuiltIn, Sources, import};
use crate::core::validate::Violation;
use serde_json::Value;
use std::ops::Range;

/// A schema as it was written.
#[derive(Clone, Debug)]
pub(super) struct Document {
    pub(super) text: String,
    /// Where its parts stand, as far as they are written there.
    written: Option<Written>,
}

/// What was read as a schema, found again in the text.
#[derive(Clone, Debug)]
struct Written {
    /// All that stands in the text.
    whole: Candidate,
    /// Where in it that stands which was read, as a JSON pointer.
    base: String,
    document: Value,
    sources: Sources,
}

impl Document {
    pub(super) fn new(source: &SchemaSource, compiled: &Compiled) -> Self {
        let (text, component) = match source {
            SchemaSource::BuiltIn(built_in) => (BuiltIn::source(*built_in), None),
            SchemaSource::Own(own) => (own.text.as_str(), compiled.read.component.as_deref()),
        };
        Self { text: text.to_owned(), written: Written::new(text, component, compiled) }
    }

    /// Where the rule stands that a value breaks.
    pub(super) fn place(
        &self,
        violation: &Violation,
        value: &Value,
        compiled: &Compiled,
    ) -> Option<Range<usize>> {
        let written = self.written.as_ref()?;
        let (sources, document) = (&written.sources, &written.document);
        let place = Origin { validator: &compiled.validator, sources, document }.place(violation, value)?;
        let whole = &written.whole;
        let pointer = Pointer::of_json_pointer(&format!("{}{place}", written.base), &whole.value);
        let span = whole.positions.as_ref()?.of(&whole.value, &pointer)?;
        let holds_others = self.text.get(span.value()).is_some_and(|text| text.starts_with(['{', '[']));
        Some(match span.key() {
            Some(key) if holds_others => key,
            Some(key) => key.start..span.value().end,
            None => first_of(span.value()),
        })
    }
}

impl Written {
    /// What was read of a text; none where it was rewritten for that, or put together anew.
    fn new(text: &str, component: Option<&str>, compiled: &Compiled) -> Option<Self> {
        let imported = import(text, component).ok()?;
        let whole = extract_with_positions(text).candidates.into_iter().next()?;
        let base = place_of(&imported.document, &whole.value)?;
        let sources = Sources::new(&compiled.read.schema, &imported);
        Some(Self { whole, base, document: imported.document, sources })
    }
}

/// Where a value stands in another, the outermost place first.
fn place_of(wanted: &Value, value: &Value) -> Option<String> {
    let mut left = vec![(String::new(), value)];
    while let Some((place, value)) = left.pop() {
        if value == wanted {
            return Some(place);
        }
        match value {
            Value::Object(members) => {
                left.extend(members.iter().map(|(name, member)| (below(&place, name), member)))
            }
            Value::Array(items) => {
                left.extend(items.iter().enumerate().map(|(at, item)| (format!("{place}/{at}"), item)));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    None
}

/// The first sign of an object or an array.
pub(super) fn first_of(range: Range<usize>) -> Range<usize> {
    range.start..range.end.min(range.start + 1)
}
