//! Schemas for servers that take what their author has: only the rules across fields are taken out.

use super::kept::Fate;
use super::keyword::Keyword;
use super::lower::kept;
use super::lowered::{AnswerForm, Lowered};
use super::places::Places;
use super::restore::Reading;
use super::table::{Dialect, Treatment};
use super::write::described;
use crate::core::schema::{Rule, Schema};
use indexmap::IndexMap;
use serde_json::Value;
use std::sync::Arc;

/// The schema as it is written, with its rules in the descriptions.
pub(super) fn lower(schema: &Schema, dialect: Dialect, mut document: Value, places: &Places) -> Lowered {
    let mut fates = IndexMap::new();
    for (id, node) in schema.nodes().filter(|(id, _)| places.has(*id)) {
        let keywords: Vec<_> = node.assertions.iter().map(Keyword::of).collect();
        for of in &keywords {
            // Whoever does not know the one keyword takes the other one to be about all items or fields.
            let beside = match of {
                Keyword::Items => Some(Keyword::PrefixItems),
                Keyword::AdditionalProperties => Some(Keyword::PatternProperties),
                _ => None,
            };
            let keyword = beside.filter(|beside| keywords.contains(beside)).unwrap_or(*of);
            let fate = match (dialect.table().treatment)(keyword) {
                Treatment::Enforces => (Fate::Enforced, ""),
                Treatment::Ignores | Treatment::Refuses | Treatment::Where(_, _) => {
                    (Fate::Ignored, "not every server knows it")
                }
            };
            fates.insert((id, *of), fate);
        }
        if !node.rules.is_empty() {
            fates.insert((id, Keyword::Rules), (Fate::Dropped, ""));
            let told: Vec<_> = node.rules.iter().map(Rule::words).collect();
            if let Some(Value::Object(written)) = document.pointer_mut(&places.pointer(id)) {
                written.shift_remove("x-rules");
                let description = written.get("description").and_then(Value::as_str);
                if let Some(description) = described(description, &told) {
                    written.insert("description".to_owned(), description.into());
                }
            }
        }
    }
    if let Value::Object(written) = &mut document {
        written.shift_remove("$schema");
    }
    Lowered {
        dialect,
        document,
        kept: kept(schema, places, &fates),
        narrowed: Vec::new(),
        stand_ins: Vec::new(),
        wrapper: None,
        form: AnswerForm::AsWritten,
        reading: Arc::new(Reading::plain()),
    }
}
