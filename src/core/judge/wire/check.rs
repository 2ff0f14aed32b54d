//! Checks and the windows on their texts. Rows travel as lists without names: there are many.

use super::judgement::{read_violation, violation};
use super::{flag, list, object, read_list, size, string, text};
use crate::core::agent::Correcting;
use crate::core::judge::{Check, Checked, Piece, TextRow, Window};
use serde_json::Value;

/// A check without its case.
pub(super) fn check(check: &Check) -> Value {
    object([
        ("number", check.number.into()),
        ("columns", check.columns.into()),
        ("correcting", check.correcting.name().into()),
        ("correction", check.correction_template.as_str().into()),
        ("nudge", check.nudge_template.as_str().into()),
    ])
}

pub(super) fn read_check(json: &Value) -> Option<Check> {
    Some(Check {
        number: json.get("number")?.as_u64()?,
        columns: size(json, "columns")?,
        correcting: Correcting::from_name(json.get("correcting")?.as_str()?)?,
        correction_template: text(json, "correction")?,
        nudge_template: text(json, "nudge")?,
        ..Check::default()
    })
}

pub(super) fn checked(checked: &Checked) -> Value {
    object([
        ("isValid", checked.is_valid.into()),
        ("headline", checked.headline.as_str().into()),
        ("remarks", checked.remarks.clone().into()),
        ("violations", list(&checked.violations, violation)),
        ("more", checked.more.into()),
        ("correction", checked.correction.as_str().into()),
    ])
}

pub(super) fn read_checked(json: &Value) -> Option<Checked> {
    Some(Checked {
        is_valid: flag(json, "isValid")?,
        headline: text(json, "headline")?,
        remarks: read_list(json, "remarks", string)?,
        violations: read_list(json, "violations", read_violation)?,
        more: size(json, "more")?,
        correction: text(json, "correction")?,
    })
}

pub(super) fn window(window: &Window) -> Value {
    object([
        ("rows", window.rows.into()),
        ("from", window.from.into()),
        ("drawn", list(&window.drawn, row)),
        ("places", list(&window.places, |place| (*place).into())),
    ])
}

pub(super) fn read_window(json: &Value) -> Option<Window> {
    Some(Window {
        rows: size(json, "rows")?,
        from: size(json, "from")?,
        drawn: read_list(json, "drawn", read_row)?,
        places: read_list(json, "places", |place| Some(number(place)))?,
    })
}

/// Its line, and then its pieces.
fn row(row: &TextRow) -> Value {
    std::iter::once(row.line.into()).chain(row.pieces.iter().map(piece)).collect()
}

fn read_row(json: &Value) -> Option<TextRow> {
    let (line, pieces) = json.as_array()?.split_first()?;
    Some(TextRow { line: number(line), pieces: pieces.iter().map(read_piece).collect::<Option<_>>()? })
}

/// Its text alone where there is nothing else to say.
fn piece(piece: &Piece) -> Value {
    let text = Value::from(piece.text.as_str());
    match (piece.repair.as_str(), piece.violations.as_slice(), piece.is_aside) {
        ("", [], false) => text,
        (repair, violations, is_aside) => [text, repair.into(), is_aside.into()]
            .into_iter()
            .chain(violations.iter().map(|it| (*it).into()))
            .collect(),
    }
}

fn read_piece(json: &Value) -> Option<Piece> {
    let Some([text, repair, is_aside, violations @ ..]) = json.as_array().map(Vec::as_slice) else {
        return Some(Piece { text: string(json)?, ..Piece::default() });
    };
    Some(Piece {
        text: string(text)?,
        repair: string(repair)?,
        is_aside: is_aside.as_bool()?,
        violations: violations.iter().map(number).collect::<Option<_>>()?,
    })
}

fn number(json: &Value) -> Option<usize> {
    json.as_u64()?.try_into().ok()
}
