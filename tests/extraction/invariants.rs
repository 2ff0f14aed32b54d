//! What holds whatever a reply is made of. The fuzz targets check the same.

use serde_json::Value;
use std::ops::Range;
use structured_output_validator::core::extract::{
    Candidate, Extraction, Strategy, extract, without_thinking,
};

/// Extracts from a text; panics, with the text, where something does not hold.
pub fn check(text: &str) {
    let found = extract(text);
    let Extraction { candidates, open, syntax_error } = &found;
    for candidate in candidates.iter().chain(open) {
        check_candidate(text, candidate);
    }
    let all = text.trim_matches([' ', '\n', '\r', '\t']);
    if let Ok(value) = serde_json::from_str::<Value>(all) {
        let Some(first) = candidates.first() else { panic!("strict JSON gives nothing: {text:?}") };
        assert_eq!((&first.value, first.strategy), (&value, Strategy::Whole), "{text:?}");
        assert_eq!((&first.repairs, open), (&vec![], &None), "{text:?}");
    }
    if let Some(open) = open {
        assert!(!open.repairs.is_empty(), "it is open and says nothing of it: {text:?}: {open:?}");
    }
    if let Some(error) = syntax_error {
        let line = text.split('\n').nth(error.line.wrapping_sub(1));
        let is_in_line = line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&error.column));
        assert!(is_in_line, "the error lies outside the text: {text:?}: {error:?}");
    }
    assert!(text.ends_with(without_thinking(text)), "{text:?}");
}

fn check_candidate(text: &str, candidate: &Candidate) {
    let Candidate { value, range, repairs, .. } = candidate;
    let Some(part) = text.get(range.clone()) else { panic!("{text:?} has no {range:?}: {candidate:?}") };
    let is_strict = || serde_json::from_str::<Value>(part).is_ok_and(|strict| strict == *value);
    assert!(!repairs.is_empty() || is_strict(), "altered without a repair: {text:?}: {candidate:?}");
    let places: Vec<Range<usize>> = repairs.iter().map(|repair| repair.range.clone()).collect();
    for place in &places {
        assert!(text.get(place.clone()).is_some(), "{text:?} has no {place:?}: {candidate:?}");
    }
    assert!(
        places.is_sorted_by_key(|place| place.start),
        "the repairs are not in the order of the text: {text:?}: {candidate:?}"
    );
}
