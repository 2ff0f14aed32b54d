//! Strict JSON is never altered, whatever its strings hold.

use crate::config;
use crate::document::{Texts, documents, layouts, text, tokens, values};
use proptest::prelude::proptest;
use proptest::sample::select;
use structured_output_validator::core::extract::{Candidate, Extraction, Strategy, extract};

/// What stands before and behind a fence.
const AROUND: [(&str, &str); 6] = [
    ("```json\n", "\n```"),
    ("Sure! Here it is:\n\n```json\n", "\n```\n\nLet me know if it's what you need."),
    ("The user wants JSON (as said), not {prose}.\n```JSON\n", "\n```\nIs \"that\" all?"),
    ("<think>They want a JSON object, {\"a\": 1} perhaps.</think>\n```json\n", "\n```"),
    ("1. It's simple:\n~~~json\n", "\n~~~\nI corrected nothing."),
    ("As [1] says:\n```json\n", "```"),
];

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn a_reply_that_is_json_is_that_value(value in values(Texts::Hostile), layout in layouts()) {
        let text = text(&tokens(&value, &layout));
        let Extraction { mut candidates, open, .. } = extract(&text);
        // A string may be found to hold JSON, but only as the second choice.
        candidates.truncate(1);
        let range = 0..text.len();
        let losses = Vec::new();
        let expected = Candidate { value, strategy: Strategy::Whole, range, repairs: vec![], losses };
        assert_eq!((candidates, open), (vec![expected], None), "{text}");
    }

    #[test]
    fn json_in_a_fence_is_that_value(
        value in documents(Texts::Hostile),
        layout in layouts(),
        (before, behind) in select(&AROUND[..]),
    ) {
        let text = text(&tokens(&value, &layout));
        let reply = format!("{before}{text}{behind}");
        let found = extract(&reply);
        let range = before.len()..before.len() + text.len();
        let losses = Vec::new();
        let expected = Candidate { value, strategy: Strategy::Fence, range, repairs: vec![], losses };
        assert_eq!((found.candidates.first(), found.open), (Some(&expected), None), "{reply}");
    }
}
