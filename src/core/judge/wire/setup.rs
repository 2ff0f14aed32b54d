//! Setups that are handed on, and what comes of others'.

use super::{list, object, read_list, text};
use crate::core::link::{Offer, Shared};
use crate::core::settings::SetupChange;
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
    let change = |SetupChange { label, from, to }: &SetupChange| {
        object([("label", label.as_str().into()), ("from", from.as_str().into()), ("to", to.as_str().into())])
    };
    object([
        ("question", offer.question.as_str().into()),
        ("changes", list(&offer.changes, change)),
        ("settings", offer.settings.clone()),
    ])
}

pub(super) fn read_offer(json: &Value) -> Option<Offer> {
    let change = |json: &Value| {
        Some(SetupChange { label: text(json, "label")?, from: text(json, "from")?, to: text(json, "to")? })
    };
    Some(Offer {
        question: text(json, "question")?,
        changes: read_list(json, "changes", change)?,
        settings: json.get("settings")?.clone(),
    })
}
