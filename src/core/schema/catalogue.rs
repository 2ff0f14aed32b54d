//! The built-in schemas, as data: one file each, in the field form.

use super::error::SchemaError;
use super::node::{Example, Schema};
use serde_json::Value;

/// One built-in schema, as it is offered: it is read only when it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What settings and links call it; never changes.
    pub id: &'static str,
    /// Its name for people.
    pub label: String,
    /// What could be asked for an answer of it.
    pub example: Example,
    /// The schema itself, as text.
    pub source: &'static str,
}

const FILES: [(&str, &str); 7] = [
    ("weather-report", include_str!("catalogue/weather-report.json")),
    ("support-ticket", include_str!("catalogue/support-ticket.json")),
    ("invoice", include_str!("catalogue/invoice.json")),
    ("contact", include_str!("catalogue/contact.json")),
    ("product-review", include_str!("catalogue/product-review.json")),
    ("calendar-event", include_str!("catalogue/calendar-event.json")),
    ("job-posting", include_str!("catalogue/job-posting.json")),
];

/// The built-in schemas, in the order they are offered; the first is the default.
pub fn catalogue() -> Vec<Entry> {
    FILES
        .into_iter()
        .filter_map(|(id, source)| {
            let form: Value = serde_json::from_str(source).ok()?;
            let text = |name| Some(form.get(name)?.as_str()?.to_owned());
            let example = Example { prompt: text("prompt")?, input: text("input").unwrap_or_default() };
            Some(Entry { id, label: text("label")?, example, source })
        })
        .collect()
}

impl Entry {
    /// Reads the schema.
    ///
    /// # Errors
    /// None that the tests let pass: every entry can be read.
    pub fn schema(&self) -> Result<Schema, SchemaError> {
        Schema::from_fields(&serde_json::from_str(self.source).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_schema_with_a_label_and_an_example_prompt() {
        let entries = catalogue();
        assert_eq!(entries.iter().map(|entry| entry.id).collect::<Vec<_>>(), FILES.map(|(id, _)| id));
        for entry in entries {
            let schema = entry.schema().unwrap();
            assert_eq!((&entry.label, &entry.example), (&schema.label, &schema.example));
            assert!(!entry.label.is_empty() && !entry.example.prompt.is_empty(), "{}", entry.id);
            assert!(!schema.preview().is_empty(), "{}", entry.id);
        }
    }
}
