//! The candidates in a reply and their rank.

use super::{fence, scan};
use serde_json::Value;
use std::fmt;
use std::ops::Range;

/// What was found in a reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extraction {
    /// The values found, the likeliest first.
    pub candidates: Vec<Candidate>,
    /// Where a value begins that is still open at the end of the text, as a byte offset.
    pub open: Option<usize>,
    /// Why the first thing that looked like JSON was not.
    pub syntax_error: Option<SyntaxError>,
}

/// One JSON value in a reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The value.
    pub value: Value,
    /// How it was found.
    pub strategy: Strategy,
    /// Where it stands, in bytes.
    pub range: Range<usize>,
}

/// How a value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The reply is the value.
    Whole,
    /// In a code fence.
    Fence,
    /// In the middle of prose.
    Prose,
    /// In the model's thinking, and nowhere after it.
    Thinking,
}

/// Where a text stops being JSON, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The line in the reply, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
    /// What was wrong or expected there.
    pub message: String,
}

impl Strategy {
    /// Every way, the likeliest first.
    pub const ALL: [Self; 4] = [Self::Whole, Self::Fence, Self::Prose, Self::Thinking];

    /// Its name, for machines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Fence => "fence",
            Self::Prose => "prose",
            Self::Thinking => "thinking",
        }
    }

    /// What it means, in a few words, for people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Whole => "the reply is JSON",
            Self::Fence => "from a code fence",
            Self::Prose => "from the prose",
            Self::Thinking => "from the thinking",
        }
    }
}

/// Finds the JSON values in a reply, ranked: the whole reply, then fences marked as JSON, then other
/// fences, then objects and arrays in prose, and last what stands in the model's thinking.
/// Within a rank the first comes first, but an empty object or array only after the others.
pub fn extract(text: &str) -> Extraction {
    let mut finder = Finder { text, found: Extraction::default(), starts: vec![false; text.len()] };
    if finder.strict(0..text.len(), Strategy::Whole) {
        return finder.found;
    }
    let answer = answer_start(text)..text.len();
    if answer.start > 0 && finder.strict(answer.clone(), Strategy::Whole) {
        return finder.found;
    }
    let (json, other): (Vec<_>, Vec<_>) =
        fence::fences(text, answer.clone()).into_iter().partition(|fence| fence.is_json);
    for fence in json.into_iter().chain(other) {
        if !finder.strict(fence.content.clone(), Strategy::Fence) {
            finder.scan(fence.content, Strategy::Fence);
        }
    }
    finder.scan(answer.clone(), Strategy::Prose);
    if finder.found.candidates.is_empty() && finder.found.open.is_none() {
        finder.scan(0..answer.start, Strategy::Thinking);
    }
    let Extraction { candidates, open, syntax_error } = finder.found;
    let (empty, mut candidates): (Vec<_>, Vec<_>) =
        candidates.into_iter().partition(|candidate| is_empty(&candidate.value));
    candidates.extend(empty);
    Extraction { candidates, open, syntax_error }
}

/// The reply without a leading thinking block: what the model meant to be read.
pub fn without_thinking(text: &str) -> &str {
    text.get(answer_start(text)..).unwrap_or(text).trim_start()
}

fn answer_start(text: &str) -> usize {
    const THINKING_ENDS: &str = "</think>";
    text.rfind(THINKING_ENDS).map_or(0, |position| position + THINKING_ENDS.len())
}

struct Finder<'t> {
    text: &'t str,
    found: Extraction,
    /// At which bytes candidates begin: prose is searched where fences stand too.
    starts: Vec<bool>,
}

impl Finder<'_> {
    /// Takes the range as one strict JSON value, white space around it aside.
    fn strict(&mut self, range: Range<usize>, strategy: Strategy) -> bool {
        let text = &self.text[range.clone()];
        let start = range.start + (text.len() - text.trim_start().len());
        let range = start..start + text.trim().len();
        let Ok(value) = serde_json::from_str(&self.text[range.clone()]) else { return false };
        self.add(Candidate { value, strategy, range });
        true
    }

    /// Takes every balanced object and array in the range.
    fn scan(&mut self, range: Range<usize>, strategy: Strategy) {
        for found in scan::bracketed(self.text, range) {
            match found {
                scan::Bracketed::Balanced(range) => match serde_json::from_str(&self.text[range.clone()]) {
                    Ok(value) => self.add(Candidate { value, strategy, range }),
                    Err(error) => self.note(range.start, &error),
                },
                scan::Bracketed::Open(start) => {
                    if let Err(error) = serde_json::from_str::<Value>(&self.text[start..]) {
                        self.note(start, &error);
                    }
                    self.found.open.get_or_insert(start);
                }
            }
        }
    }

    fn add(&mut self, candidate: Candidate) {
        let is_new =
            self.starts.get_mut(candidate.range.start).is_some_and(|known| !std::mem::replace(known, true));
        if is_new {
            self.found.candidates.push(candidate);
        }
    }

    fn note(&mut self, start: usize, error: &serde_json::Error) {
        if self.found.syntax_error.is_none() {
            self.found.syntax_error = Some(SyntaxError::new(self.text, start, error));
        }
    }
}

impl SyntaxError {
    /// The error of parsing the text from `start` on, with its place in the whole text.
    fn new(text: &str, start: usize, error: &serde_json::Error) -> Self {
        let parsed = &text[start..];
        let line_start: usize =
            parsed.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let offset = start + line_start + error.column().saturating_sub(1);
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line_bytes = before.iter().rev().take_while(|byte| **byte != b'\n');
        let is_character_start = |byte: &&u8| (**byte & 0b1100_0000) != 0b1000_0000;
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        Self {
            line: 1 + before.iter().filter(|byte| **byte == b'\n').count(),
            column: 1 + line_bytes.filter(is_character_start).count(),
            message: message.to_owned(),
        }
    }
}

/// `expected value (line 2, column 14 of the reply)`.
impl fmt::Display for SyntaxError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = match self.message.strip_prefix("EOF while parsing ") {
            Some(what) => format!("it ends in the middle of {what}"),
            None => self.message.clone(),
        };
        write!(out, "{message} (line {}, column {} of the reply)", self.line, self.column)
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Object(object) => object.is_empty(),
        Value::Array(array) => array.is_empty(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::simulate::Random;
    use serde_json::json;

    /// What should come of a reply: the first candidate and how it was found, and how many there are.
    #[track_caller]
    fn check(text: &str, expected: Value, strategy: Strategy, count: usize) {
        let found = extract(text);
        let first = found.candidates.first().unwrap_or_else(|| panic!("no JSON in {text:?}: {found:?}"));
        assert_eq!(
            (&first.value, first.strategy, found.candidates.len()),
            (&expected, strategy, count),
            "{text:?}"
        );
        assert_eq!(serde_json::from_str::<Value>(&text[first.range.clone()]).unwrap(), expected);
    }

    #[track_caller]
    fn check_none(text: &str, open: Option<usize>) {
        let found = extract(text);
        assert_eq!((found.candidates, found.open), (vec![], open), "{text:?}");
    }

    #[test]
    fn the_whole_reply() {
        check(r#"{"a": 1}"#, json!({"a": 1}), Strategy::Whole, 1);
        check(" \n[1, 2]\n", json!([1, 2]), Strategy::Whole, 1);
        check("\"text with {\\\"a\\\": 1} in it\"", json!("text with {\"a\": 1} in it"), Strategy::Whole, 1);
        check("42", json!(42), Strategy::Whole, 1);
        check(r#"{"md": "```json\n{}\n```"}"#, json!({"md": "```json\n{}\n```"}), Strategy::Whole, 1);
        check("<think>Maybe {\"a\": 0}?</think>\n{\"a\": 1}", json!({"a": 1}), Strategy::Whole, 1);
    }

    #[test]
    fn fences() {
        check("Sure!\n```json\n{\"a\": 1}\n```\nDone.", json!({"a": 1}), Strategy::Fence, 1);
        check("```\n{\"a\": 1}\n```", json!({"a": 1}), Strategy::Fence, 1);
        check("~~~json\n{\"a\": 1}\n~~~", json!({"a": 1}), Strategy::Fence, 1);
        check("```json {\"a\": 1} ```", json!({"a": 1}), Strategy::Fence, 1);
        check("Here: ```JSON\n{\"a\": 1}```", json!({"a": 1}), Strategy::Fence, 1);
        check("```json\n{\"a\": 1}", json!({"a": 1}), Strategy::Fence, 1);
        check("```py\n{\"a\": 1}\n```\n```json\n{\"a\": 2}\n```", json!({"a": 2}), Strategy::Fence, 2);
        check("```json\n// the answer\n{\"a\": 1}\n```", json!({"a": 1}), Strategy::Fence, 1);
        check("{\"a\": 1}\nor\n```json\n{\"a\": 2}\n```", json!({"a": 2}), Strategy::Fence, 2);
        check("```json\n{\"md\": \"```\\ncode```\"}\n```", json!({"md": "```\ncode```"}), Strategy::Prose, 1);
        check("```json\n42\n```", json!(42), Strategy::Fence, 1);
    }

    #[test]
    fn prose() {
        check("The answer is {\"a\": {\"b\": [1]}}.", json!({"a": {"b": [1]}}), Strategy::Prose, 1);
        check("Use {braces}, then [1, 2] it is", json!([1, 2]), Strategy::Prose, 1);
        check(
            r#"So {"a": "a } in \" a string"} ends"#,
            json!({"a": "a } in \" a string"}),
            Strategy::Prose,
            1,
        );
        check("First {\"a\": 1}, then {\"a\": 2}", json!({"a": 1}), Strategy::Prose, 2);
        check("Not {} but {\"a\": 2}", json!({"a": 2}), Strategy::Prose, 2);
        check("<think>It is {\"a\": 1}.</think>I am done.", json!({"a": 1}), Strategy::Thinking, 1);
        check("<think>It is {\"a\": 1}.</think>No: {\"a\": 2}.", json!({"a": 2}), Strategy::Prose, 1);
    }

    #[test]
    fn no_json() {
        check_none("", None);
        check_none("It is sunny in Oslo, 22 degrees.", None);
        check_none("```\nplain text\n```", None);
        check_none("{city: Oslo}", None);
        check_none("{\"a\": 1, oops {\"b\": 2}}", None);
        check_none("a ] b } c", None);
    }

    #[test]
    fn a_value_still_open_at_the_end_is_said_and_not_completed() {
        check_none("{\"a\": 1, \"b\": {\"c\": 2}, \"d", Some(0));
        check_none("Here: [1, 2, {\"a\": 3}", Some(6));
        check_none("```json\n{\"a\": ", Some(8));
        check_none("{\"a\": \"never closed}", Some(0));
    }

    #[test]
    fn the_first_fault_has_its_place_in_the_reply() {
        #[track_caller]
        fn check(text: &str, line: usize, column: usize, message: &str) {
            let expected = SyntaxError { line, column, message: message.into() };
            assert_eq!(extract(text).syntax_error, Some(expected), "{text:?}");
        }
        check("Hä: {\"a\" 1}", 1, 10, "expected `:`");
        check("Here:\n{\"a\": 1,\n \"ä\": oops}\n", 3, 7, "expected value");
        check("{\"a\": 1,}", 1, 9, "trailing comma");
        check("```json\n{\"a\": ", 2, 6, "EOF while parsing a value");
    }

    #[test]
    fn any_text_is_taken_without_panic_and_every_candidate_is_strict_json() {
        let pieces = [
            "{", "}", "[", "]", "\"", ":", ",", "\\", "a", "1", " ", "\n", "é", "```", "json", "</think>",
            "{}",
        ];
        let mut random = Random::new(7);
        for _ in 0..20_000 {
            let length = random.below(24);
            let text: String = (0..length).filter_map(|_| random.pick(&pieces).copied()).collect();
            for candidate in extract(&text).candidates {
                let value: Value = serde_json::from_str(&text[candidate.range]).unwrap();
                assert_eq!(value, candidate.value, "{text:?}");
            }
            assert!(text.ends_with(without_thinking(&text)));
        }
    }

    #[test]
    fn hostile_texts_take_a_pass_and_do_not_panic() {
        let many = 200_000;
        for text in [
            "[".repeat(many),
            "{\"a\":".repeat(many),
            "}{".repeat(many),
            "[1,".repeat(many),
            "{ ".repeat(many),
            "\\".repeat(many),
            "```json\n{".repeat(many / 10),
            "[\"".repeat(many),
            format!("{}{}", "[".repeat(many), "]".repeat(many)),
        ] {
            assert!(extract(&text).candidates.iter().all(|candidate| is_empty(&candidate.value)));
        }
    }
}
