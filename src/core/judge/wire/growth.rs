//! Growths.

use super::judgement::{read_violation, violation};
use super::{object, optional, optional_text, text};
use crate::core::judge::{Growth, Hopeless};
use serde_json::Value;

pub(super) fn growth(growth: &Growth) -> Value {
    let hopeless = |hopeless: &Hopeless| {
        object([("violation", violation(&hopeless.violation)), ("rest", hopeless.rest.into())])
    };
    object([
        ("value", growth.value.as_str().into()),
        ("open", growth.open.as_deref().into()),
        ("hopeless", growth.hopeless.as_ref().map(hopeless).into()),
    ])
}

pub(super) fn read_growth(json: &Value) -> Option<Growth> {
    let hopeless = |json: &Value| {
        Some(Hopeless {
            violation: read_violation(json.get("violation")?)?,
            rest: json.get("rest")?.as_u64()?,
        })
    };
    Some(Growth {
        value: text(json, "value")?,
        open: optional_text(json, "open")?,
        hopeless: optional(json, "hopeless", hopeless)?,
    })
}
