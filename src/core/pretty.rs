//! A JSON value as lines to show: indented, in coloured parts, each line with the place it shows.

use crate::core::pointer::Pointer;
use serde_json::Value;

/// One line of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// How deep it is indented, in steps.
    pub depth: usize,
    /// What stands on it.
    pub parts: Vec<(Part, String)>,
    /// The place of the value that begins on it; none for a closing bracket.
    pub pointer: Option<Pointer>,
}

/// What a part of a line is, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A key.
    Key,
    /// A string.
    String,
    /// A number.
    Number,
    /// `true`, `false` or `null`.
    Literal,
    /// Brackets, colons and commas.
    Punctuation,
}

/// The lines of a value, at most so many, and whether that is all of it.
pub fn pretty_lines(value: &Value, most: usize) -> (Vec<Line>, bool) {
    let mut writer = Writer { lines: Vec::new(), most };
    let complete = writer.value(value, Vec::new(), 0, Pointer::root(), false);
    (writer.lines, complete)
}

struct Writer {
    lines: Vec<Line>,
    most: usize,
}

impl Writer {
    /// Writes a value behind what already stands on its first line; false once there is no more room.
    fn value(
        &mut self,
        value: &Value,
        mut parts: Vec<(Part, String)>,
        depth: usize,
        pointer: Pointer,
        comma: bool,
    ) -> bool {
        let comma_text = if comma { "," } else { "" };
        let (open, close, is_empty) = match value {
            Value::Object(object) => ("{", "}", object.is_empty()),
            Value::Array(array) => ("[", "]", array.is_empty()),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                parts.push((scalar_part(value), value.to_string()));
                if comma {
                    parts.push((Part::Punctuation, comma_text.to_owned()));
                }
                return self.line(depth, parts, Some(pointer));
            }
        };
        if is_empty {
            parts.push((Part::Punctuation, format!("{open}{close}{comma_text}")));
            return self.line(depth, parts, Some(pointer));
        }
        parts.push((Part::Punctuation, open.to_owned()));
        let mut room = self.line(depth, parts, Some(pointer.clone()));
        match value {
            Value::Object(object) => {
                for (position, (key, value)) in object.iter().enumerate() {
                    let parts = vec![
                        (Part::Key, Value::from(key.as_str()).to_string()),
                        (Part::Punctuation, ": ".to_owned()),
                    ];
                    let comma = position + 1 < object.len();
                    room = room && self.value(value, parts, depth + 1, pointer.key(key), comma);
                }
            }
            Value::Array(array) => {
                for (position, value) in array.iter().enumerate() {
                    let comma = position + 1 < array.len();
                    room = room && self.value(value, Vec::new(), depth + 1, pointer.index(position), comma);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
        room && self.line(depth, vec![(Part::Punctuation, format!("{close}{comma_text}"))], None)
    }

    fn line(&mut self, depth: usize, parts: Vec<(Part, String)>, pointer: Option<Pointer>) -> bool {
        let room = self.lines.len() < self.most;
        if room {
            self.lines.push(Line { depth, parts, pointer });
        }
        room
    }
}

fn scalar_part(value: &Value) -> Part {
    match value {
        Value::String(_) => Part::String,
        Value::Number(_) => Part::Number,
        Value::Null | Value::Bool(_) => Part::Literal,
        Value::Array(_) | Value::Object(_) => Part::Punctuation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn text(lines: &[Line]) -> String {
        let line = |line: &Line| {
            let parts: String = line.parts.iter().map(|(_, text)| text.as_str()).collect();
            "  ".repeat(line.depth) + &parts
        };
        lines.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_lines_are_the_pretty_text() {
        let value = json!({"a": [1, {"b": null}], "c": {}, "d": [], "e": "x\ny", "f": true});
        let (lines, complete) = pretty_lines(&value, 100);
        assert!(complete);
        assert_eq!(text(&lines), serde_json::to_string_pretty(&value).unwrap());
        let pointers: Vec<_> =
            lines.iter().filter_map(|line| line.pointer.as_ref()).map(Pointer::to_json_pointer).collect();
        assert_eq!(pointers, ["", "/a", "/a/0", "/a/1", "/a/1/b", "/c", "/d", "/e", "/f"]);
    }

    #[test]
    fn drawing_is_bounded() {
        let (lines, complete) = pretty_lines(&json!([1, 2, 3]), 3);
        assert_eq!((text(&lines).as_str(), complete), ("[\n  1,\n  2,", false));
        assert!(pretty_lines(&json!([1, 2, 3]), 5).1);
    }
}
