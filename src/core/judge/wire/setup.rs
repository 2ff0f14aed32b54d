//! Setups that are handed on, and what comes of others'.

use super::{object, text};
use crate::core::link::{Offer, Shared};
use serde_json::Value;

pub(super) fn shared(shared: &Shared) -> Value {
    object([
        ("text", shared.text.as_str().into()),
        ("file", shared.file.as_str().into()),
        ("name", shared.name.as_str().into()),
        ("problem", shared.problem.as_str().into()),
    ])
}

pub(super) fn read_shared(json: &Value) -> Option<Shared> {
    Some(Shared {
        text: text(json, "text")?,
        file: text(json, "file")?,
        name: text(json, "name")?,
        problem: text(json, "problem")?,
    })
}

pub(super) fn offer(offer: &Offer) -> Value {
    object([
        ("question", offer.question.as_str().into()),
        ("changes", offer.changes.clone()),
        ("settings", offer.settings.clone()),
    ])
}

pub(super) fn read_offer(json: &Value) -> Option<Offer> {
    Some(Offer {
        question: text(json, "question")?,
        changes: json.get("changes")?.clone(),
        settings: json.get("settings")?.clone(),
    })
}
