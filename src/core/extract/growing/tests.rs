//! Replies in chunks: what is told on the way, what it costs, and that the end is the same.

use super::*;
use crate::core::extract::repair::RepairKind;
use crate::core::extract::unclosed::UnclosedKind::{self, Array, Object, String as Text, Word};
use crate::core::extract::work::counted;
use crate::core::extract::{Repair, Strategy};
use crate::core::random::Random;
use proptest::prelude::{any, prop};
use proptest::proptest;
use serde_json::{Value, json};

fn growing(text: &str) -> Growing {
    let mut growing = Growing::default();
    growing.push(text);
    growing
}

/// The value so far and what is open in it, by kind and JSON pointer.
#[track_caller]
fn check(text: &str, expected: Value, strategy: Strategy, open: &[(UnclosedKind, &str)]) {
    let so_far = growing(text).so_far().unwrap_or_else(|| panic!("nothing in {text:?}"));
    let unclosed: Vec<_> =
        so_far.unclosed.iter().map(|open| (open.kind, open.pointer.to_json_pointer())).collect();
    let unclosed: Vec<_> = unclosed.iter().map(|(kind, pointer)| (*kind, pointer.as_str())).collect();
    let SoFar { candidate, .. } = so_far;
    assert_eq!((candidate.value, candidate.strategy, &unclosed[..]), (expected, strategy, open), "{text:?}");
}

#[test]
fn the_value_so_far_and_what_is_open_in_it() {
    use Strategy::{Fence, Prose, Whole};
    check("{", json!({}), Whole, &[(Object, "")]);
    check("{\"a\"", json!({}), Whole, &[(Object, "")]);
    check("{\"a\": [1, \"x", json!({"a": [1, "x"]}), Whole, &[(Object, ""), (Array, "/a"), (Text, "/a/1")]);
    check("{\"a\": [1, {", json!({"a": [1, {}]}), Whole, &[(Object, ""), (Array, "/a"), (Object, "/a/1")]);
    check("{\"a\": 12", json!({"a": 12}), Whole, &[(Object, ""), (Word, "/a")]);
    check("{\"a\": tr", json!({"a": true}), Whole, &[(Object, ""), (Word, "/a")]);
    check("{\"a\": 12,", json!({"a": 12}), Whole, &[(Object, "")]);
    check("Here: {'a': 'x', 'b", json!({"a": "x"}), Prose, &[(Object, "")]);
    check("Here:\n```json\n[1, [", json!([1, []]), Fence, &[(Array, ""), (Array, "/1")]);
    check("Here:\n```json\n[1]\n```\nand", json!([1]), Fence, &[]);
    check("{\"a\": 1} no: {\"b\": 2", json!({"b": 2}), Prose, &[(Object, ""), (Word, "/b")]);
    check("{\"a\": 1} the corrected {\"b\": 2}", json!({"b": 2}), Prose, &[]);
    check("<think>{\"a\": 1}</think>{\"b\"", json!({}), Whole, &[(Object, "")]);
}

#[test]
fn nothing_so_far() {
    for text in ["", "Well, ", "```js", "```json\n", "<think>It is {\"a\": 1} or", "see [1](x", "{so"] {
        assert_eq!(growing(text).so_far(), None, "{text:?}");
    }
}

#[test]
fn repairs_are_told_as_they_are_made() {
    let so_far = growing("{'a': 1,, \"b\": [").so_far();
    let repairs = so_far.map(|so_far| so_far.candidate.repairs).unwrap_or_default();
    assert_eq!(
        repairs,
        [
            Repair { kind: RepairKind::QuoteStyle, range: 1..2 },
            Repair { kind: RepairKind::SurplusComma, range: 8..9 },
            Repair { kind: RepairKind::Cut, range: 16..16 },
        ]
    );
}

/// What should be told of a text that holds no marks of thinking: what is found in it if it ends there.
fn expected(text: &str) -> Option<Candidate> {
    let Extraction { candidates, open, .. } = extract(text);
    open.or_else(|| candidates.into_iter().next())
}

/// Pushes a text in chunks, and compares what is told after each with what a single reading tells.
#[track_caller]
fn check_chunks(text: &str, lengths: &mut impl FnMut() -> usize) {
    let mut growing = Growing::default();
    let mut start = 0;
    while start < text.len() {
        let mut end = (start + lengths().max(1)).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        growing.push(&text[start..end]);
        start = end;
        let so_far = growing.so_far().map(|so_far| so_far.candidate);
        let expected = expected(&text[..end]);
        // That all of the reply may be one string is told at its end only.
        if expected.as_ref().is_none_or(|found| found.value.is_object() || found.value.is_array()) {
            assert_eq!(so_far, expected, "{:?} of {text:?}", &text[..end]);
        }
    }
    assert_eq!(growing.finish(), extract(text), "{text:?}");
}

#[test]
fn chunks_tell_what_the_text_so_far_tells() {
    let pieces = [
        "{", "}", "[", "]", "(", ")", "\"", "'", "`", "“", "”", ":", ",", "\\", "\\u12", "\\ud800", "a", "1",
        "-", " ", "\n", "é", "\u{feff}", "//", "/*", "*/", "#", "...", "+", "```", "json", "{}", "true",
        "1e9", "None", "\u{1}", "<!--", "=", "1_0", "01", "\"a\": ", "\"b\", ", "word ", "\"\"\"", "\n> ",
        ",234",
    ];
    let mut random = Random::new(11);
    for _ in 0..4_000 {
        let length = random.below(24);
        let text: String = (0..length).filter_map(|_| random.pick(&pieces).copied()).collect();
        check_chunks(&text, &mut || usize::try_from(random.below(9)).unwrap());
    }
}

proptest! {
    #[test]
    fn any_split_ends_in_the_same(text in "[{}\\[\\]():,\"'`\\\\/*#a-c0-9.+ \n\u{201c}\u{feff}\u{e9}<>-]{0,60}|(<think>|</think>|\\{\"a\": |1|\\}| ){0,9}", cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..9)) {
        let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).filter(|place| text.is_char_boundary(*place)).collect();
        places.extend([0, text.len()]);
        places.sort_unstable();
        let mut growing = Growing::default();
        for place in places.windows(2) {
            growing.push(&text[place[0]..place[1]]);
            let once = self::growing(&text[..place[1]]);
            assert_eq!(growing.so_far(), once.so_far());
        }
        assert_eq!(growing.finish(), extract(&text));
    }
}

#[test]
fn chunks_cost_what_their_text_costs() {
    const LENGTH: usize = 1 << 17;
    for (start, part) in [
        ("", "no braces in this prose "),
        ("", " "),
        ("<think>", "is it {\"a\": 1}? "),
        ("{\"a\": \"", "one long string "),
        ("{\"a\": \"", "one \\\"long\\\" string\\n"),
        ("{'a': 'x', \"b\": \"", "one \"long\" string, "),
        ("{'a': '", "one long string "),
        ("{\"a\": [", "\"short\", {\"a\": 1}, "),
        ("```json\n{'a': [", "'short', 12, "),
        ("{\"a\": 1} and then ", "no more "),
        ("{\"a\": 1}", " "),
        ("{\"a\": ", "a bare text "),
        ("{\"a\": ", " "),
        ("{", "\"a\": 1, "),
        ("{ /*", " a comment"),
        ("[", "[x] "),
        ("", "{} "),
        ("", "`"),
        ("```\n12", "3"),
        ("[1, ", "```\n"),
    ] {
        let text = format!("{start}{}", part.repeat(LENGTH / part.len()));
        let mut growing = Growing::default();
        let (bytes, ()) = counted(|| {
            text.as_bytes().chunks(5).for_each(|chunk| growing.push(&String::from_utf8_lossy(chunk)))
        });
        assert!(bytes <= 24 * text.len(), "{start:?}, {part:?}: {bytes} bytes of {}", text.len());
    }
}
