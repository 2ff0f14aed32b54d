//! A document as lines to compare: what stands on each, and what tells that a line of another document is
//! about the same.

use crate::core::json_text::{JsonText, Line};
use serde_json::Value;

/// The most lines of a document that are compared.
const MOST_LINES: usize = 20_000;

/// How many bytes the members of a list may have that stands on one line.
const LONGEST_LIST: usize = 60;

/// One line of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DocumentLine {
    pub(super) place: Place,
    pub(super) depth: usize,
    /// What stands on it, without the comma that only says that more follows.
    pub(super) text: String,
    /// That comma.
    pub(super) comma: &'static str,
}

/// What a line is about. The pointers are JSON pointers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// The value there, or its beginning.
    Begin(String),
    /// The end of the value there.
    End(String),
    /// A member of the list there, by its text: others may have been put before it.
    Member(String, String),
}

/// The lines of a document, and whether these are all, to their ends.
pub(super) fn lines(document: &Value) -> (Vec<DocumentLine>, bool) {
    let (pretty, is_complete) = JsonText::of(document).shown(MOST_LINES);
    let mut lines = Vec::new();
    // What is not ended yet, and whether it is a list.
    let mut open: Vec<(String, bool)> = Vec::new();
    let mut rest = pretty.as_slice();
    while let [line, others @ ..] = rest {
        rest = others;
        let (mut text, mut comma) = text_of(line);
        let place = match &line.pointer {
            None => Place::End(open.pop().map(|(pointer, _)| pointer).unwrap_or_default()),
            Some(pointer) => {
                if let Some(list) = text.ends_with('[').then(|| short_list(others)).flatten() {
                    text.push_str(&list.text);
                    (comma, rest) = (list.comma, list.rest);
                }
                let pointer = pointer.to_json_pointer();
                let begins = text.ends_with(['{', '[']);
                let place = match open.last() {
                    Some((list, true)) if !begins => Place::Member(list.clone(), text.clone()),
                    Some(_) | None => Place::Begin(pointer.clone()),
                };
                if begins {
                    open.push((pointer, text.ends_with('[')));
                }
                place
            }
        };
        lines.push(DocumentLine { place, depth: line.depth, text, comma });
    }
    (lines, is_complete)
}

/// The text of a line, and its comma. No text of its own ends in one, nor in a bracket that is not one.
fn text_of(line: &Line) -> (String, &'static str) {
    let text: String = line.parts.iter().map(|(_, text)| text.as_str()).collect();
    match text.strip_suffix(',') {
        Some(text) => (text.to_owned(), ","),
        None => (text, ""),
    }
}

/// A list that stands on one line.
struct ShortList<'l> {
    /// What follows its opening bracket.
    text: String,
    comma: &'static str,
    /// The lines after it.
    rest: &'l [Line],
}

/// The list whose lines these are after its first one; none where it holds more than a few short values.
fn short_list(lines: &[Line]) -> Option<ShortList<'_>> {
    let mut list = String::new();
    let mut rest = lines;
    while let [line, others @ ..] = rest {
        rest = others;
        let (text, comma) = text_of(line);
        list.push_str(&text);
        if line.pointer.is_none() {
            return Some(ShortList { text: list, comma, rest });
        }
        if list.len() > LONGEST_LIST || text.ends_with(['{', '[']) {
            return None;
        }
        list.push_str(if comma.is_empty() { "" } else { ", " });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn short_lists_stand_on_one_line() {
        let long = "x".repeat(LONGEST_LIST);
        let document = json!({
            "type": ["integer", "null"],
            "anyOf": [{"enum": ["a,"]}, true, [1, [2]]],
            "enum": [long.as_str(), 1],
            "required": []
        });
        let shown: Vec<_> = lines(&document)
            .0
            .into_iter()
            .map(|DocumentLine { place, depth, text, comma }| {
                let place = match place {
                    Place::Begin(pointer) => pointer,
                    Place::End(pointer) => format!("end of {pointer}"),
                    Place::Member(list, text) => format!("{text} in {list}"),
                };
                (depth, format!("{text}{comma}"), place)
            })
            .collect();
        let expected = [
            (0, "{", ""),
            (1, r#""type": ["integer", "null"],"#, "/type"),
            (1, r#""anyOf": ["#, "/anyOf"),
            (2, "{", "/anyOf/0"),
            (3, r#""enum": ["a,"]"#, "/anyOf/0/enum"),
            (2, "},", "end of /anyOf/0"),
            (2, "true,", "true in /anyOf"),
            (2, "[", "/anyOf/2"),
            (3, "1,", "1 in /anyOf/2"),
            (3, "[2]", "[2] in /anyOf/2"),
            (2, "]", "end of /anyOf/2"),
            (1, "],", "end of /anyOf"),
            (1, r#""enum": ["#, "/enum"),
            (2, &format!("\"{long}\","), &format!("\"{long}\" in /enum")),
            (2, "1", "1 in /enum"),
            (1, "],", "end of /enum"),
            (1, r#""required": []"#, "/required"),
            (0, "}", "end of "),
        ];
        assert_eq!(shown, expected.map(|(depth, text, place)| (depth, text.to_owned(), place.to_owned())));
    }

    #[test]
    fn very_long_documents_are_cut() {
        let document: Value = (0..MOST_LINES).collect();
        let (lines, is_complete) = lines(&document);
        assert_eq!((lines.len(), is_complete), (MOST_LINES, false));
    }
}
