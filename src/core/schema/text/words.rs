//! The words for what must hold of a value beside its type, in the two styles they are needed in.

use crate::core::schema::node::{Contains, Schema};
use crate::core::schema::shape::{ArrayShape, Bound, Kind, NumberShape, ObjectShape, Others, StringShape};
use serde_json::Value;

/// The most characters of an author's text that are told.
const MOST_OF_TEXT: usize = 200;

/// How a constraint is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// As a model reads it best: `at least 2 characters`.
    Words,
    /// As a person sees it at a glance: `≥ 2 characters`.
    Signs,
}

/// One end of a range, as it is told.
struct End {
    text: String,
    exclusive: bool,
}

impl Schema {
    /// What must hold of a value of this kind, as the prompt tells it, one text a constraint.
    pub fn constraint_words(&self, kind: &Kind) -> Vec<String> {
        Style::Words.constraints(self, kind, 0)
    }
}

impl Style {
    /// What must hold of a value of this kind, one text a constraint.
    /// `depth` is how deep in other texts these stand, which bounds those of parts.
    pub(super) fn constraints(self, schema: &Schema, kind: &Kind, depth: usize) -> Vec<String> {
        match kind {
            Kind::String(string) => self.of_string(string),
            Kind::Number(number) => self.of_number(number),
            Kind::Array(array) => self.of_array(schema, array, depth),
            Kind::Object(object) => self.of_object(schema, object, depth),
            Kind::Types(kinds) => {
                kinds.iter().flat_map(|kind| self.constraints(schema, kind, depth)).collect()
            }
            Kind::Boolean | Kind::Null | Kind::Enum(_) | Kind::Union(_) | Kind::Never | Kind::Any => {
                Vec::new()
            }
        }
    }

    fn of_string(self, string: &StringShape) -> Vec<String> {
        let mut said: Vec<_> = string.format.iter().map(|format| format.description().to_owned()).collect();
        said.extend(self.count(string.min_length, string.max_length, "character"));
        said.extend(string.contains.iter().map(|text| format!("contains {}", quoted(text))));
        said.extend(
            string
                .patterns
                .iter()
                .map(|pattern| format!("matches the pattern {}", pattern_text(pattern.source()))),
        );
        said
    }

    fn of_number(self, number: &NumberShape) -> Vec<String> {
        let end = |bound: &Bound| End { text: bound.number.to_string(), exclusive: bound.exclusive };
        let range = self.range(number.minimum.as_ref().map(end), number.maximum.as_ref().map(end));
        let multiples = number.multiples.iter().map(|of| format!("a multiple of {of}"));
        range.into_iter().chain(multiples).collect()
    }

    fn of_array(self, schema: &Schema, array: &ArrayShape, depth: usize) -> Vec<String> {
        let mut said = Vec::new();
        if !array.is_closed_tuple() {
            said.extend(self.count(array.min, array.max, "item"));
        }
        if array.unique {
            said.push("all different".to_owned());
        }
        for Contains { node, min, max, .. } in &array.contains {
            if let Some(count) = self.count(Some(*min), *max, "item")
                && let Some(what) = schema.short_part(*node, depth)
            {
                said.push(format!("{count} of this kind: {what}"));
            }
        }
        said
    }

    fn of_object(self, schema: &Schema, object: &ObjectShape, depth: usize) -> Vec<String> {
        let mut said: Vec<_> = self.count(object.min, object.max, "field").into_iter().collect();
        let names = object.names.and_then(|id| schema.short_part(id, depth));
        said.extend(names.map(|what| format!("each field name: {what}")));
        said.extend(object.dependent.iter().filter(|(_, needed)| !needed.is_empty()).map(
            |(name, needed)| {
                let names: Vec<_> = needed.iter().map(|name| quoted(name)).collect();
                let verb = if needed.len() == 1 { "is" } else { "are" };
                format!("{} {verb} required if {} is there", names.join(", "), quoted(name))
            },
        ));
        said
    }

    /// A number of things; a fewest of none says nothing.
    fn count(self, low: Option<u64>, high: Option<u64>, what: &str) -> Option<String> {
        let low = low.filter(|low| *low > 0);
        let plural = if high.or(low) == Some(1) { "" } else { "s" };
        let end = |count: u64| End { text: count.to_string(), exclusive: false };
        self.range(low.map(end), high.map(end)).map(|range| format!("{range} {what}{plural}"))
    }

    fn range(self, low: Option<End>, high: Option<End>) -> Option<String> {
        if let (Some(low), Some(high)) = (&low, &high)
            && !low.exclusive
            && !high.exclusive
        {
            let (low, high) = (&low.text, &high.text);
            return Some(match self {
                Self::Words if low == high => format!("exactly {low}"),
                Self::Words => format!("from {low} to {high}"),
                Self::Signs if low == high => low.clone(),
                Self::Signs => format!("{low} … {high}"),
            });
        }
        let (between, [at_least, above, at_most, below]) = match self {
            Self::Words => (" and ", ["at least", "above", "at most", "below"]),
            Self::Signs => (", ", ["≥", ">", "≤", "<"]),
        };
        let low = low.map(|end| format!("{} {}", if end.exclusive { above } else { at_least }, end.text));
        let high = high.map(|end| format!("{} {}", if end.exclusive { below } else { at_most }, end.text));
        let ends: Vec<_> = low.into_iter().chain(high).collect();
        (!ends.is_empty()).then(|| ends.join(between))
    }
}

impl ArrayShape {
    /// Whether it has its first items and no more, so that their number needs no word.
    pub fn is_closed_tuple(&self) -> bool {
        let length = self.prefix.len();
        let is_full = self.max.is_some_and(|max| max <= length as u64);
        length > 0 && (self.items == Others::Forbidden || is_full)
    }
}

/// The text as a JSON string.
pub(super) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// The values as JSON, with a text between them.
pub(super) fn literals(values: &[&Value], between: &str) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

/// An author's text on one line, and no more of it than helps.
pub(super) fn told(text: &str) -> String {
    on_one_line(text, MOST_OF_TEXT)
}

/// The source of a pattern on one line.
pub(super) fn pattern_text(source: &str) -> String {
    clipped(&source.replace('\n', "\\n").replace('\r', "\\r"), MOST_OF_TEXT)
}

/// A text on one line, and its beginning where it is long.
pub fn on_one_line(text: &str, most: usize) -> String {
    clipped(&text.split_whitespace().collect::<Vec<_>>().join(" "), most)
}

/// The beginning of a text, with a mark where it is not the whole.
pub fn clipped(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}
