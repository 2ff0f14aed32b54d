//! Runs whose replies were judged again.

use super::{flag, list, object, read_list, string, text};
use crate::core::judge::Judgement;
use crate::core::run_file::{Again, Cell};
use serde_json::Value;

pub(super) fn again(again: &Again) -> Value {
    let judgement = |judgement: &Option<Judgement>| judgement.as_ref().map(Judgement::to_json).into();
    let cell =
        |cell: &Cell| object([("text", cell.text.as_str().into()), ("isChanged", cell.is_changed.into())]);
    object([
        ("file", again.file.as_str().into()),
        ("judgements", list(&again.judgements, judgement)),
        ("lines", list(&again.lines, |line| line.as_str().into())),
        ("table", list(&again.table, |row| list(row, cell))),
    ])
}

pub(super) fn read_again(json: &Value) -> Option<Again> {
    let judgement = |json: &Value| match json {
        Value::Null => Some(None),
        json => Judgement::from_json(json).map(Some),
    };
    let cell = |json: &Value| Some(Cell { text: text(json, "text")?, is_changed: flag(json, "isChanged")? });
    Some(Again {
        file: text(json, "file")?,
        judgements: read_list(json, "judgements", judgement)?,
        lines: read_list(json, "lines", string)?,
        table: read_list(json, "table", |row| row.as_array()?.iter().map(cell).collect())?,
    })
}
