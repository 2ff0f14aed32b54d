//! From a text to one JSON value: as it stands, with comments, in a code fence, or as a string of JSON.

use super::error::ImportError;
use super::relaxed::relaxed;
use super::repeated::repeated_key;
use super::source;
use serde_json::Value;

/// The largest text that is read, in bytes.
pub(super) const MOST_BYTES: usize = 5_000_000;

/// A value, and what had to be done to a text to get it.
#[derive(Debug, PartialEq)]
pub(in crate::core::schema) struct Parsed {
    pub value: Value,
    /// One sentence each.
    pub notes: Vec<String>,
}

/// Reads a text.
///
/// # Errors
/// It is too large, empty, source code, YAML, or no JSON at all.
pub(in crate::core::schema) fn parse(text: &str) -> Result<Parsed, ImportError> {
    if text.len() > MOST_BYTES {
        return Err(ImportError::TooLarge { bytes: text.len(), most: MOST_BYTES });
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(ImportError::Empty);
    }
    let parsed = match json(text, 0) {
        Ok(parsed) => parsed,
        Err(error @ ImportError::TooDeep { .. }) => return Err(error),
        Err(error) => fenced(text, error)?,
    };
    Ok(without_quotes(parsed))
}

/// Reads a text that is not JSON as a whole: the first code fence that holds JSON.
/// Else says what the text is, or where the fence that comes closest stops being JSON.
fn fenced(text: &str, whole: ImportError) -> Result<Parsed, ImportError> {
    let mut closest = None;
    for fence in fences(text) {
        match json(fence.content, fence.lines_before) {
            Ok(mut parsed) if parsed.value.is_object() || parsed.value.is_array() => {
                parsed.notes.insert(0, "Taken out of a code fence.".to_owned());
                return Ok(parsed);
            }
            Err(error) if fence.content.trim_start().starts_with(['{', '[']) => {
                closest.get_or_insert(error);
            }
            Ok(_) | Err(_) => {}
        }
    }
    Err(source::recognise(text).or(closest).unwrap_or(whole))
}

/// Reads JSON, with comments and trailing commas if need be; so many lines stand before it.
fn json(text: &str, lines_before: usize) -> Result<Parsed, ImportError> {
    if let Ok(value) = serde_json::from_str(text) {
        return Ok(Parsed { value, notes: repeated_key_note(text) });
    }
    let relaxed = relaxed(text);
    let plain = String::from_utf8_lossy(&relaxed.bytes);
    let value = serde_json::from_str(&plain).map_err(|error| syntax(text, lines_before, &error))?;
    let mut notes = repeated_key_note(&plain);
    if relaxed.comments {
        notes.push("Comments were left out.".to_owned());
    }
    if relaxed.commas {
        notes.push("Commas before a closing bracket were left out.".to_owned());
    }
    Ok(Parsed { value, notes })
}

/// Says which key an object has twice, since a value keeps only the last.
fn repeated_key_note(json: &str) -> Vec<String> {
    let note =
        |key: String| format!("The key {} stands twice in an object: the last one counts.", Value::from(key));
    repeated_key(json).map(note).into_iter().collect()
}

/// Takes a string that is JSON itself for that JSON, once.
fn without_quotes(mut parsed: Parsed) -> Parsed {
    if let Value::String(text) = &parsed.value
        && let Ok(inner) = json(text, 0)
    {
        parsed.value = inner.value;
        parsed.notes.push("Taken out of a string of JSON.".to_owned());
        parsed.notes.extend(inner.notes);
    }
    parsed
}

/// The content of a code fence, which begins at the start of a line.
struct Fence<'t> {
    content: &'t str,
    /// How many lines of the text stand before it.
    lines_before: usize,
}

/// The code fences of Markdown: from a line that begins with three backticks or tildes to the next that
/// begins with the same. One that is never closed runs to the end.
fn fences(text: &str) -> Vec<Fence<'_>> {
    let mut found = Vec::new();
    let mut open: Option<(&str, usize, usize)> = None;
    let mut offset = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let mark = ["```", "~~~"].into_iter().find(|mark| line.trim_start().starts_with(mark));
        match (open, mark) {
            (None, Some(mark)) => open = Some((mark, offset + line.len(), number + 1)),
            (Some((opened, start, lines_before)), Some(mark)) if opened == mark => {
                found.extend(text.get(start..offset).map(|content| Fence { content, lines_before }));
                open = None;
            }
            (None | Some(_), None | Some(_)) => {}
        }
        offset += line.len();
    }
    if let Some((_, start, lines_before)) = open {
        found.extend(text.get(start..).map(|content| Fence { content, lines_before }));
    }
    found
}

/// The error of a parser, placed in the whole text and in characters rather than bytes.
fn syntax(text: &str, lines_before: usize, error: &serde_json::Error) -> ImportError {
    let line = error.line().max(1);
    let source = text.split('\n').nth(line - 1).unwrap_or_default();
    let before = source.as_bytes().iter().take(error.column().saturating_sub(1));
    let column = 1 + before.filter(|byte| (**byte & 0b1100_0000) != 0b1000_0000).count();
    let line = line + lines_before;
    let message = error.to_string();
    match message.split(" at line ").next().unwrap_or_default() {
        "recursion limit exceeded" => ImportError::TooDeep { line, column },
        message => ImportError::NotJson { line, column, problem: plain(message) },
    }
}

/// What a message of the parser means, as a clause for people.
fn plain(message: &str) -> &'static str {
    match message {
        "EOF while parsing a list" => "the text ends inside an array",
        "EOF while parsing an object" => "the text ends inside an object",
        "EOF while parsing a string" => "the text ends inside a string",
        "EOF while parsing a value" => "the text ends where a value belongs",
        "expected value" => "a value is missing, or is none that JSON knows",
        "expected ident" => "a word stands that is not true, false or null",
        "expected `:`" => "a colon is missing",
        "expected `,` or `]`" => "a comma or ] is missing",
        "expected `,` or `}`" => "a comma or } is missing",
        "key must be a string" => "a key is not in double quotes",
        "trailing comma" => "a comma is too many",
        "trailing characters" => "more text follows the value",
        "invalid number" => "a number is not written as JSON writes it",
        "number out of range" => "a number is too large",
        "control character (\\u0000-\\u001F) found while parsing a string" => {
            "a string has a line break or a control character in it"
        }
        "invalid escape" | "unexpected end of hex escape" | "lone leading surrogate in hex escape" => {
            "a string has an escape that JSON does not know"
        }
        _ => "the text is not JSON",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(text: &str, value: Value, notes: &[&str]) {
        let notes = notes.iter().map(|note| (*note).to_owned()).collect();
        assert_eq!(parse(text), Ok(Parsed { value, notes }), "{text}");
    }

    #[track_caller]
    fn check_error(text: &str, line: usize, column: usize, problem: &'static str) {
        assert_eq!(parse(text), Err(ImportError::NotJson { line, column, problem }), "{text}");
    }

    #[test]
    fn json_in_many_coats() {
        let fence = "Taken out of a code fence.";
        let comments = "Comments were left out.";
        let commas = "Commas before a closing bracket were left out.";
        let string = "Taken out of a string of JSON.";
        check(" {\"b\": 1, \"a\": 2} ", json!({"b": 1, "a": 2}), &[]);
        check("\u{feff}{}", json!({}), &[]);
        check("{} // done", json!({}), &[comments]);
        check("[1, /* two */\n]", json!([1]), &[comments, commas]);
        check("Here:\n```json\n{\"a\": 1}\n```\nDone.", json!({"a": 1}), &[fence]);
        check("  ~~~\n{}\n  ~~~", json!({}), &[fence]);
        check("```\n{}", json!({}), &[fence]);
        check("```py\nx = 1\n```\n```jsonc\n{} // x\n```", json!({}), &[fence, comments]);
        check(r#""{\"a\": 1,}""#, json!({"a": 1}), &[string, commas]);
        check(r#""\"{}\"""#, json!("{}"), &[string]);
        check("\"Oslo\"", json!("Oslo"), &[]);
        check("true", json!(true), &[]);
    }

    #[test]
    fn errors_are_placed_in_the_text_as_it_was_pasted() {
        check_error("{\"é\" 1}", 1, 6, "a colon is missing");
        check_error("{\n  /* ü */ \"a\": 01\n}", 2, 17, "a number is not written as JSON writes it");
        check_error("\u{feff}[1 2]", 1, 4, "a comma or ] is missing");
        check_error("Here:\n\n```json\n{\n  a: 1\n}\n```", 5, 3, "a key is not in double quotes");
        check_error("{\"a\": \"b", 1, 8, "the text ends inside a string");
        check_error("{}\n{}", 2, 1, "more text follows the value");
        check_error("[1,,2]", 1, 4, "a value is missing, or is none that JSON knows");
        check_error("hello", 1, 1, "a value is missing, or is none that JSON knows");
    }

    #[test]
    fn limits() {
        assert_eq!(parse(" \n\t"), Err(ImportError::Empty));
        assert_eq!(parse("\u{feff}"), Err(ImportError::Empty));
        let large = " ".repeat(MOST_BYTES + 1);
        assert_eq!(parse(&large), Err(ImportError::TooLarge { bytes: 5_000_001, most: 5_000_000 }));
        let deep = format!("{}{}", "[".repeat(1_000), "]".repeat(1_000));
        assert_eq!(parse(&deep), Err(ImportError::TooDeep { line: 1, column: 128 }));
    }
}
