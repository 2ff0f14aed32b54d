//! The rows of JSON lines, or of a JSON array.

use super::{Column, OWN, Row};
use serde_json::Value;

/// A row a line that is not blank; of more than there may be, one too many.
pub(super) fn lines(text: &str, most: usize) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for (position, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = format!("line {}", position + 1);
        let value = serde_json::from_str(line).map_err(|_| format!("{place} is no JSON."))?;
        add(&mut rows, row(value), &place)?;
        if rows.len() > most {
            break;
        }
    }
    Ok(rows)
}

/// The rows of an array; whatever else it is, all of it is one input.
pub(super) fn rows(text: &str) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    match serde_json::from_str(text) {
        Ok(Value::Array(items)) => {
            for (position, item) in items.into_iter().enumerate() {
                add(&mut rows, row(item), &format!("item {}", position + 1))?;
            }
        }
        Ok(_) => rows.push(Row::Text(text.to_owned())),
        Err(_) => return Err("this is no JSON.".to_owned()),
    }
    Ok(rows)
}

/// Adds a row that is of the same kind as the others.
fn add(rows: &mut Vec<Row>, row: Row, place: &str) -> Result<(), String> {
    match (rows.first(), &row) {
        (Some(Row::Columns(_)), Row::Text(_)) => {
            return Err(format!("{place} is a text, and others are objects."));
        }
        (Some(Row::Text(_)), Row::Columns(_)) => {
            return Err(format!("{place} is an object, and others are texts."));
        }
        (None | Some(Row::Columns(_)), Row::Columns(_)) | (None | Some(Row::Text(_)), Row::Text(_)) => {}
    }
    rows.push(row);
    Ok(())
}

fn row(value: Value) -> Row {
    match value {
        Value::Object(members) => {
            let members = members.into_iter().filter(|(name, _)| name != OWN);
            Row::Columns(members.map(|(name, value)| Column { name, text: text(value) }).collect())
        }
        value => Row::Text(text(value)),
    }
}

/// A value as a text: strings as they are, nothing for null.
fn text(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}
