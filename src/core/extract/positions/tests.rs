//! Spans are parallel to the value, whatever became of the text, and lead to what stands there.

use crate::core::extract::sample::values;
use crate::core::extract::{Candidate, Positions, extract_with_positions};
use crate::core::pointer::{Pointer, Segment};
use crate::core::random::Random;
use proptest::proptest;
use serde_json::{Value, json};

/// All places in a value, as it is walked.
fn pointers(value: &Value, here: Pointer, all: &mut Vec<Pointer>) {
    all.push(here.clone());
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| pointers(value, here.key(key), all)),
        Value::Array(elements) => {
            elements.iter().enumerate().for_each(|(index, value)| pointers(value, here.index(index), all));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Every place in the first candidate, its key and its value, as they stand in the text.
#[track_caller]
fn spans(text: &str, candidate: &Candidate) -> Vec<(Pointer, Option<String>, String)> {
    let Candidate { value, positions: Some(positions), .. } = candidate else { panic!("none: {text:?}") };
    let mut all = Vec::new();
    pointers(value, Pointer::root(), &mut all);
    assert_eq!(positions.spans().len(), all.len(), "{text:?}: {value}");
    let mut spans = Vec::new();
    for (pointer, span) in all.into_iter().zip(positions.spans()) {
        assert_eq!(positions.of(value, &pointer), Some(span), "{text:?}: {pointer}");
        let is_member = matches!(pointer.segments().last(), Some(Segment::Key(_)));
        assert_eq!(span.key().is_some(), is_member, "{text:?}: {pointer}");
        spans.push((pointer, span.key().map(|key| text[key].to_owned()), text[span.value()].to_owned()));
    }
    spans
}

#[track_caller]
fn check(text: &str, expected: &[(&str, Option<&str>, &str)]) {
    let found = extract_with_positions(text);
    let candidate = found.candidates.first().or(found.open.as_ref()).unwrap();
    let spans = spans(text, candidate);
    let spans: Vec<_> = spans
        .iter()
        .map(|(pointer, key, value)| (pointer.to_json_pointer(), key.as_deref(), value.as_str()))
        .collect();
    let expected: Vec<_> =
        expected.iter().map(|(pointer, key, value)| ((*pointer).to_owned(), *key, *value)).collect();
    assert_eq!(spans, expected, "{text:?}");
}

#[test]
fn strict_json() {
    check(
        " {\"a\": [1, \"x\"], \"b\":{ }} ",
        &[
            ("", None, "{\"a\": [1, \"x\"], \"b\":{ }}"),
            ("/a", Some("\"a\""), "[1, \"x\"]"),
            ("/a/0", None, "1"),
            ("/a/1", None, "\"x\""),
            ("/b", Some("\"b\""), "{ }"),
        ],
    );
    check("\"x\"", &[("", None, "\"x\"")]);
    check("```\n12\n```", &[("", None, "12")]);
    check("so [[]].", &[("", None, "[[]]"), ("/0", None, "[]")]);
}

#[test]
fn mended_json() {
    check(
        "{'a': two words , b: (1), \"c\": }",
        &[
            ("", None, "{'a': two words , b: (1), \"c\": }"),
            ("/a", Some("'a'"), "two words"),
            ("/b", Some("b"), "1"),
            ("/c", Some("\"c\""), ""),
        ],
    );
    check(
        "[(1, 2), \"a\" + 'b', f(\"x\"), ]",
        &[
            ("", None, "[(1, 2), \"a\" + 'b', f(\"x\"), ]"),
            ("/0", None, "(1, 2)"),
            ("/0/0", None, "1"),
            ("/0/1", None, "2"),
            ("/1", None, "\"a\" + 'b'"),
            ("/2", None, "\"x\""),
        ],
    );
    check("{'a', 'b'}", &[("", None, "{'a', 'b'}"), ("/0", None, "'a'"), ("/1", None, "'b'")]);
    check(
        "[1, \"a\": 2]",
        &[
            ("", None, "[1, \"a\": 2]"),
            ("/0", None, "1"),
            ("/1", None, "\"a\": 2"),
            ("/1/a", Some("\"a\""), "2"),
        ],
    );
    check(
        "{\"a\": [\"x",
        &[("", None, "{\"a\": [\"x"), ("/a", Some("\"a\""), "[\"x"), ("/a/0", None, "\"x")],
    );
    check("{\"a\": {\"b", &[("", None, "{\"a\": {\"b"), ("/a", Some("\"a\""), "{\"b")]);
}

#[test]
fn of_a_key_that_stands_twice_the_last_place_counts() {
    check(
        "{\"a\": [1], \"b\": 2, \"\\u0061\": [3, {\"c\": 4, \"c\": 5}], \"b\": ({}), \"d\": 6}",
        &[
            (
                "",
                None,
                "{\"a\": [1], \"b\": 2, \"\\u0061\": [3, {\"c\": 4, \"c\": 5}], \"b\": ({}), \"d\": 6}",
            ),
            ("/a", Some("\"\\u0061\""), "[3, {\"c\": 4, \"c\": 5}]"),
            ("/a/0", None, "3"),
            ("/a/1", None, "{\"c\": 4, \"c\": 5}"),
            ("/a/1/c", Some("\"c\""), "5"),
            ("/b", Some("\"b\""), "{}"),
            ("/d", Some("\"d\""), "6"),
        ],
    );
}

#[test]
fn what_was_within_a_string_stands_where_the_string_does() {
    let text = r#""{\"a\": [1]}""#;
    let found = extract_with_positions(text);
    let [whole, inner] = &found.candidates[..] else { panic!("{found:?}") };
    assert_eq!(spans(text, whole), [(Pointer::root(), None, text.to_owned())]);
    let root = Pointer::root;
    let all = [
        (root(), None, text.to_owned()),
        (root().key("a"), Some(text.to_owned()), text.to_owned()),
        (root().key("a").index(0), None, text.to_owned()),
    ];
    assert_eq!(spans(text, inner), all);
}

#[test]
fn from_an_offset_to_a_pointer() {
    let text = "So: {\"a\": [10, {\"b\": 2}], \"a\": [30], \"c\": 4}";
    let found = extract_with_positions(text);
    let Candidate { value, positions: Some(positions), .. } = &found.candidates[0] else { panic!() };
    let at = |what: &str| {
        let offset = text.find(what).unwrap();
        positions.at(value, offset).map(|pointer| pointer.to_json_pointer())
    };
    assert_eq!(*value, json!({"a": [30], "c": 4}));
    for (what, expected) in [
        ("So", None),
        ("{", Some("")),
        ("\"a\": [30", Some("/a")),
        (": [30", Some("")),
        ("[30", Some("/a")),
        ("0], \"c", Some("/a/0")),
        ("c\": 4", Some("/c")),
        ("4}", Some("/c")),
        ("10", Some("")),
    ] {
        assert_eq!(at(what).as_deref(), expected, "{what}");
    }
    assert_eq!(positions.of(value, &Pointer::root().key("b")), None);
    assert_eq!(positions.of(value, &Pointer::root().key("a").index(1)), None);
}

/// A value as JSON, with white space wherever it may stand.
fn spaced(value: &Value) -> String {
    const SPACE: &str = " \n\t";
    let inside = |parts: Vec<String>| parts.join(&format!("{SPACE},{SPACE}"));
    match value {
        Value::Object(members) => {
            let member = |(key, value): (&String, &Value)| {
                format!("{}{SPACE}:{SPACE}{}", Value::from(key.as_str()), spaced(value))
            };
            format!("{{{SPACE}{}{SPACE}}}", inside(members.iter().map(member).collect()))
        }
        Value::Array(elements) => {
            format!("[{SPACE}{}{SPACE}]", inside(elements.iter().map(spaced).collect()))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

proptest! {
    #[test]
    fn the_text_of_each_span_is_the_value_at_its_place(value in values()) {
        for text in [value.to_string(), format!("{value:#}"), spaced(&value)] {
            let found = extract_with_positions(&text);
            let candidate = &found.candidates[0];
            for (pointer, key, part) in spans(&text, candidate) {
                let there = candidate.value.pointer(&pointer.to_json_pointer()).unwrap();
                assert_eq!(&serde_json::from_str::<Value>(&part).unwrap(), there, "{text:?}");
                if let (Some(Segment::Key(name)), Some(key)) = (pointer.segments().last(), key) {
                    assert_eq!(&serde_json::from_str::<String>(&key).unwrap(), name, "{text:?}");
                }
            }
            for (span, pointer) in candidate.positions.iter().flat_map(Positions::spans).zip({
                let mut all = Vec::new();
                pointers(&candidate.value, Pointer::root(), &mut all);
                all
            }) {
                let positions = candidate.positions.as_ref().unwrap();
                assert_eq!(positions.at(&candidate.value, span.value().start), Some(pointer), "{text:?}");
            }
        }
    }
}

#[test]
fn spans_are_parallel_to_the_value_whatever_was_repaired() {
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "\"",
        "'",
        "`",
        "“",
        ":",
        ",",
        "\\",
        "a",
        "1",
        " ",
        "\n",
        "é",
        "//",
        "/*",
        "...",
        "+",
        "```",
        "{}",
        "true",
        "=",
        "01",
        "\"a\": ",
        "'b': ",
        "c: ",
        "\"a\", ",
        "f(\"x\")",
        "\"\"\"",
        "{\"a\": 1, \"a\": 2}",
        "(1)",
        "((",
        "))",
        "\"{\\\"a\\\": [1, {}]}\"",
    ];
    let mut random = Random::new(5);
    for _ in 0..30_000 {
        let length = random.below(20);
        let text: String = (0..length).filter_map(|_| random.pick(&pieces).copied()).collect();
        let found = extract_with_positions(&text);
        for candidate in found.candidates.iter().chain(&found.open) {
            assert!(!spans(&text, candidate).is_empty());
        }
    }
}
