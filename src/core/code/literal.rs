//! Values and texts as the literals of a language, and texts within its comments.

use super::language::Notation;
use crate::core::hidden::is_hidden;
use serde_json::{Map, Value};
use std::fmt::Write;

/// Lists and objects within each other that a literal may hold: Python's parser gives up at 200.
const MOST_DEPTH: usize = 80;

/// One more level, in spaces.
pub(super) const INDENT: usize = 4;

impl Notation {
    /// A value as a literal that stands so many spaces from the margin. One that is nested too deep for a literal is
    /// read from its JSON.
    pub(super) fn value(self, value: &Value, margin: usize) -> String {
        let mut text = String::new();
        if depth(value) > MOST_DEPTH {
            let read = match self {
                Self::Python => "json.loads",
                Self::TypeScript => "JSON.parse",
            };
            let _ = write!(text, "{read}({})", self.text(&value.to_string()));
        } else {
            self.write(&mut text, value, margin);
        }
        text
    }

    /// An object as a literal at the margin, of which the member of this name is the value of a constant.
    pub(super) fn object_with(self, members: &Map<String, Value>, name: &str, constant: &str) -> String {
        let mut text = "{".to_owned();
        for (key, value) in members {
            let value = if key == name { constant.to_owned() } else { self.value(value, INDENT) };
            let _ = write!(text, "\n{:INDENT$}{}: {value},", "", self.key(key));
        }
        text.push_str("\n}");
        text
    }

    /// A text as a literal on one line.
    pub(super) fn text(self, text: &str) -> String {
        let mut literal = "\"".to_owned();
        for character in text.chars() {
            match character {
                '"' => literal.push_str("\\\""),
                '\\' => literal.push_str("\\\\"),
                '\n' => literal.push_str("\\n"),
                '\r' => literal.push_str("\\r"),
                '\t' => literal.push_str("\\t"),
                hidden if is_hidden(hidden) => self.push_escape(&mut literal, hidden),
                other => literal.push(other),
            }
        }
        literal.push('"');
        literal
    }

    /// A text as a line of a comment.
    pub(super) fn comment(self, text: &str) -> String {
        let mut line = self.comment_sign().to_owned();
        line.push(' ');
        for character in text.chars() {
            match character {
                '\n' => line.push_str("\\n"),
                '\t' => line.push(' '),
                hidden if is_hidden(hidden) => self.push_escape(&mut line, hidden),
                other => line.push(other),
            }
        }
        line.push('\n');
        line
    }

    fn comment_sign(self) -> &'static str {
        match self {
            Self::Python => "#",
            Self::TypeScript => "//",
        }
    }

    fn write(self, out: &mut String, value: &Value, margin: usize) {
        let inner = margin + INDENT;
        match value {
            Value::Null => out.push_str(match self {
                Self::Python => "None",
                Self::TypeScript => "null",
            }),
            Value::Bool(is_true) => out.push_str(match (self, is_true) {
                (Self::Python, true) => "True",
                (Self::Python, false) => "False",
                (Self::TypeScript, true) => "true",
                (Self::TypeScript, false) => "false",
            }),
            Value::Number(number) => {
                let _ = write!(out, "{number}");
            }
            Value::String(text) => self.write_text(out, text, margin),
            Value::Array(items) if items.is_empty() => out.push_str("[]"),
            Value::Array(items) if items.iter().all(is_short) => {
                let items: Vec<_> = items.iter().map(|item| self.value(item, margin)).collect();
                let _ = write!(out, "[{}]", items.join(", "));
            }
            Value::Array(items) => {
                out.push('[');
                for item in items {
                    let _ = write!(out, "\n{:inner$}", "");
                    self.write(out, item, inner);
                    out.push(',');
                }
                let _ = write!(out, "\n{:margin$}]", "");
            }
            Value::Object(members) if members.is_empty() => out.push_str("{}"),
            Value::Object(members) => {
                out.push('{');
                for (key, member) in members {
                    let _ = write!(out, "\n{:inner$}{}: ", "", self.key(key));
                    self.write(out, member, inner);
                    out.push(',');
                }
                let _ = write!(out, "\n{:margin$}}}", "");
            }
        }
    }

    /// A text; one of several lines line by line.
    fn write_text(self, out: &mut String, text: &str, margin: usize) {
        let inner = margin + INDENT;
        if !text.trim_end_matches('\n').contains('\n') {
            return out.push_str(&self.text(text));
        }
        match self {
            Self::Python => {
                out.push('(');
                for line in text.split_inclusive('\n') {
                    let _ = write!(out, "\n{:inner$}{}", "", self.text(line));
                }
                let _ = write!(out, "\n{:margin$})", "");
            }
            // A chain of sums would be nested as deep as it is long.
            Self::TypeScript => {
                out.push('[');
                for line in text.split('\n') {
                    let _ = write!(out, "\n{:inner$}{},", "", self.text(line));
                }
                let _ = write!(out, "\n{:margin$}].join(\"\\n\")", "");
            }
        }
    }

    fn key(self, key: &str) -> String {
        match (self, key) {
            // As a plain key it would set the prototype.
            (Self::TypeScript, "__proto__") => "[\"__proto__\"]".to_owned(),
            (Self::Python | Self::TypeScript, _) => self.text(key),
        }
    }

    fn push_escape(self, out: &mut String, character: char) {
        let code = u32::from(character);
        let _ = match (code, self) {
            (0..=0xff, _) => write!(out, "\\x{code:02x}"),
            (0x100..=0xffff, _) => write!(out, "\\u{code:04x}"),
            (_, Self::Python) => write!(out, "\\U{code:08x}"),
            (_, Self::TypeScript) => write!(out, "\\u{{{code:x}}}"),
        };
    }
}

/// Whether a value does not need a line of its own.
fn is_short(value: &Value) -> bool {
    const LONGEST: usize = 24;
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => true,
        Value::String(text) => text.len() <= LONGEST && !text.contains('\n'),
        Value::Array(_) | Value::Object(_) => false,
    }
}

/// How many lists and objects are within each other at most. Values that were read are not nested without bound.
fn depth(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
    }
}
