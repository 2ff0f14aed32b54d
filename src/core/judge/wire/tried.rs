//! What came of the attempts of a run.

use super::{flag, object, optional_text};
use crate::core::judge::Tried;
use crate::core::members::Member;
use serde_json::Value;

pub(super) fn tried(tried: &Tried) -> Value {
    object([
        ("text", tried.text().into()),
        ("isJudged", matches!(tried, Tried::Judged(..)).into()),
        ("violations", tried.violations().to_vec().write()),
    ])
}

pub(super) fn read_tried(json: &Value) -> Option<Tried> {
    Some(match optional_text(json, "text")? {
        Some(text) if flag(json, "isJudged")? => {
            let mut violations = Vec::new();
            Member::read(&mut violations, json.get("violations")?).ok()?;
            Tried::Judged(text, violations)
        }
        Some(text) => Tried::Unread(text),
        None => Tried::Nothing,
    })
}
