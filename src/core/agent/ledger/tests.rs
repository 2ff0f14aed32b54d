use super::*;
use crate::core::judge::{Repaired, judge};
use crate::core::schema::Schema;
use crate::core::validate::{Level, Severity, Validator};
use proptest::prelude::{Just, Strategy, any, prop, prop_oneof};
use proptest::proptest;
use serde_json::json;

/// What is wrong with an answer to a schema with fields, an array and two rules.
fn wrong(answer: &str) -> Vec<ViolationReport> {
    let form = json!({
        "rules": ["self.replicas <= 5 || self.cpu >= 1.0"],
        "fields": {
            "name": {"type": "string", "minLength": 3},
            "replicas": {"type": "integer", "min": 1},
            "cpu": {"type": "number"},
            "tags": {"type": "array", "minItems": 1, "uniqueItems": true, "items": {"type": "string", "minLength": 2}}
        }
    });
    let schema = Schema::from_fields(&form).unwrap();
    judge(answer, Some(&Validator::new(&schema)), "", Repaired::Accept).violations().to_vec()
}

fn names(reports: &[ViolationReport]) -> Vec<String> {
    reports.iter().map(|report| format!("{}: {}", report.pointer, report.rule)).collect()
}

const RIGHT: &str = r#"{"name": "web", "replicas": 2, "cpu": 0.5, "tags": ["ab", "cd"]}"#;
const SHORT: &str = r#"{"name": "w", "replicas": 2, "cpu": 0.5, "tags": ["a", "b"]}"#;
const GREEDY: &str = r#"{"name": "web", "replicas": 9, "cpu": 0.5, "tags": ["ab", "cd"]}"#;

#[test]
fn what_became_of_each_error() {
    for (before, after, expected, words) in [
        (RIGHT, RIGHT, [&[][..], &[], &[]], ""),
        (
            SHORT,
            RIGHT,
            [&["name: minLength", "tags[0]: minLength", "tags[1]: minLength"], &[], &[]],
            "3 fixed",
        ),
        (
            SHORT,
            r#"{"name": "we", "replicas": 0, "cpu": 0.5, "tags": ["ab", "b"]}"#,
            [&["tags[0]: minLength"], &["name: minLength", "tags[1]: minLength"], &["replicas: minimum"]],
            "1 fixed · 2 still wrong · 1 newly wrong",
        ),
        (
            GREEDY,
            SHORT,
            [&[": rules[0]"], &[], &["name: minLength", "tags[0]: minLength", "tags[1]: minLength"]],
            "1 fixed · 3 newly wrong",
        ),
    ] {
        let ledger = Ledger::new(&wrong(before), &wrong(after), &[]);
        assert_eq!([&ledger.fixed, &ledger.still, &ledger.new].map(|reports| names(reports)), expected);
        assert_eq!(ledger.words(), words);
    }
}

#[test]
fn what_is_still_wrong_is_told_as_it_is_now_and_what_is_fixed_as_it_was() {
    let ledger = Ledger::new(
        &wrong(r#"{"name": "w", "replicas": 0, "cpu": 1, "tags": ["ab"]}"#),
        &wrong(r#"{"name": "we", "replicas": 1, "cpu": 1, "tags": ["ab"]}"#),
        &[],
    );
    let messages = [&ledger.still, &ledger.fixed].map(|reports| reports.first().map(ToString::to_string));
    let expected = [r#""name" must be ≥ 3 characters (got 2: "we")"#, r#""replicas" must be ≥ 1 (got 0)"#];
    assert_eq!(messages, expected.map(|message| Some(message.to_owned())));
}

#[test]
fn a_change_counts_where_nothing_was_wrong_at_above_or_below() {
    let root = Pointer::root;
    let tags = || root().key("tags");
    for (before, changed, expected) in [
        (RIGHT, vec![root().key("name")], vec!["name"]),
        (SHORT, vec![root().key("name"), root().key("replicas"), root().key("cpu")], vec!["replicas", "cpu"]),
        // At an item that was wrong, in what holds one, and in what stands in one.
        (SHORT, vec![tags().index(0), tags(), tags().index(1).key("a"), tags().index(2)], vec!["tags[2]"]),
        (r#"{"name": "web", "replicas": 2, "cpu": 0.5, "tags": []}"#, vec![tags().index(0)], vec![]),
        // A rule across fields is put right at the fields that it reads, not at all in which they stand.
        (GREEDY, vec![root().key("replicas"), root().key("name"), root().key("cpu")], vec!["name"]),
        // What is the same as another item may be changed at either.
        (
            r#"{"name": "web", "replicas": 2, "cpu": 0.5, "tags": ["ab", "cd", "ab"]}"#,
            vec![tags().index(0), tags().index(1), tags().index(2)],
            vec!["tags[1]"],
        ),
        // A key too many, a key that is missing, and their neighbours.
        (
            r#"{"nam": "web", "replicas": 2, "cpu": 0.5, "tags": ["ab"]}"#,
            vec![root().key("nam"), root().key("name"), root().key("names")],
            vec!["names"],
        ),
    ] {
        let ledger = Ledger::new(&wrong(before), &[], &changed);
        assert_eq!(ledger.undone.iter().map(Pointer::to_string).collect::<Vec<_>>(), expected, "{before}");
    }
}

#[test]
fn changes_in_words() {
    let places = |count| (0..count).map(|index| Pointer::root().index(index)).collect::<Vec<_>>();
    for (undone, expected) in [
        (places(1), "1 changed although it was right"),
        (places(1_200), "1,200 changed although they were right"),
    ] {
        assert_eq!(Ledger { undone, ..Ledger::default() }.words(), expected);
    }
    let ledger = Ledger::new(
        &wrong(SHORT),
        &wrong(r#"{"name": "w", "replicas": 0, "cpu": 2.5, "tags": ["ab", "cd"]}"#),
        &[Pointer::root().key("cpu")],
    );
    let expected = "2 fixed · 1 still wrong · 1 newly wrong · 1 changed although it was right";
    assert_eq!(ledger.words(), expected);
}

#[test]
fn only_errors_decide_whether_nothing_has_moved() {
    let report = |name: &str, severity| ViolationReport {
        pointer: Pointer::root().key(name),
        rule: "minimum".into(),
        level: Level::Constraint,
        severity,
        message: String::new(),
        related: Vec::new(),
        is_grounding: false,
    };
    let (error, other) = (report("a", Severity::Error), report("b", Severity::Error));
    let warning = report("c", Severity::Warning);
    for (before, after, expected) in [
        (vec![], vec![], false),
        (vec![&error], vec![&error], true),
        (vec![&error, &other], vec![&other, &error], true),
        (vec![&error, &other], vec![&error], false),
        (vec![&error], vec![&error, &other], false),
        (vec![&error, &error], vec![&error], false),
        (vec![&error, &warning], vec![&error], true),
        (vec![&warning], vec![&warning], false),
    ] {
        let [before, after] = [before, after].map(|side| side.into_iter().cloned().collect::<Vec<_>>());
        assert_eq!(Ledger::new(&before, &after, &[]).is_standstill(), expected, "{before:?} {after:?}");
    }
}

/// Violations at few places and by few rules, so that many of two lists are the same.
fn some() -> impl Strategy<Value = Vec<ViolationReport>> {
    let place = prop_oneof![
        Just(Pointer::root()),
        (0..3_usize).prop_map(|index| Pointer::root().index(index)),
        "[ab/\\[]{0,2}".prop_map(|key| Pointer::root().key(&key).index(0)),
    ];
    let report = (place, "minimum|rules\\[[01]\\]", "[xy]", any::<bool>()).prop_map(
        |(pointer, rule, message, is_error)| ViolationReport {
            pointer,
            rule,
            level: Level::Constraint,
            severity: if is_error { Severity::Error } else { Severity::Warning },
            message,
            related: Vec::new(),
            is_grounding: false,
        },
    );
    prop::collection::vec(report, 0..24)
}

/// The places and rules of some violations, in an order of their own.
fn pairs(lists: [&[ViolationReport]; 2]) -> Vec<(String, String)> {
    let pair = |report: &ViolationReport| (report.pointer.to_json_pointer(), report.rule.clone());
    let mut pairs: Vec<_> = lists.concat().iter().map(pair).collect();
    pairs.sort_unstable();
    pairs
}

/// Those of the list that stand in it in this order.
fn is_part(part: &[ViolationReport], list: &[ViolationReport]) -> bool {
    let mut rest = list.iter();
    part.iter().all(|report| rest.any(|other| other == report))
}

proptest! {
    #[test]
    fn both_sides_come_out_whole(before in some(), after in some()) {
        let ledger = Ledger::new(&before, &after, &[]);
        assert_eq!(pairs([&ledger.fixed, &ledger.still]), pairs([&before, &[]]));
        assert_eq!(pairs([&ledger.still, &ledger.new]), pairs([&after, &[]]));
        assert!(is_part(&ledger.fixed, &before) && is_part(&ledger.still, &after) && is_part(&ledger.new, &after));
        // Nothing is fixed here and new there.
        let new = pairs([&ledger.new, &[]]);
        assert!(!pairs([&ledger.fixed, &[]]).iter().any(|pair| new.contains(pair)));
    }

    /// What stays as it was is neither fixed nor new, in whatever order it stands.
    #[test]
    fn what_is_the_same_is_still_wrong(mut before in some(), turn in any::<prop::sample::Index>()) {
        let after = before.clone();
        let turn = turn.index(before.len() + 1);
        before.rotate_left(turn);
        let ledger = Ledger::new(&before, &after, &[]);
        assert_eq!(ledger, Ledger { still: after, ..Ledger::default() });
    }
}
