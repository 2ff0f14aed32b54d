//! What is to be returned for an answer, read back: values, holes, and what stands for more.

use serde_json::Value;
use std::iter::Peekable;
use std::str::Lines;
use structured_output_validator::core::judge::{Answer, Feedback, Repaired, judge};
use structured_output_validator::core::pointer::{Pointer, Segment};
use structured_output_validator::core::validate::{Expected, Level, Nearest, Validator, Violation};

/// What stands at a place of a scaffold.
enum Drawn {
    Leaf(Value),
    Hole,
    /// Whether there are to be more members than these.
    Object(Vec<(String, Drawn)>, bool),
    /// Whether more items stand between or behind these.
    Array(Vec<Drawn>, bool),
}

/// Reads a scaffold, which has each value on a line of its own.
fn read(lines: &mut Peekable<Lines>, start: &str) -> Drawn {
    match start {
        "{" => {
            let (mut members, mut has_more) = (Vec::new(), false);
            loop {
                let line = next(lines);
                if line == "}" {
                    return Drawn::Object(members, has_more);
                }
                if line.starts_with('…') {
                    has_more = true;
                    continue;
                }
                let mut name = serde_json::Deserializer::from_str(line).into_iter::<String>();
                let key = name.next().unwrap().unwrap();
                let rest = line[name.byte_offset()..].strip_prefix(": ").unwrap();
                members.push((key, read(lines, rest)));
            }
        }
        "[" => {
            let (mut items, mut has_more) = (Vec::new(), false);
            loop {
                let line = next(lines);
                match line {
                    "]" => return Drawn::Array(items, has_more),
                    line if line.starts_with('…') => has_more = true,
                    line => items.push(read(lines, line)),
                }
            }
        }
        hole if hole.starts_with('<') => {
            assert!(hole.ends_with('>'), "{hole}");
            Drawn::Hole
        }
        leaf => Drawn::Leaf(serde_json::from_str(leaf).unwrap()),
    }
}

fn next<'t>(lines: &mut Peekable<Lines<'t>>) -> &'t str {
    let line = lines.next().unwrap().trim_start();
    line.strip_suffix(',').unwrap_or(line)
}

fn drawn(text: &str) -> Drawn {
    let mut lines = text.lines().peekable();
    let start = next(&mut lines);
    let drawn = read(&mut lines, start);
    assert_eq!(lines.next(), None, "{text}");
    drawn
}

impl Drawn {
    /// Whether there is a hole in it, or something stands for more.
    fn is_open(&self) -> bool {
        match self {
            Self::Leaf(_) => false,
            Self::Hole => true,
            Self::Object(members, has_more) => {
                *has_more || members.iter().any(|(_, member)| member.is_open())
            }
            Self::Array(items, has_more) => *has_more || items.iter().any(Self::is_open),
        }
    }

    /// Whether all of a place is still to be written, or is gone.
    fn is_blank(&self, place: &[Segment]) -> bool {
        match (self, place) {
            (Self::Hole, _) => true,
            // Positions differ where items were left out.
            (Self::Array(_, true), [Segment::Index(_), ..]) => true,
            (Self::Object(members, _), [Segment::Key(key), rest @ ..]) => {
                members.iter().find(|(name, _)| name == key).is_none_or(|(_, member)| member.is_blank(rest))
            }
            (Self::Array(items, _), [Segment::Index(index), rest @ ..]) => {
                items.get(*index).is_none_or(|item| item.is_blank(rest))
            }
            (Self::Object(..) | Self::Array(..), []) => self.is_open(),
            (Self::Leaf(_) | Self::Object(..) | Self::Array(..), _) => false,
        }
    }

    /// Asserts that every leaf is the answer's own, at its own place unless items were left out.
    fn check_own(&self, answer: Option<&Value>) {
        match self {
            Self::Hole => {}
            Self::Leaf(leaf) => assert_eq!(Some(leaf), answer),
            Self::Object(members, _) => {
                for (name, member) in members {
                    member.check_own(answer.and_then(|answer| answer.get(name)));
                }
            }
            Self::Array(items, true) => {
                let own = answer.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                let leaves = items.iter().filter_map(|item| match item {
                    Self::Leaf(leaf) => Some(leaf),
                    _ => None,
                });
                leaves.for_each(|leaf| assert!(own.contains(leaf), "{leaf}"));
            }
            Self::Array(items, false) => {
                for (index, item) in items.iter().enumerate() {
                    item.check_own(answer.and_then(|answer| answer.get(index)));
                }
            }
        }
    }

    /// Asserts that nothing of an answer was left aside but what is wrong, and that there is no other hole.
    fn check_only(&self, answer: Option<&Value>, place: &Pointer, wrong: &[Pointer]) {
        if wrong.contains(place) && !matches!(self, Self::Object(_, true) | Self::Array(_, true)) {
            return;
        }
        match self {
            Self::Hole => panic!("a hole where nothing is wrong: {place}"),
            Self::Leaf(_) | Self::Array(_, true) => {}
            Self::Object(members, _) => {
                for (name, member) in members {
                    member.check_only(answer.and_then(|answer| answer.get(name)), &place.key(name), wrong);
                }
                for name in answer.and_then(Value::as_object).into_iter().flat_map(|answer| answer.keys()) {
                    let is_there = members.iter().any(|(known, _)| known == name);
                    assert!(is_there || wrong.contains(&place.key(name)), "{place} lacks {name}");
                }
            }
            Self::Array(items, false) => {
                assert_eq!(Some(items.len()), answer.and_then(Value::as_array).map(Vec::len), "{place}");
                for (index, item) in items.iter().enumerate() {
                    item.check_only(answer.and_then(|answer| answer.get(index)), &place.index(index), wrong);
                }
            }
        }
    }

    fn count_leaves(&self) -> usize {
        match self {
            Self::Hole => 0,
            Self::Leaf(_) => 1,
            Self::Object(members, _) => members.iter().map(|(_, member)| member.count_leaves()).sum(),
            Self::Array(items, _) => items.iter().map(Self::count_leaves).sum(),
        }
    }
}

/// Whether a place must not be there, so that what stood behind it has moved up.
fn moves_items(violation: &Violation) -> bool {
    if let Expected::OneForm(form) = &violation.expected
        && let Nearest::Form { lacks, .. } = &form.nearest
    {
        return lacks.iter().any(moves_items);
    }
    matches!(violation.expected, Expected::NoItem { .. })
}

/// The places that errors are about: of a union, what its nearest form lacks; of a rule, what it reads, too.
fn places(violations: &[Violation], places: &mut Vec<Pointer>) {
    for violation in violations {
        if let Expected::OneForm(form) = &violation.expected
            && let Nearest::Form { lacks, .. } = &form.nearest
            && !lacks.is_empty()
        {
            self::places(lacks, places);
        } else {
            places.push(violation.pointer.clone());
            if violation.level() == Level::Rule {
                places.extend(violation.related.iter().cloned());
            }
        }
    }
}

/// Asserts of what a model is told of an answer: each error is a hole, gone, or in one; each leaf is the answer's.
/// Gives how many leaves stand.
pub(crate) fn check_feedback(validator: &Validator, answer: &Value) -> usize {
    let judgement = judge(&answer.to_string(), Some(validator), "", Repaired::Accept);
    let violations = validator.validate(answer).violations;
    let Some(Answer { feedback, .. }) = judgement.answer else { panic!("{answer}") };
    if violations.is_empty() {
        assert_eq!(feedback, None);
        return 0;
    }
    let Some(Feedback { errors, scaffold, skeleton, .. }) = feedback else { panic!("{answer}") };
    assert!(!errors.is_empty());
    assert!(scaffold.len() < 20_000 && skeleton.len() < 20_000);
    let part = drawn(&skeleton);
    assert_eq!(part.count_leaves(), 0, "{skeleton}");
    let whole = drawn(&scaffold);
    whole.check_own(Some(answer));
    if !violations.iter().any(moves_items) {
        let mut wrong = Vec::new();
        places(&violations, &mut wrong);
        whole.check_only(Some(answer), &Pointer::root(), &wrong);
        let told = violations.iter().filter(|violation| violation.level() != Level::Rule);
        let mut wrong = Vec::new();
        told.for_each(|violation| places(std::slice::from_ref(violation), &mut wrong));
        for pointer in wrong {
            assert!(whole.is_blank(&pointer.segments()), "{pointer}: {scaffold}");
        }
    }
    whole.count_leaves()
}
