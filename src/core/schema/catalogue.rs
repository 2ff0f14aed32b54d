//! The built-in schemas, as data: one file each, in the field form.

use super::node::Schema;

/// One built-in schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What settings and links call it; never changes.
    pub id: &'static str,
    /// The schema itself.
    pub schema: Schema,
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
        .filter_map(|(id, text)| {
            let form = serde_json::from_str(text).ok()?;
            Some(Entry { id, schema: Schema::from_fields(&form).ok()? })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_schema_with_a_label_and_an_example_prompt() {
        let entries = catalogue();
        assert_eq!(entries.iter().map(|entry| entry.id).collect::<Vec<_>>(), FILES.map(|(id, _)| id));
        for entry in entries {
            assert!(!entry.schema.label.is_empty(), "{}", entry.id);
            assert!(!entry.schema.example_prompt.is_empty(), "{}", entry.id);
            assert!(!entry.schema.preview().is_empty(), "{}", entry.id);
        }
    }
}
