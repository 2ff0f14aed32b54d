//! Random values, broken in one known way, come back as they were, with what was mended; broken in two
//! ways they are at least never taken for strict JSON, and cut anywhere they are open.

use crate::document::{Layout, Texts, documents, layouts, text, tokens};
use crate::ways::{NO_ROW, WAYS, Way};
use crate::{config, invariants};
use proptest::prelude::{Strategy, any, proptest};
use proptest::sample::{Index, select};
use proptest::test_runner::{TestCaseError, TestRunner};
use serde_json::Value;
use structured_output_validator::core::extract::{Candidate, Extraction, RepairKind, extract};

/// How many documents are broken in each way.
const DOCUMENTS: u32 = 100;

/// The kinds of repair of a candidate, in the order in which all stand.
fn kinds(candidate: &Candidate) -> Vec<RepairKind> {
    let mended = |kind: &RepairKind| candidate.repairs.iter().any(|repair| repair.kind == *kind);
    RepairKind::ALL.into_iter().filter(mended).collect()
}

/// A document broken by ways in turn, and what it means where there is one.
fn broken(ways: &[&Way], mut value: Value, layout: &Layout, choices: &[usize]) -> Option<(String, Value)> {
    let mut tokens = tokens(&value, layout);
    let is_broken = ways.iter().zip(choices).all(|(way, choice)| way.apply(&mut tokens, &mut value, *choice));
    is_broken.then(|| (text(&tokens), value))
}

/// Texts broken in a way, with what they mean.
fn texts(way: &'static Way) -> impl Strategy<Value = (String, Value)> {
    (documents(way.texts), layouts(), any::<usize>())
        .prop_filter_map("there is nothing to break in this way", |(value, layout, choice)| {
            broken(&[way], value, &layout, &[choice])
        })
}

fn check(way: &Way, text: &str, expected: &Value) -> Result<(), TestCaseError> {
    let Extraction { candidates, open, .. } = extract(text);
    let found = candidates.first().map(|first| (&first.value, kinds(first)));
    if found == Some((expected, way.kinds.to_vec())) && open.is_none() {
        return Ok(());
    }
    Err(TestCaseError::fail(format!("{text}\n  gives {found:?}\n  not   {expected:?} {:?}", way.kinds)))
}

#[test]
fn what_is_broken_in_a_known_way_is_mended_and_told() {
    let failures: Vec<_> = WAYS
        .iter()
        .filter_map(|way| {
            let mut runner = TestRunner::new(config(DOCUMENTS));
            let result = runner.run(&texts(way), |(text, expected)| check(way, &text, &expected));
            result.err().map(|error| format!("{}: {error}", way.name))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// No kind of repair is without proof.
#[test]
fn every_kind_of_repair_has_a_row() {
    let rows = WAYS.iter().flat_map(|way| way.kinds).chain(NO_ROW.iter().map(|(kind, _)| kind));
    let rows: Vec<_> = rows.collect();
    let missing: Vec<_> = RepairKind::ALL.iter().filter(|kind| !rows.contains(kind)).collect();
    assert_eq!(missing, Vec::<&RepairKind>::new());
}

/// Whether nothing is found in a text but what is open; not even that where only a bracket and a word are
/// left, or the first signs of a comment, which may be prose.
fn is_open(text: &str, document: &str) -> bool {
    let Extraction { candidates, open, .. } = extract(text);
    let inside = document.trim_start_matches(|sign: char| matches!(sign, '[' | '{') || sign.is_whitespace());
    let is_word =
        "<!-".starts_with(inside) || inside.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
    let is_told = open.map_or(is_word, |open| kinds(&open).contains(&RepairKind::Cut));
    candidates.is_empty() && is_told
}

/// Whether a text begins with a brace and a word, and no colon behind: such are common in prose, so JSON is
/// looked for within.
fn may_be_prose(text: &str) -> bool {
    let inside = text.strip_prefix('{').map(str::trim_start).unwrap_or_default();
    let behind = inside.trim_start_matches(|sign: char| sign.is_alphanumeric() || sign == '_');
    behind.len() < inside.len() && !behind.starts_with(':')
}

/// The text without its end, somewhere within the document.
fn cut(text: &str, at: Index) -> &str {
    let places: Vec<_> = text.char_indices().map(|(at, _)| at).skip(1).collect();
    &text[..places[at.index(places.len())]]
}

fn two_ways() -> impl Strategy<Value = [&'static Way; 2]> {
    let ways: Vec<_> = WAYS.iter().filter(|way| !way.is_whole()).collect();
    (select(ways.clone()), select(ways)).prop_map(|(first, second)| [first, second])
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn json_in_a_string_is_second(value in documents(Texts::Hostile), layout in layouts()) {
        let text = text(&tokens(&value, &layout));
        let Extraction { candidates, .. } = extract(&Value::from(text.as_str()).to_string());
        let found: Vec<_> = candidates.iter().map(|one| (one.value.clone(), kinds(one))).collect();
        assert_eq!(found, [(Value::from(text), vec![]), (value, vec![RepairKind::JsonInString])]);
    }

    #[test]
    fn a_text_that_is_cut_is_open(
        value in documents(Texts::Hostile),
        layout in layouts(),
        before in select(&["", "Here it is:\n", "```json\n", "<think>What? {}</think>\n"][..]),
        at in any::<Index>(),
    ) {
        let text = text(&tokens(&value, &layout));
        let document = cut(&text, at);
        let text = format!("{before}{document}");
        assert!(is_open(&text, document), "{text}\n{:#?}", extract(&text));
    }

    /// The second way may undo the first, or hide what it did; but no one says that nothing was done.
    #[test]
    fn what_is_broken_twice_is_never_taken_for_strict(
        ways in two_ways(),
        value in documents(Texts::Lively),
        layout in layouts(),
        choices in any::<[usize; 2]>(),
    ) {
        if let Some((text, _)) = broken(&ways, value, &layout, &choices) {
            invariants::check(&text);
            let is_strict = serde_json::from_str::<Value>(&text).is_ok();
            let first = extract(&text).candidates.into_iter().next();
            let is_told = first.as_ref().is_none_or(|first| !first.repairs.is_empty());
            assert!(is_strict || is_told || may_be_prose(&text), "{text}\n{first:#?}");
        }
    }

    #[test]
    fn what_is_broken_and_cut_is_open(
        way in two_ways().prop_map(|[way, _]| way),
        value in documents(Texts::Lively),
        layout in layouts(),
        choice in any::<usize>(),
        at in any::<Index>(),
    ) {
        if let Some((text, _)) = broken(&[way], value, &layout, &[choice]) {
            let text = cut(&text, at);
            invariants::check(text);
            assert!(is_open(text, text), "{}: {text}\n{:#?}", way.name, extract(text));
        }
    }
}
