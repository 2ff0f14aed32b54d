//! The candidates in a reply and their rank.

use super::parser::{self, Loss, Parsed};
use super::repair::{Repair, RepairKind};
use super::thinking::answer_start;
use serde_json::Value;
use std::fmt;
use std::ops::Range;

/// What was found in a reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extraction {
    /// The values found, the likeliest first.
    pub candidates: Vec<Candidate>,
    /// The value that is still open at the end of the text, as far as it goes. It is no answer.
    pub open: Option<Candidate>,
    /// Why the first thing that looked like JSON is none, strictly.
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
    /// The departures from strict JSON, in the order of the text; none where the text is strict JSON.
    pub repairs: Vec<Repair>,
    /// What the text says and the value cannot hold.
    pub losses: Vec<Loss>,
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
    /// In a JSON string.
    String,
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
    pub const ALL: [Self; 5] = [Self::Whole, Self::Fence, Self::Prose, Self::String, Self::Thinking];

    /// Its name, for machines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Fence => "fence",
            Self::Prose => "prose",
            Self::String => "string",
            Self::Thinking => "thinking",
        }
    }

    /// What it means, in a few words, for people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Whole => "the reply is JSON",
            Self::Fence => "from a code fence",
            Self::Prose => "from the prose",
            Self::String => "from a string",
            Self::Thinking => "from the thinking",
        }
    }
}

/// Finds the JSON values in a reply, ranked: the whole reply, then fences marked as JSON, then other
/// fences, then objects and arrays in prose, and last what stands in the model's thinking.
/// Within a rank the first comes first, but what is empty, or may be a footnote, only after the others,
/// and all that stands before an announced correction after what follows it.
pub fn extract(text: &str) -> Extraction {
    let mut finder = Finder { text, found: Vec::new(), superseded: 0, open: None, syntax_error: None };
    let answer = answer_start(text);
    let is_strict = finder.strict(0) || (answer > 0 && finder.strict(answer));
    if !is_strict {
        finder.search(answer, None);
        if finder.found.is_empty() && finder.open.is_none() {
            finder.scalar(answer);
        }
        if finder.found.is_empty() && finder.open.is_none() && answer > 0 {
            finder.search(0, Some(Rank::Thinking));
        }
    }
    finder.unwrap_string();
    let Finder { mut found, superseded, open, syntax_error, .. } = finder;
    let corrected = found.get(superseded).map_or(0, |(_, first)| first.range.start);
    found.sort_by_key(|(rank, candidate)| {
        let is_minor = is_empty(&candidate.value) || (*rank == Rank::Prose && is_footnote(&candidate.value));
        (is_minor, candidate.range.start < corrected, *rank)
    });
    let candidates = found.into_iter().map(|(_, candidate)| candidate).collect();
    Extraction { candidates, open, syntax_error }
}

/// The reply without a leading thinking block: what the model meant to be read.
pub fn without_thinking(text: &str) -> &str {
    text.get(answer_start(text)..).unwrap_or(text).trim_start()
}

/// How likely a place is, the likeliest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Whole,
    JsonFence,
    Fence,
    Prose,
    String,
    Thinking,
}

impl Rank {
    fn strategy(self) -> Strategy {
        match self {
            Self::Whole => Strategy::Whole,
            Self::JsonFence | Self::Fence => Strategy::Fence,
            Self::Prose => Strategy::Prose,
            Self::String => Strategy::String,
            Self::Thinking => Strategy::Thinking,
        }
    }
}

/// How often the search goes on within a value that never ends: often enough for a stray bracket in prose,
/// seldom enough for linear work.
const RETRIES: usize = 4;

struct Finder<'t> {
    text: &'t str,
    found: Vec<(Rank, Candidate)>,
    /// How many of them stand before a correction.
    superseded: usize,
    open: Option<Candidate>,
    syntax_error: Option<SyntaxError>,
}

impl Finder<'_> {
    fn rest(&self, start: usize) -> &str {
        self.text.get(start..).unwrap_or_default()
    }

    /// Takes all that follows as one strict JSON value, white space around it aside.
    fn strict(&mut self, start: usize) -> bool {
        let rest = self.rest(start);
        let trimmed = rest.trim();
        let Ok(value) = serde_json::from_str::<Value>(trimmed) else { return false };
        let start = start + (rest.len() - rest.trim_start().len());
        let range = start..start + trimmed.len();
        // The value is as it was read; the parser only says what it could not hold.
        let losses = match parser::parse(self.text, start) {
            Ok(Some(parsed)) => parsed.losses,
            Ok(None) | Err(_) => Vec::new(),
        };
        let candidate = Candidate { value, strategy: Strategy::Whole, range, repairs: Vec::new(), losses };
        self.found.push((Rank::Whole, candidate));
        true
    }

    /// Takes every object and array from a place on, in one pass that knows fences.
    fn search(&mut self, start: usize, rank: Option<Rank>) {
        let mut fence: Option<Rank> = None;
        let mut retries = RETRIES;
        let rest = self.rest(start);
        let first = start + rest.len() - rest.trim_start_matches(is_invisible).len();
        let mut position = start;
        while let Some(offset) =
            self.rest(position).bytes().position(|byte| matches!(byte, b'{' | b'[' | b'(' | b'`' | b'~'))
        {
            let at = position + offset;
            let rest = self.rest(at);
            if rest.starts_with("```") || rest.starts_with("~~~") {
                let inside = rest.get(3..).unwrap_or_default();
                let is_opening = fence.is_none();
                let is_json = inside
                    .trim_start_matches(['`', '~'])
                    .get(..4)
                    .is_some_and(|word| word.eq_ignore_ascii_case("json"));
                fence = is_opening.then_some(if is_json { Rank::JsonFence } else { Rank::Fence });
                position = at + 3;
                if is_opening {
                    position = self.fenced_scalar(position, rank.or(fence));
                }
                continue;
            }
            position = at + 1;
            let is_first = at <= first;
            // A parenthesis is too common in prose to be anything but a whole tuple.
            let is_candidate = match rest.bytes().next() {
                Some(b'{') => parser::is_plausible(self.text, at),
                Some(b'[') => is_first || parser::is_plausible(self.text, at),
                Some(b'(') => (is_first || fence.is_some()) && parser::is_plausible(self.text, at),
                Some(_) | None => false,
            };
            if !is_candidate {
                continue;
            }
            match parser::parse(self.text, at) {
                Ok(Some(parsed)) => {
                    let is_open = parsed.is_open;
                    let end = parsed.range.end;
                    let is_reliable = self.take(parsed, rank.or(fence).unwrap_or(Rank::Prose), is_first);
                    if is_open && (is_reliable || retries == 0) {
                        return;
                    }
                    if is_open || !is_reliable {
                        retries -= usize::from(is_open);
                    } else {
                        position = end.max(position);
                    }
                }
                Ok(None) => {}
                Err(fault) => {
                    self.syntax_error
                        .get_or_insert_with(|| SyntaxError::at(self.text, at, fault.to_string()));
                    return;
                }
            }
        }
    }

    /// Keeps what was parsed, if it is more than prose in brackets.
    fn take(&mut self, parsed: Parsed, rank: Rank, is_first: bool) -> bool {
        let Parsed { value, mut range, mut repairs, losses, is_open } = parsed;
        let is_bare = repairs.iter().any(|repair| repair.kind == RepairKind::BareValue);
        let is_in_fence = matches!(rank, Rank::JsonFence | Rank::Fence);
        if is_first && !is_open {
            self.take_surplus(&mut range, &mut repairs);
        }
        let is_last = self.rest(range.end).trim_start_matches(is_no_prose).is_empty();
        // Brackets are common in prose: a remark, a footnote, a numbered point.
        let is_prose = match &value {
            Value::Object(_) => false,
            Value::Array(elements) if self.rest(range.start).starts_with('[') => {
                is_bare && !(is_first && (is_last || elements.len() > 1))
            }
            Value::Array(_) => !is_last,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => rank != Rank::Whole,
        };
        if is_prose && !is_in_fence {
            return false;
        }
        let rank = if rank == Rank::Prose && is_first && is_last { Rank::Whole } else { rank };
        if !repairs.is_empty() {
            repairs.sort_by_key(|repair| repair.range.start);
            self.note(range.start);
        }
        let candidate = Candidate { value, strategy: rank.strategy(), range, repairs, losses };
        if is_open {
            self.open.get_or_insert(candidate);
        } else {
            if self.is_correction(candidate.range.start) {
                self.superseded = self.found.len();
            }
            self.found.push((rank, candidate));
        }
        true
    }

    /// Brackets that close nothing, right behind a value that the reply begins with.
    fn take_surplus(&self, range: &mut Range<usize>, repairs: &mut Vec<Repair>) {
        while self.rest(range.end).trim_start().starts_with(['}', ']']) {
            let rest = self.rest(range.end);
            let at = range.end + rest.len() - rest.trim_start().len();
            repairs.push(Repair { kind: RepairKind::SurplusBracket, range: at..at + 1 });
            range.end = at + 1;
        }
    }

    /// Whether the words between the last candidate and this place say that a better one follows.
    fn is_correction(&self, start: usize) -> bool {
        const WORDS: [&str; 3] = ["corrected", "correction", "fixed version"];
        let Some((_, last)) = self.found.last() else { return false };
        let between = self.text.get(last.range.end..start).unwrap_or_default().to_ascii_lowercase();
        WORDS.iter().any(|word| between.contains(word))
    }

    /// Takes a strict scalar that fills a fence; gives the place to go on.
    fn fenced_scalar(&mut self, start: usize, rank: Option<Rank>) -> usize {
        let rest = self.rest(start);
        let language = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let from = start + language;
        let inside = self.rest(from);
        let Some(first) = inside.trim_start().bytes().next() else { return from };
        if !(first == b'"' || first == b'-' || first.is_ascii_digit()) {
            return from;
        }
        let line = inside.trim_start();
        let end = line.find(['\n', '`', '~']).unwrap_or(line.len());
        let word = line.get(..end).unwrap_or_default().trim_end();
        let after = line.get(word.len()..).unwrap_or_default().trim_start();
        let ends = after.is_empty() || after.starts_with("```") || after.starts_with("~~~");
        if let (true, Some(rank), Ok(value)) = (ends, rank, serde_json::from_str::<Value>(word)) {
            let begin = from + (inside.len() - line.len());
            let range = begin..begin + word.len();
            let candidate = Candidate {
                value,
                strategy: rank.strategy(),
                range: range.clone(),
                repairs: Vec::new(),
                losses: Vec::new(),
            };
            self.found.push((rank, candidate));
            return range.end;
        }
        from
    }

    /// Takes a reply that is nothing but a string, a number or a literal, if not quite as JSON writes it.
    fn scalar(&mut self, start: usize) {
        let Some(parsed) = parser::scalar(self.text, start) else { return };
        self.take(parsed, Rank::Whole, true);
    }

    /// A string that holds an object or array may be what was meant; but the string is what was written.
    fn unwrap_string(&mut self) {
        let [(Rank::Whole, Candidate { value: Value::String(inner), range, .. })] = &self.found[..] else {
            return;
        };
        let Ok(value @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(inner) else { return };
        let range = range.clone();
        let repairs = vec![Repair { kind: RepairKind::JsonInString, range: range.clone() }];
        let candidate = Candidate { value, strategy: Strategy::String, range, repairs, losses: Vec::new() };
        self.found.push((Rank::String, candidate));
    }

    fn note(&mut self, start: usize) {
        if self.syntax_error.is_none()
            && let Some(text) = self.text.get(start..)
            && let Some(Err(error)) = serde_json::Deserializer::from_str(text).into_iter::<Value>().next()
        {
            self.syntax_error = Some(SyntaxError::new(self.text, start, &error));
        }
    }
}

impl SyntaxError {
    /// The error of parsing the text from `start` on, with its place in the whole text.
    fn new(text: &str, start: usize, error: &serde_json::Error) -> Self {
        let parsed = text.get(start..).unwrap_or_default();
        let line_start: usize =
            parsed.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        Self::at(text, start + line_start + error.column().saturating_sub(1), message.to_owned())
    }

    fn at(text: &str, offset: usize, message: String) -> Self {
        let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
        let line_bytes = before.iter().rev().take_while(|byte| **byte != b'\n');
        let is_character_start = |byte: &&u8| (**byte & 0b1100_0000) != 0b1000_0000;
        Self {
            line: 1 + before.iter().filter(|byte| **byte == b'\n').count(),
            column: 1 + line_bytes.filter(is_character_start).count(),
            message,
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

fn is_invisible(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}

/// What may follow a value that is all of a reply.
fn is_no_prose(character: char) -> bool {
    is_invisible(character) || matches!(character, ',' | ';')
}

/// Whether prose may use it to refer to something: `[1]`, `[2, 3]`.
fn is_footnote(value: &Value) -> bool {
    value.as_array().is_some_and(|elements| elements.iter().all(Value::is_number))
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
        assert_eq!(first.repairs, vec![]);
        assert_eq!(serde_json::from_str::<Value>(&text[first.range.clone()]).unwrap(), expected);
    }

    #[track_caller]
    fn check_none(text: &str, open: Option<usize>) {
        let found = extract(text);
        let start = found.open.map(|candidate| candidate.range.start);
        assert_eq!((found.candidates, start), (vec![], open), "{text:?}");
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
        check("```json\n{\"md\": \"```\\ncode```\"}\n```", json!({"md": "```\ncode```"}), Strategy::Fence, 1);
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
        check("It is {\"a\": 1}. Here is the corrected one: {\"a\": 2}", json!({"a": 2}), Strategy::Prose, 2);
        check("As [1] and [2] say, {\"a\": 2}", json!({"a": 2}), Strategy::Prose, 3);
        check("Not {} but {\"a\": 2}", json!({"a": 2}), Strategy::Prose, 2);
        check("<think>It is {\"a\": 1}.</think>I am done.", json!({"a": 1}), Strategy::Thinking, 1);
        check("<think>It is {\"a\": 1}.</think>No: {\"a\": 2}.", json!({"a": 2}), Strategy::Prose, 1);
    }

    #[test]
    fn no_json() {
        check_none("", None);
        check_none("It is sunny in Oslo, 22 degrees.", None);
        check_none("```\nplain text\n```", None);
        check_none("The set {a, b} is small, [see] (1) and {this one}.", None);
        check_none("\"Yes,\" he said, \"no\".", None);
        check_none("tru", None);
        check_none("[Note] I cannot do that.", None);
        check_none("(1) First, think. (2) Then write.", None);
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

    /// What had to be repaired in the first candidate.
    #[track_caller]
    fn check_repaired(text: &str, expected: Value, strategy: Strategy, kinds: &[RepairKind]) {
        let found = extract(text);
        let first = found.candidates.first().unwrap_or_else(|| panic!("no JSON in {text:?}: {found:?}"));
        let repaired: Vec<_> = first.repairs.iter().map(|repair| repair.kind).collect();
        assert_eq!((&first.value, first.strategy, &repaired[..]), (&expected, strategy, kinds), "{text:?}");
    }

    #[test]
    fn repaired_replies() {
        check_repaired("```json\n{a: 1}\n```", json!({"a": 1}), Strategy::Fence, &[RepairKind::BareKey]);
        check_repaired("So {'a': 1}.", json!({"a": 1}), Strategy::Prose, &[RepairKind::QuoteStyle]);
        check_repaired(
            "```json\n{\"a\": 1\n```",
            json!({"a": 1}),
            Strategy::Fence,
            &[RepairKind::MissingBracket],
        );
        check_repaired("{a: 1}", json!({"a": 1}), Strategy::Whole, &[RepairKind::BareKey]);
        check_repaired("{\"a\": 1}}", json!({"a": 1}), Strategy::Whole, &[RepairKind::SurplusBracket]);
        check_repaired("4,", json!(4), Strategy::Whole, &[RepairKind::SurplusComma]);
        let in_order = [RepairKind::TrailingComma, RepairKind::Ellipsis];
        check_repaired("[4, ...]", json!([4]), Strategy::Whole, &in_order);
    }

    #[test]
    fn json_in_a_strict_string_comes_second() {
        let found = extract(r#""{\"a\": 1}""#);
        let strategies: Vec<_> = found.candidates.iter().map(|candidate| candidate.strategy).collect();
        assert_eq!(strategies, [Strategy::Whole, Strategy::String]);
    }

    #[test]
    fn any_text_is_taken_without_panic_and_what_is_not_repaired_is_strict_json() {
        let pieces = [
            "{", "}", "[", "]", "(", ")", "\"", "'", "`", "“", "”", ":", ",", "\\", "\\u12", "\\ud800", "a",
            "1", "-", " ", "\n", "é", "\u{feff}", "//", "/*", "#", "...", "+", "```", "json", "</think>",
            "{}", "true", "1e9", "None", "\u{1}", "<!--", "=", "1_0", "01",
        ];
        let mut random = Random::new(7);
        for _ in 0..40_000 {
            let length = random.below(24);
            let text: String = (0..length).filter_map(|_| random.pick(&pieces).copied()).collect();
            let found = extract(&text);
            for candidate in found.candidates.iter().chain(&found.open) {
                let strict = serde_json::from_str::<Value>(&text[candidate.range.clone()]).ok();
                assert!(
                    !candidate.repairs.is_empty() || strict.as_ref() == Some(&candidate.value),
                    "{text:?}: {candidate:?}"
                );
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
            format!("{}{}{}", " ".repeat(many), "{} ".repeat(many), " ".repeat(many)),
            "{\"a\": \"x\" ".repeat(many),
            format!("{{\"a\": \"{}", "\" ".repeat(many)),
            format!("{{\"a\": \"{}", "\", /* ".repeat(many)),
            format!("{{\"a\": {}", "x (".repeat(many)),
            format!("{{a: {}", "x, ".repeat(many)),
            "{\"a\": [1}".repeat(many / 10),
            format!("{}{}", "[".repeat(many), "]".repeat(many)),
        ] {
            let found = extract(&text);
            assert!(found.candidates.iter().all(|candidate| candidate.range.end <= text.len()));
        }
    }
}
