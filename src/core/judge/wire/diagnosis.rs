//! What came of the attempts of a run, and why it goes in circles.

use super::judgement::{read_violation, violation};
use super::{flag, list, object, optional_text, read_list, size, string, text};
use crate::core::judge::{DiagnosisText, Tried};
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

pub(super) fn diagnosis(diagnosis: &DiagnosisText) -> Value {
    let rule = |(message, place): &(String, String)| vec![message.as_str(), place].into();
    object([
        ("headline", diagnosis.headline.as_str().into()),
        ("rules", list(&diagnosis.rules, rule)),
        ("others", diagnosis.others.into()),
        ("advice", list(&diagnosis.advice, |step| step.as_str().into())),
        ("asksForInput", diagnosis.asks_for_input.into()),
    ])
}

pub(super) fn read_diagnosis(json: &Value) -> Option<DiagnosisText> {
    Some(DiagnosisText {
        headline: text(json, "headline")?,
        rules: read_list(json, "rules", |rule| Some((string(rule.get(0)?)?, string(rule.get(1)?)?)))?,
        others: size(json, "others")?,
        advice: read_list(json, "advice", string)?,
        asks_for_input: flag(json, "asksForInput")?,
    })
}
