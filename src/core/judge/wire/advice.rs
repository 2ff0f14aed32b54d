//! What a person can do about a call that failed.

use super::{flag, list, object, read_list, string, text};
use crate::core::judge::Advice;
use serde_json::Value;

pub(super) fn advice(advice: &Advice) -> Value {
    let Advice { title, quote, is_guess, steps } = advice;
    object([
        ("title", title.as_str().into()),
        ("quote", quote.as_str().into()),
        ("isGuess", (*is_guess).into()),
        ("steps", list(steps, |step| step.as_str().into())),
    ])
}

pub(super) fn read_advice(json: &Value) -> Option<Advice> {
    Some(Advice {
        title: text(json, "title")?,
        quote: text(json, "quote")?,
        is_guess: flag(json, "isGuess")?,
        steps: read_list(json, "steps", string)?,
    })
}
