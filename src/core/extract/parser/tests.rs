//! Every kind of repair, and what no text may bring about.

use super::{LossKind, Parsed, parse};
use crate::core::extract::extract;
use crate::core::extract::repair::RepairKind::{self, *};
use crate::core::pointer::Pointer;
use proptest::prelude::{any, prop};
use proptest::{proptest, strategy::Strategy};
use serde_json::{Map, Value, json};

fn parsed(text: &str) -> Parsed {
    parse(text, 0).unwrap().unwrap_or_else(|| panic!("no value in {text:?}"))
}

/// The value of a text and where what was repaired; a text that is cut is open.
#[track_caller]
fn check(text: &str, expected: Value, repairs: &[(RepairKind, &str)]) {
    let parsed = parsed(text);
    let repaired: Vec<_> =
        parsed.repairs.iter().map(|repair| (repair.kind, &text[repair.range.clone()])).collect();
    assert_eq!((&parsed.value, &repaired[..]), (&expected, repairs), "{text:?}");
    assert_eq!(parsed.is_open, repairs.iter().any(|(kind, _)| *kind == Cut), "{text:?}");
}

#[test]
fn commas_and_colons() {
    check("[1, 2,]", json!([1, 2]), &[(TrailingComma, ",")]);
    check("{\"a\": 1,}", json!({"a": 1}), &[(TrailingComma, ",")]);
    check("[1 2]", json!([1, 2]), &[(MissingComma, "")]);
    check("[\"a\" \"b\"]", json!(["a", "b"]), &[(MissingComma, "")]);
    check("{\"a\": 1\n\"b\": 2}", json!({"a": 1, "b": 2}), &[(MissingComma, "")]);
    check("{\"a\": \"x\"\n\"b\": 2}", json!({"a": "x", "b": 2}), &[(MissingComma, "")]);
    check("[,1,,2]", json!([1, 2]), &[(SurplusComma, ","), (SurplusComma, ",")]);
    check("{\"a\" 1}", json!({"a": 1}), &[(MissingColon, "")]);
    check("{\"a\" = 1}", json!({"a": 1}), &[(Punctuation, "=")]);
    check(
        "{\"a\"：1，\"b\"：2}",
        json!({"a": 1, "b": 2}),
        &[(Punctuation, "："), (Punctuation, "，"), (Punctuation, "：")],
    );
    check("{\"a\": 1; \"b\": \"x\"}", json!({"a": 1, "b": "x"}), &[(Punctuation, ";")]);
    check("[[\"a\"]; \"b\"]", json!([["a"], "b"]), &[(Punctuation, ";")]);
    check("[\"a\", 1，[\"b\"]，2]", json!(["a", 1, ["b"], 2]), &[(Punctuation, "，"); 2]);
    check("[1，]", json!([1]), &[(Punctuation, "，"), (TrailingComma, "，")]);
    check("{：\"a\": 1}", json!({"a": 1}), &[(StrayText, "：")]);
    check("{\"a\": }", json!({"a": null}), &[(MissingValue, "")]);
    check("{\"a\":, \"b\": 1}", json!({"a": null, "b": 1}), &[(MissingValue, "")]);
}

#[test]
fn quotes() {
    check(
        "{'a': 'it's'}",
        json!({"a": "it's"}),
        &[(QuoteStyle, "'"), (QuoteStyle, "'"), (UnescapedQuote, "'")],
    );
    check("{“a”: 1}", json!({"a": 1}), &[(QuoteStyle, "“")]);
    check("[`a`]", json!(["a"]), &[(QuoteStyle, "`")]);
    check("[\"a”, \"b\"]", json!(["a", "b"]), &[(QuoteStyle, "”")]);
    check("[\"\"\"a \"b\" c\"\"\"]", json!(["a \"b\" c"]), &[(TripleQuotes, "\"\"\"a \"b\" c\"\"\"")]);
    check("{\\\"a\\\": 1}", json!({"a": 1}), &[(EscapedQuotes, "\\\"")]);
    check("{\"a\": \"x, \"b\": 1}", json!({"a": "x", "b": 1}), &[(MissingQuote, "")]);
    check("{\"a\": \"x,\n\"b\": 1}", json!({"a": "x", "b": 1}), &[(MissingQuote, "")]);
    check("{\"a\": \"x\", b\": 1}", json!({"a": "x", "b": 1}), &[(MissingQuote, "")]);
    check("[\"a\", \"b\"\"]", json!(["a", "b"]), &[(SurplusQuote, "\"")]);
    check(
        "{\"a\": \"the \"best\", they say\", \"b\": 1}",
        json!({"a": "the \"best\", they say", "b": 1}),
        &[(UnescapedQuote, "\""), (UnescapedQuote, "\"")],
    );
    check(
        "{\"a\": \"is {\"b\": \"5\"}, right.\"}",
        json!({"a": "is {\"b\": \"5\"}, right."}),
        &[(UnescapedQuote, "\""); 4],
    );
    check("{\"a\": \"7\"8\"}", json!({"a": "7\"8"}), &[(UnescapedQuote, "\"")]);
    check("{a: word}", json!({"a": "word"}), &[(BareKey, "a"), (BareValue, "word")]);
    check("{\"a\": two words, \"b\": 1}", json!({"a": "two words", "b": 1}), &[(BareValue, "two words")]);
    check("{\"a\": https://x.org/y}", json!({"a": "https://x.org/y"}), &[(BareValue, "https://x.org/y")]);
    check("[a, b]", json!(["a", "b"]), &[(BareValue, "a"), (BareValue, "b")]);
}

#[test]
fn literals_and_numbers() {
    check(
        "[True, None, undefined, NaN, -Infinity]",
        json!([true, null, null, null, null]),
        &[
            (Literal, "True"),
            (Literal, "None"),
            (Literal, "undefined"),
            (Literal, "NaN"),
            (Literal, "-Infinity"),
        ],
    );
    check(
        "[+1, .5, 5., 2e]",
        json!([1, 0.5, 5.0, 2]),
        &[(NumberForm, "+1"), (NumberForm, ".5"), (NumberForm, "5."), (NumberForm, "2e")],
    );
    check("[1_000]", json!([1000]), &[(NumberForm, "1_000")]);
    check("{\"a\": 1,234.50, \"b\": 1}", json!({"a": 1234.5, "b": 1}), &[(NumberForm, "1,234.50")]);
    check("[1,234]", json!([1, 234]), &[]);
    check(
        "[007, 0x1F, 1/3, 1.1.1]",
        json!(["007", "0x1F", "1/3", "1.1.1"]),
        &[(BareValue, "007"), (BareValue, "0x1F"), (BareValue, "1/3"), (BareValue, "1.1.1")],
    );
    check("[1e999]", json!([null]), &[(NumberForm, "1e999")]);
}

#[test]
fn comments_and_ellipses() {
    check("[1, // one\n2 /* two */]", json!([1, 2]), &[(Comment, "// one\n"), (Comment, "/* two */")]);
    check("# why\n[1]", json!([1]), &[(Comment, "# why\n")]);
    check("[1, <!-- why -->2]", json!([1, 2]), &[(Comment, "<!-- why -->")]);
    check("[[\"a\"] <!-- why -->, \"b\"]", json!([["a"], "b"]), &[(Comment, "<!-- why -->")]);
    check("[\"a // b\"]", json!(["a // b"]), &[]);
    check("[1, 2, ...]", json!([1, 2]), &[(Ellipsis, "..."), (TrailingComma, ",")]);
    check("[[\"a\", …], \"b\"]", json!([["a"], "b"]), &[(Ellipsis, "…"), (TrailingComma, ",")]);
}

#[test]
fn insides_of_strings() {
    check("[\"a\" + \"b\"]", json!(["ab"]), &[(Concatenation, " + ")]);
    check(r#"["C:\dir\'s"]"#, json!(["C:\\dir's"]), &[(Escape, "\\"), (Escape, "\\'")]);
    check(r#"["\ud83d", "\ud83d\ude00"]"#, json!(["\u{fffd}", "\u{1f600}"]), &[(LoneSurrogate, "\\ud83d")]);
    check("[\"a\n\nb\"]", json!(["a\n\nb"]), &[(ControlCharacter, "\n\n")]);
    check("{\u{a0}\"a\": 1}", json!({"a": 1}), &[(WhiteSpace, "\u{a0}")]);
    check("[\"a\", 1\u{a0}, \"b\"]", json!(["a", 1, "b"]), &[(WhiteSpace, "\u{a0}")]);
    check("{\"a\": \"x\"\n> }", json!({"a": "x"}), &[(WhiteSpace, ">")]);
    check("{\"a\": 1,\n> \"b\": 2}", json!({"a": 1, "b": 2}), &[(WhiteSpace, ">")]);
}

#[test]
fn brackets() {
    check("{\"a\": [1, 2}", json!({"a": [1, 2]}), &[(MissingBracket, "")]);
    check("{\"a\": [1}, \"b\": 2}", json!({"a": [1], "b": 2}), &[(WrongBracket, "}")]);
    check("[1, 2)", json!([1, 2]), &[(WrongBracket, ")")]);
    check(
        "[{\"c\": {\"a\": [{\"b\": 1}}]}, 2]",
        json!([{"c": {"a": [{"b": 1}]}}, 2]),
        &[(WrongBracket, "}"), (WrongBracket, "]")],
    );
    check("{\"a\": 1]}", json!({"a": 1}), &[(SurplusBracket, "]")]);
    check("[\"a\": 1]", json!([{"a": 1}]), &[(MissingBracket, ""), (MissingBracket, "")]);
    check("{\"a\": (1, 2)}", json!({"a": [1, 2]}), &[(Tuple, "(")]);
    check("{'a', 'b'}", json!(["a", "b"]), &[(QuoteStyle, "'"), (Tuple, "'a'"), (QuoteStyle, "'")]);
    check("{\"a\": ObjectId(\"1\")}", json!({"a": "1"}), &[(Call, "ObjectId"), (Tuple, "(")]);
    check("{\"a\": 1, OOPS \"b\": 2}", json!({"a": 1, "b": 2}), &[(StrayText, "OOPS")]);
}

#[test]
fn what_is_cut_is_open() {
    check("{\"a\": 1, \"b", json!({"a": 1}), &[(MissingQuote, ""), (Cut, "")]);
    check("{\"a\": [1, {\"b\":", json!({"a": [1, {}]}), &[(Cut, "")]);
    check("[tr", json!([true]), &[(Literal, "tr"), (Cut, "")]);
    check("[\"a\\u00", json!(["a"]), &[(Escape, "\\u"), (MissingQuote, ""), (Cut, "")]);
    check("[\"a]", json!(["a"]), &[(MissingQuote, ""), (Cut, "")]);
}

#[test]
fn what_a_value_cannot_hold_is_said() {
    let Parsed { value, repairs, losses, .. } =
        parsed("[{\"a\": 1, \"a\": 2}, 123456789012345678901234567890]");
    assert_eq!((value, repairs), (json!([{"a": 2}, 1.2345678901234568e29]), vec![]));
    let said: Vec<_> = losses.into_iter().map(|loss| (loss.kind, loss.pointer)).collect();
    assert_eq!(
        said,
        [
            (LossKind::DuplicateKey, Pointer::root().index(0).key("a")),
            (LossKind::RoundedInteger, Pointer::root().index(1))
        ]
    );
    assert_eq!(parsed("[18446744073709551615, -9223372036854775808, 1.0]").losses, []);
}

fn values() -> impl Strategy<Value = Value> {
    let text = "[a-c\"'`{}\\[\\]:,/\\\\# \n\u{e9}\u{1F600}\u{1}\u{201c}.]{0,12}|```json|//|/\\*|\\.\\.\\.|<think>|\", \"a\": ";
    let leaf = proptest::prop_oneof![
        text.prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        prop::num::f64::NORMAL.prop_map(Value::from),
        any::<Option<bool>>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, move |inner| {
        proptest::prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((text, inner), 0..5)
                .prop_map(|members| Value::Object(Map::from_iter(members))),
        ]
    })
}

proptest! {
    #[test]
    fn strict_json_is_never_altered(value in values(), pretty: bool) {
        let text = if pretty { format!("{value:#}") } else { value.to_string() };
        let found = extract(&text);
        assert_eq!((&found.candidates[0].value, &found.candidates[0].repairs), (&value, &vec![]));
        if value.is_object() || value.is_array() {
            let expected = Parsed { value: value.clone(), range: 0..text.len(), repairs: vec![], losses: vec![], is_open: false };
            assert_eq!(parsed(&text), expected);
            let fenced = extract(&format!("Here:\n```json\n{text}\n```\nDone."));
            assert!(fenced.candidates.iter().any(|candidate| candidate.value == value && candidate.repairs.is_empty()));
        }
    }

    /// A text that is cut anywhere has no candidate but what stands closed in it.
    #[test]
    fn what_is_cut_is_never_silent(value in values(), part in 0.0..1.0_f64) {
        let text = value.to_string();
        let mut cut = (text.len() as f64 * part) as usize;
        while !text.is_char_boundary(cut) {
            cut -= 1;
        }
        if matches!(value, Value::Object(_) | Value::Array(_)) && cut > 0 {
            assert!(parsed(&text[..cut]).is_open, "{:?}", &text[..cut]);
        }
    }

    #[test]
    fn no_text_makes_it_panic_or_lie(bytes in prop::collection::vec(any::<u8>(), 0..64), text in "[{}\\[\\]():,\"'`\\\\/*#a-c0-9.+ \n\u{201c}\u{feff}\u{e9}-]{0,48}") {
        for text in [String::from_utf8_lossy(&bytes).into_owned(), text] {
            let found = extract(&text);
            for candidate in found.candidates.iter().chain(&found.open) {
                let strict = serde_json::from_str::<Value>(&text[candidate.range.clone()]).ok();
                assert!(!candidate.repairs.is_empty() || strict.as_ref() == Some(&candidate.value), "{text:?}: {candidate:?}");
            }
        }
    }
}
