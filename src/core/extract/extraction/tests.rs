//! Replies of every kind, and what is taken from them.

use super::*;
use crate::core::extract::repair::RepairKind;
use crate::core::extract::work::counted;
use crate::core::random::Random;
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
    check(r#"So {"a": "a } in \" a string"} ends"#, json!({"a": "a } in \" a string"}), Strategy::Prose, 1);
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
    let wide = [RepairKind::BareKey, RepairKind::Punctuation];
    check_repaired("So {a：{}} it is", json!({"a": {}}), Strategy::Prose, &wide);
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
        "{", "}", "[", "]", "(", ")", "\"", "'", "`", "“", "”", ":", ",", "\\", "\\u12", "\\ud800", "a", "1",
        "-", " ", "\n", "é", "\u{feff}", "//", "/*", "#", "...", "+", "```", "json", "</think>", "{}",
        "true", "1e9", "None", "\u{1}", "<!--", "=", "1_0", "01",
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

/// Texts of a length that are made of a beginning and something repeated.
fn hostile(length: usize) -> impl Iterator<Item = String> {
    const TEXTS: [(&str, &str); 62] = [
        ("", "["),
        ("", "{\"a\":"),
        ("", "}{"),
        ("", "see {it} and "),
        ("", "[1,"),
        ("", "{ "),
        ("", "\\"),
        ("", "\""),
        ("", "\" "),
        ("", "\"\u{1}"),
        ("", "\"\0"),
        ("", "```json\n{"),
        ("", "```"),
        ("", "`"),
        ("", "~~~ "),
        ("", "[\""),
        ("", "{} "),
        ("", "{} corrected "),
        ("", "{\"a\": \"x\" "),
        ("", "{\"a\": [1}"),
        ("", "<think>"),
        ("", "</think>{"),
        ("", "//"),
        ("", "/* "),
        ("", "{ /*"),
        ("", "\u{201c}"),
        ("", ": "),
        ("", ", "),
        ("", "(1) "),
        ("", "[x] "),
        ("[", "[x, "),
        ("{", "\0"),
        ("{\"a\"", "\0"),
        ("{\"a\"", "\u{1}"),
        ("{\"a\": ", "\0"),
        ("{\"a\": 1", "\u{7f}"),
        ("{\"a\": \"x", "\0\""),
        ("{a", "\0"),
        ("{a", " "),
        ("{a", "\n"),
        ("{a: x", " \n"),
        ("{a: ", "x, "),
        ("{\"a\": ", "x ("),
        ("{\"a\": \"", "\" "),
        ("{\"a\": \"", "word "),
        ("{\"a\": \"", "\\\""),
        ("{\"a\": \"", "\", /* "),
        ("{\"a\": \"", "\", "),
        ("{\"a\": \"\"\"", "\"\"\" "),
        ("[", "\"\"\" "),
        ("[\"a\"", " + \"a\""),
        ("{'a': '", "' "),
        ("[", "\u{2018}a "),
        ("{\"a\": 1", "]"),
        ("f(", " "),
        ("f(", "g("),
        ("```\n", "1 "),
        ("```\n", "[a]("),
        ("```\n", "{\"a\": \"b, "),
        ("```\n", "(a "),
        ("", "[\"\"\""),
        ("[1, ", "-"),
    ];
    let repeated =
        TEXTS.iter().map(move |(start, part)| format!("{start}{}", part.repeat(length / part.len())));
    let nested = format!("{}{}", "[x ".repeat(120), "x ".repeat(length / 2) + &"]".repeat(120));
    let blank = format!("{}{}{}", " ".repeat(length / 3), "{} ".repeat(length / 9), " ".repeat(length / 3));
    let brackets = format!("{}{}", "[".repeat(length / 2), "]".repeat(length / 2));
    let tail = format!("{{\"a\": \"{}", "no quote closes this, {or} [so]: ".repeat(length / 32));
    repeated.chain([nested, blank, brackets, tail])
}

#[test]
fn hostile_texts_take_a_bounded_number_of_passes() {
    for (short, long) in hostile(1 << 13).zip(hostile(1 << 17)) {
        let (few, _) = counted(|| extract(&short));
        let (many, found) = counted(|| extract(&long));
        let start: String = short.chars().take(40).collect();
        assert!(many / long.len() <= 2 * (few / short.len()) + 2, "{start:?}: {few}, then {many} bytes");
        assert!(many <= 64 * long.len(), "{start:?}: {many} bytes of {}", long.len());
        assert!(found.candidates.iter().all(|candidate| candidate.range.end <= long.len()));
    }
}

#[test]
fn what_is_beyond_a_limit_is_said() {
    let deep = format!("{{\"a\": 1}} {}", "[".repeat(200));
    let Extraction { candidates, open, syntax_error, limit } = extract(&deep);
    let said = syntax_error.map(|error| error.to_string());
    assert_eq!((candidates.len(), open, limit), (1, None, Some(Limit::Depth)));
    assert_eq!(said.as_deref(), Some("nested deeper than 127 levels (line 1, column 10 of the reply)"));
    let deepest = format!("{}{}", "[".repeat(127), "]".repeat(127));
    assert_eq!(
        extract(&deepest).candidates.first().map(|candidate| &candidate.value),
        serde_json::from_str(&deepest).ok().as_ref()
    );
    let large = format!("[1]{}", " ".repeat(64 << 20));
    let syntax_error = Some(SyntaxError { line: 1, column: 1, message: "longer than 64 MiB".into() });
    assert_eq!(
        extract(&large),
        Extraction { syntax_error, limit: Some(Limit::Size), ..Extraction::default() }
    );
}
