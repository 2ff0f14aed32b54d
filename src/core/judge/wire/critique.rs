//! What became of a critique, and what a model thinks.

use super::{flag, object, text};
use crate::core::critique::{Finding, Opinion};
use crate::core::judge::{Critiqued, Judgement};
use crate::core::members::{Member, Members, Object};
use serde_json::Value;

impl Object for Critiqued {
    fn blank() -> Self {
        Self { judgement: Judgement::default(), finding: Finding::Nothing }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members.member("judgement", &mut self.judgement).member("finding", &mut self.finding);
    }
}

/// A text where the critique is of no use, how much it objects to where it does, and else nothing.
impl Member for Finding {
    fn write(&mut self) -> Value {
        match self {
            Self::Nothing => Value::Null,
            Self::Objections { told, more } => vec![*told, *more].into(),
            Self::Unusable(reason) => reason.as_str().into(),
        }
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        *self = match json.as_str() {
            Some(reason) => Self::Unusable(reason.to_owned()),
            None => {
                let mut counts = Vec::<usize>::new();
                counts.read(json)?;
                let [told, more] = counts[..] else { return Err(String::new()) };
                Self::Objections { told, more }
            }
        };
        Ok(())
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
