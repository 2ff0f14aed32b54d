//! The rows of JSON lines, or of a JSON array.

use super::{Column, OWN, Row};
use serde_json::Value;

/// A row a line that is not blank.
pub(super) fn lines(text: &str) -> Result<Vec<Row>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let row = |(position, line)| {
        serde_json::from_str(line).map(row).map_err(|_| format!("line {} is no JSON.", position + 1))
    };
    lines.map(row).collect()
}

/// The rows of an array; whatever else it is, all of it is one input.
pub(super) fn rows(text: &str) -> Result<Vec<Row>, String> {
    match serde_json::from_str(text) {
        Ok(Value::Array(items)) => Ok(items.into_iter().map(row).collect()),
        Ok(_) => Ok(vec![Row::Text(text.to_owned())]),
        Err(_) => Err("this is no JSON.".to_owned()),
    }
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
