//! JSON as it is shown: on lines, indented, in coloured parts, each line with the place it shows. Who shows a value
//! has it as a compact text: a long one would take the page too long to read just to show its beginning.

use super::excerpt::{MOST_CHARACTERS, beginning, shown_of};
use super::pointer::Pointer;
use super::thousands::with_thousands;
use serde_json::Value;
use std::sync::Arc;

/// A JSON value as a compact text, cheap to hand around.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonText(Arc<str>);

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

/// The most lines of a value that are drawn.
const MOST_LINES: usize = 250;

impl JsonText {
    /// A value as a text.
    pub fn of(value: &Value) -> Self {
        Self::from_compact(&value.to_string())
    }

    /// A text that is compact JSON already.
    pub fn from_compact(text: &str) -> Self {
        Self(text.into())
    }

    /// The compact text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text on lines, indented by two blanks a step.
    pub fn pretty(&self) -> String {
        let mut pretty = String::with_capacity(2 * self.0.len());
        for line in Lines::of(&self.0) {
            if !pretty.is_empty() {
                pretty.push('\n');
            }
            (0..line.depth).for_each(|_| pretty.push_str("  "));
            line.parts.iter().for_each(|(_, text)| pretty.push_str(text));
        }
        pretty
    }

    /// What is drawn of it: as many lines and characters as there is room for, and what is said of the rest.
    pub fn excerpt(&self) -> (Vec<Line>, String) {
        let mut lines = Lines::of(&self.0);
        let mut drawn = Vec::new();
        let mut room = MOST_CHARACTERS;
        let mut is_all = true;
        while room > 0 && drawn.len() < MOST_LINES {
            let Some(mut line) = lines.next() else { break };
            for (_, text) in &mut line.parts {
                match text.char_indices().nth(room) {
                    Some((end, _)) => {
                        text.truncate(end);
                        text.push_str(if is_all { "…" } else { "" });
                        (room, is_all) = (0, false);
                    }
                    None => room -= text.chars().count(),
                }
            }
            drawn.push(line);
        }
        let is_all = is_all && lines.rest.is_empty();
        let said = if is_all { String::new() } else { shown_of(MOST_CHARACTERS - room, self.0.len()) };
        (drawn, said)
    }

    /// The first lines with very long texts shortened, and whether that is all there is.
    pub fn shown(&self, most_lines: usize) -> (Vec<Line>, bool) {
        let mut lines = Lines::of(&self.0);
        let mut shown = Vec::new();
        let mut is_all = true;
        for mut line in Iterator::take(&mut lines, most_lines) {
            for (_, text) in &mut line.parts {
                is_all &= !shorten(text);
            }
            shown.push(line);
        }
        (shown, is_all && lines.rest.is_empty())
    }
}

/// Shortens a text that is too long to be shown whole; says whether it was.
pub fn shorten(text: &mut String) -> bool {
    let end = beginning(text).len();
    let left_out = text.len() - end;
    if left_out == 0 {
        return false;
    }
    text.truncate(end);
    text.push_str(&format!("… ({} bytes more)", with_thousands(left_out as u64)));
    true
}

/// The lines of a compact text, one after the other. What is no JSON comes out in some way, and ends.
struct Lines<'t> {
    rest: &'t str,
    open: Vec<Open>,
}

/// An object or array in which the next line stands.
struct Open {
    pointer: Pointer,
    /// How many items came before, in an array.
    position: Option<usize>,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Self {
        Self { rest: text, open: Vec::new() }
    }

    /// Takes so many bytes.
    fn take_bytes(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    fn take_if(&mut self, sign: char) -> bool {
        let is_next = self.rest.starts_with(sign);
        if is_next {
            self.take_bytes(sign.len_utf8());
        }
        is_next
    }

    /// Takes a string with its quotes, a number or a literal.
    fn take_scalar(&mut self) -> &'t str {
        if !self.rest.starts_with('"') {
            let end = self.rest.find([',', ':', ']', '}']).unwrap_or(self.rest.len());
            return self.take_bytes(end.max(1));
        }
        let mut is_escaped = false;
        let end = self.rest.bytes().skip(1).position(|byte| {
            let is_end = byte == b'"' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            is_end
        });
        self.take_bytes(end.map_or(self.rest.len(), |end| end + 2))
    }

    /// The place of the next value, whose key is taken with it.
    fn take_place(&mut self, parts: &mut Vec<(Part, String)>) -> Pointer {
        match self.open.last_mut() {
            None => Pointer::root(),
            Some(Open { pointer, position: Some(position) }) => {
                *position += 1;
                pointer.index(*position - 1)
            }
            Some(Open { pointer, position: None }) => {
                let object = pointer.clone();
                let key = self.take_scalar();
                parts.push((Part::Key, key.to_owned()));
                if self.take_if(':') {
                    parts.push((Part::Punctuation, ": ".to_owned()));
                }
                object.key(&read_key(key))
            }
        }
    }
}

/// What a key is, whatever escapes it is written with.
fn read_key(written: &str) -> String {
    match serde_json::from_str(written) {
        Ok(Value::String(key)) => key,
        // Keys are strings, of which the text of a value has no others.
        Ok(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) | Err(_) => {
            String::new()
        }
    }
}

impl Iterator for Lines<'_> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let mut parts = Vec::new();
        let mut pointer = None;
        match self.rest.bytes().next()? {
            b'}' | b']' => {
                self.open.pop();
                parts.push((Part::Punctuation, self.take_bytes(1).to_owned()));
            }
            _ => pointer = Some(self.take_place(&mut parts)),
        }
        let depth = self.open.len();
        if let Some(pointer) = &pointer {
            let part = match self.rest.bytes().next() {
                Some(bracket @ (b'{' | b'[')) => {
                    let is_empty = self.rest.get(1..).is_some_and(|rest| rest.starts_with(['}', ']']));
                    if !is_empty {
                        let position = (bracket == b'[').then_some(0);
                        self.open.push(Open { pointer: pointer.clone(), position });
                    }
                    (Part::Punctuation, self.take_bytes(if is_empty { 2 } else { 1 }))
                }
                Some(b'"') => (Part::String, self.take_scalar()),
                Some(b't' | b'f' | b'n') => (Part::Literal, self.take_scalar()),
                Some(_) => (Part::Number, self.take_scalar()),
                None => (Part::Punctuation, ""),
            };
            parts.push((part.0, part.1.to_owned()));
        }
        if self.take_if(',') {
            parts.push((Part::Punctuation, ",".to_owned()));
        }
        Some(Line { depth, parts, pointer })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_text_on_lines_is_what_serde_json_writes() {
        for value in [
            json!({"a": [1, {"b": null}], "c": {}, "d": [], "e": "x\ny", "f": true}),
            json!([[], [[]], {"": {"~/[": [-1.5e300, "\\", "\"", "\\\"", "{\"a\":[1,2]}"]}}]),
            json!("a, b: [c] {d}"),
            json!(12),
            json!({"ä天": "ö", "é\"": [false, true, null]}),
            json!([]),
        ] {
            let text = JsonText::of(&value);
            assert_eq!(text.pretty(), serde_json::to_string_pretty(&value).unwrap());
            assert_eq!(text.as_str(), value.to_string());
        }
    }

    #[test]
    fn every_line_has_its_place_and_its_parts() {
        let text = JsonText::from_compact(r#"{"a":[1,{"b/c":null}],"d":{},"e":"x"}"#);
        let (lines, is_all) = text.shown(100);
        assert!(is_all);
        let place = |line: &Line| line.pointer.as_ref().map(Pointer::to_json_pointer);
        let shown: Vec<_> = lines.iter().map(|line| (line.depth, place(line))).collect();
        let at = |pointer: &str| Some(pointer.to_owned());
        assert_eq!(
            shown,
            [
                (0, at("")),
                (1, at("/a")),
                (2, at("/a/0")),
                (2, at("/a/1")),
                (3, at("/a/1/b~1c")),
                (2, None),
                (1, None),
                (1, at("/d")),
                (1, at("/e")),
                (0, None),
            ]
        );
        use Part::{Key, Literal, Number, Punctuation, String};
        let part = |part: Part, text: &str| (part, text.to_owned());
        assert_eq!(lines[2].parts, [part(Number, "1"), part(Punctuation, ",")]);
        assert_eq!(lines[4].parts, [part(Key, "\"b/c\""), part(Punctuation, ": "), part(Literal, "null")]);
        assert_eq!(lines[8].parts, [part(Key, "\"e\""), part(Punctuation, ": "), part(String, "\"x\"")]);
    }

    #[test]
    fn what_is_shown_is_bounded() {
        let shown = |value: Value, most| {
            let (lines, is_all) = JsonText::of(&value).shown(most);
            let texts = lines.into_iter().map(|line| line.parts.into_iter().map(|(_, text)| text).collect());
            (texts.collect::<Vec<String>>(), is_all)
        };
        assert_eq!(shown(json!([1, 2, 3]), 3), (vec!["[".into(), "1,".into(), "2,".into()], false));
        assert!(shown(json!([1, 2, 3]), 5).1);
        let long = format!("\"{}… (6,005 bytes more)", "ä".repeat(3_999));
        assert_eq!(shown(json!("ä".repeat(7_001)), 3), (vec![long], false));
    }

    #[test]
    fn what_is_drawn_is_bounded_in_lines_and_in_characters() {
        for (value, lines, last, said) in [
            (json!([1, 2]), 4, "]", String::new()),
            (json!("x".repeat(3_998)), 1, &*format!("\"{}\"", "x".repeat(3_998)), String::new()),
            (
                json!({"a": "ä".repeat(7_001), "b": 1}),
                2,
                &format!("\"a\": \"{}…", "ä".repeat(3_993)),
                "4,000 characters of 14.0 kB are shown.".to_owned(),
            ),
            (json!(vec![1; 5_000]), 250, "1,", "499 characters of 10.0 kB are shown.".to_owned()),
            (json!(vec![12_345; 5_000]), 250, "12345,", "1,495 characters of 30.0 kB are shown.".to_owned()),
        ] {
            let (drawn, said_of_it) = JsonText::of(&value).excerpt();
            let text = |line: &Line| line.parts.iter().map(|(_, text)| text.as_str()).collect::<String>();
            assert_eq!(
                (drawn.len(), drawn.last().map(text), said_of_it),
                (lines, Some(last.to_owned()), said)
            );
        }
    }

    #[test]
    fn what_is_no_json_ends_too() {
        for text in [
            "{",
            "[1",
            "{\"a",
            "{\"a\":",
            "{1:2}",
            "}}",
            ",,",
            "[,]",
            "\"a\\",
            ": {",
            "[1 2",
            "{\"a\" \"b\"}",
            "ä天",
        ] {
            let text = JsonText::from_compact(text);
            assert!(text.pretty().len() <= 100 * (1 + text.as_str().len()), "{text:?}");
        }
    }
}
