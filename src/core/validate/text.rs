//! The words of a violation: one line, the same for the person and the model.

use super::violation::{Expected, Found, Violation};
use crate::core::schema::JsonType;
use serde_json::Value;
use std::fmt;

/// The longest found text that is quoted whole, in characters.
const QUOTED_CHARACTERS: usize = 80;

impl fmt::Display for Violation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = &self.found;
        let place = match self.pointer.to_string() {
            path if path.is_empty() => "The answer".to_owned(),
            path => Value::from(path).to_string(),
        };
        match &self.expected {
            Expected::Present => write!(out, "Missing required field: {place}"),
            Expected::Absent => write!(out, "Unexpected field: {place}"),
            Expected::Nothing => write!(out, "{place} must not be there"),
            Expected::Type(types) => {
                write!(out, "{place} must be {}, got {}", types_text(types), typed(found))
            }
            Expected::OneOf(values) => {
                let allowed: Vec<_> = values.iter().map(Value::to_string).collect();
                write!(out, "{place} must be one of: {} (got {})", allowed.join(", "), plain(found))
            }
            Expected::MinLength(least) => {
                write!(out, "{place} must be ≥ {least} {} (got {})", characters(*least), measured(found))
            }
            Expected::MaxLength(most) => {
                write!(out, "{place} must be ≤ {most} {} (got {})", characters(*most), measured(found))
            }
            Expected::ContainsText(part) => {
                write!(out, "{place} must contain {} (got {})", Value::from(part.as_str()), plain(found))
            }
            Expected::Minimum(least) => write!(out, "{place} must be ≥ {least} (got {})", plain(found)),
            Expected::Maximum(most) => write!(out, "{place} must be ≤ {most} (got {})", plain(found)),
        }
    }
}

fn characters(count: u64) -> &'static str {
    if count == 1 { "character" } else { "characters" }
}

/// `a string`, `a string or null`.
fn types_text(types: &[JsonType]) -> String {
    let names: Vec<_> = types
        .iter()
        .map(|json_type| match json_type {
            JsonType::Null => "null",
            JsonType::Boolean => "a boolean",
            JsonType::Integer => "an integer",
            JsonType::Number => "a number",
            JsonType::String => "a string",
            JsonType::Array => "an array",
            JsonType::Object => "an object",
        })
        .collect();
    names.join(" or ")
}

/// The value behind its type: `string "22"`, `null`, `an object`.
fn typed(found: &Found) -> String {
    match found {
        Found::Scalar(Value::Null) => "null".to_owned(),
        Found::Scalar(value) => format!("{} {}", JsonType::of(value).name(), quoted(value)),
        Found::Nothing | Found::Object | Found::Array => plain(found),
    }
}

fn plain(found: &Found) -> String {
    match found {
        Found::Nothing => "nothing".to_owned(),
        Found::Scalar(value) => quoted(value),
        Found::Object => "an object".to_owned(),
        Found::Array => "an array".to_owned(),
    }
}

/// The string behind its length.
fn measured(found: &Found) -> String {
    match found {
        Found::Scalar(Value::String(text)) => {
            format!("{}: {}", text.chars().count(), quoted(&Value::from(text.as_str())))
        }
        Found::Nothing | Found::Scalar(_) | Found::Object | Found::Array => plain(found),
    }
}

fn quoted(value: &Value) -> String {
    match value {
        Value::String(text) if text.chars().count() > QUOTED_CHARACTERS => {
            let start: String = text.chars().take(QUOTED_CHARACTERS).collect();
            Value::from(start + "…").to_string()
        }
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::violation::Severity;
    use super::*;
    use crate::core::pointer::Pointer;

    #[test]
    fn long_and_many_lined_values_stay_one_short_line() {
        let violation = |text: String| Violation {
            pointer: Pointer::root().key("tags").index(2),
            expected: Expected::ContainsText("x\ny".into()),
            found: Found::Scalar(Value::from(text)),
            severity: Severity::Error,
            related: Vec::new(),
        };
        assert_eq!(violation("a\nb".into()).to_string(), r#""tags[2]" must contain "x\ny" (got "a\nb")"#);
        let clipped = format!(r#""tags[2]" must contain "x\ny" (got "{}…")"#, "ä".repeat(80));
        assert_eq!(violation("ä".repeat(81)).to_string(), clipped);
    }
}
