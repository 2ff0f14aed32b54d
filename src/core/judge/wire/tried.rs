//! What came of the attempts of a run.

use super::judgement::{read_violation, violation};
use super::{flag, list, object, optional_text, read_list};
use crate::core::judge::Tried;
use serde_json::Value;

pub(super) fn tried(tried: &Tried) -> Value {
    object([
        ("text", tried.text().into()),
        ("isJudged", matches!(tried, Tried::Judged(..)).into()),
        ("violations", list(tried.violations(), violation)),
    ])
}

pub(super) fn read_tried(json: &Value) -> Option<Tried> {
    Some(match optional_text(json, "text")? {
        Some(text) if flag(json, "isJudged")? => {
            Tried::Judged(text, read_list(json, "violations", read_violation)?)
        }
        Some(text) => Tried::Unread(text),
        None => Tried::Nothing,
    })
}
