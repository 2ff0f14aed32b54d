//! What became of a critique, and opinions.

use super::{flag, object, size, text};
use crate::core::critique::{Finding, Opinion};
use crate::core::judge::{Critiqued, Judgement};
use serde_json::Value;

impl Critiqued {
    pub(super) fn to_json(&self) -> Value {
        object([("judgement", self.judgement.to_json()), ("finding", finding(&self.finding))])
    }

    pub(super) fn from_json(json: &Value) -> Option<Self> {
        let judgement = Judgement::from_json(json.get("judgement")?)?;
        Some(Self { judgement, finding: read_finding(json.get("finding")?)? })
    }
}

/// A text where the critique is of no use, and otherwise how much it objects to.
fn finding(finding: &Finding) -> Value {
    match finding {
        Finding::Nothing => Value::Null,
        Finding::Objections { told, more } => object([("told", (*told).into()), ("more", (*more).into())]),
        Finding::Unusable(reason) => reason.as_str().into(),
    }
}

fn read_finding(json: &Value) -> Option<Finding> {
    match json {
        Value::Null => Some(Finding::Nothing),
        Value::String(reason) => Some(Finding::Unusable(reason.clone())),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            Some(Finding::Objections { told: size(json, "told")?, more: size(json, "more")? })
        }
    }
}

/// A text where the opinion is unclear.
pub(super) fn opinion(opinion: &Opinion) -> Value {
    match opinion {
        Opinion::Clear { approves, reason } => {
            object([("approves", (*approves).into()), ("reason", reason.as_str().into())])
        }
        Opinion::Unclear(reason) => reason.as_str().into(),
    }
}

pub(super) fn read_opinion(json: &Value) -> Option<Opinion> {
    match json.as_str() {
        Some(reason) => Some(Opinion::Unclear(reason.to_owned())),
        None => Some(Opinion::Clear { approves: flag(json, "approves")?, reason: text(json, "reason")? }),
    }
}
