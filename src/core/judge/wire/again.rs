//! Runs whose replies were judged again.

use super::{list, object, read_list, text};
use crate::core::judge::Judgement;
use crate::core::run_file::Again;
use serde_json::Value;

pub(super) fn again(again: &Again) -> Value {
    let judgement = |judgement: &Option<Judgement>| judgement.as_ref().map(Judgement::to_json).into();
    object([
        ("file", again.file.as_str().into()),
        ("judgements", list(&again.judgements, judgement)),
        ("drawn", again.drawn.clone()),
    ])
}

pub(super) fn read_again(json: &Value) -> Option<Again> {
    let judgement = |json: &Value| match json {
        Value::Null => Some(None),
        json => Judgement::from_json(json).map(Some),
    };
    Some(Again {
        file: text(json, "file")?,
        judgements: read_list(json, "judgements", judgement)?,
        drawn: json.get("drawn")?.clone(),
    })
}
