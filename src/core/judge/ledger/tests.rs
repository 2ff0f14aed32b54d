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

const RIGHT: &str = r#"{"name": "web", "replicas": 2, "cpu": 0.5, "tags": ["ab", "cd"]}"#;
const SHORT: &str = r#"{"name": "w", "replicas": 2, "cpu": 0.5, "tags": ["a", "b"]}"#;
const GREEDY: &str = r#"{"name": "web", "replicas": 9, "cpu": 0.5, "tags": ["ab", "cd"]}"#;

#[test]
fn what_became_of_each_error() {
    for (before, after, [fixed, still, new], words) in [
        (RIGHT, RIGHT, [0, 0, 0], ""),
        (SHORT, RIGHT, [3, 0, 0], "3 fixed"),
        (
            SHORT,
            r#"{"name": "we", "replicas": 0, "cpu": 0.5, "tags": ["ab", "b"]}"#,
            [1, 2, 1],
            "1 fixed · 2 still wrong · 1 newly wrong",
        ),
        (GREEDY, SHORT, [1, 0, 3], "1 fixed · 3 newly wrong"),
    ] {
        let ledger = Ledger::new(&wrong(before), &wrong(after), &[]);
        assert_eq!(ledger, Ledger { fixed, still, new, undone: Vec::new() });
        assert_eq!(ledger.words(), words);
    }
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

/// The places and rules of some violations.
fn pairs(reports: &[ViolationReport]) -> Vec<(String, &str)> {
    reports.iter().map(|report| (report.pointer.to_json_pointer(), report.rule.as_str())).collect()
}

proptest! {
    /// Each violation has at most one of the other side, and one where there is one for it alone.
    #[test]
    fn both_sides_are_matched_one_to_one(before in some(), after in some()) {
        let (mut gone, mut new) = (pairs(&before), pairs(&after));
        gone.retain(|pair| match new.iter().position(|other| other == pair) {
            Some(position) => {
                new.remove(position);
                false
            }
            None => true,
        });
        let (fixed, still, new) = (gone.len(), before.len() - gone.len(), new.len());
        assert_eq!(Ledger::new(&before, &after, &[]), Ledger { fixed, still, new, undone: Vec::new() });
    }

    /// What stays as it was is neither fixed nor new, in whatever order it stands.
    #[test]
    fn what_is_the_same_is_still_wrong(mut before in some(), turn in any::<prop::sample::Index>()) {
        let after = before.clone();
        let turn = turn.index(before.len() + 1);
        before.rotate_left(turn);
        let ledger = Ledger::new(&before, &after, &[]);
        assert_eq!(ledger, Ledger { still: after.len(), ..Ledger::default() });
    }
}
