//! Differences.

use super::{flag, list, object, optional, optional_text, read_list, text};
use crate::core::dialect::Fate;
use crate::core::judge::{Difference, Row, Stretch};
use serde_json::Value;

pub(super) fn difference(difference: &Difference) -> Value {
    object([("summary", difference.summary.as_str().into()), ("stretches", stretches(&difference.stretches))])
}

pub(super) fn stretches(stretches: &[Stretch]) -> Value {
    let stretch = |stretch: &Stretch| {
        object([("heading", stretch.heading.as_str().into()), ("rows", list(&stretch.rows, row))])
    };
    list(stretches, stretch)
}

fn row(row: &Row) -> Value {
    let fate = row.fate.and_then(|fate| Fate::ALL.into_iter().position(|other| other == fate));
    object([
        ("own", row.own.as_deref().into()),
        ("sent", row.sent.as_deref().into()),
        ("isEqual", row.is_equal.into()),
        ("remark", row.remark.as_str().into()),
        ("fate", fate.into()),
    ])
}

pub(super) fn read_difference(json: &Value) -> Option<Difference> {
    Some(Difference { summary: text(json, "summary")?, stretches: read_stretches(json)? })
}

/// The member of this name.
pub(super) fn read_stretches(json: &Value) -> Option<Vec<Stretch>> {
    let stretch = |json: &Value| {
        Some(Stretch { heading: text(json, "heading")?, rows: read_list(json, "rows", read_row)? })
    };
    read_list(json, "stretches", stretch)
}

fn read_row(json: &Value) -> Option<Row> {
    let fate = |json: &Value| Fate::ALL.get(usize::try_from(json.as_u64()?).ok()?).copied();
    Some(Row {
        own: optional_text(json, "own")?,
        sent: optional_text(json, "sent")?,
        is_equal: flag(json, "isEqual")?,
        remark: text(json, "remark")?,
        fate: optional(json, "fate", fate)?,
    })
}
