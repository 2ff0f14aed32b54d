//! Checks and the windows on their texts. Rows travel as lists without names: there are many.

use super::{object, size, string, text};
use crate::core::agent::Correcting;
use crate::core::judge::{Check, Checked, Piece, TextRow, Window};
use crate::core::members::{Member, Members, Object};
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

impl Object for Checked {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("isValid", &mut self.is_valid)
            .member("headline", &mut self.headline)
            .member("remarks", &mut self.remarks)
            .member("violations", &mut self.violations)
            .member("more", &mut self.more)
            .member("correction", &mut self.correction);
    }
}

impl Object for Window {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("rows", &mut self.rows)
            .member("from", &mut self.from)
            .member("drawn", &mut self.drawn)
            .member("places", &mut self.places);
    }
}

/// The rows, each as a list.
impl Member for Vec<TextRow> {
    fn write(&mut self) -> Value {
        self.iter().map(row).collect()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        *self =
            json.as_array().and_then(|rows| rows.iter().map(read_row).collect()).ok_or_else(String::new)?;
        Ok(())
    }
}

/// For each violation its row, if it has one.
impl Member for Vec<Option<usize>> {
    fn write(&mut self) -> Value {
        self.iter().map(|place| Value::from(*place)).collect()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        *self = json.as_array().into_iter().flatten().map(number).collect();
        Ok(())
    }
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
