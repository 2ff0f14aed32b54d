//! Two answers one after the other: what changed from one to the next, place by place and line by line, and what
//! became of what was wrong there.

use super::changes::changes;
use super::difference::{Stretch, compared, draw_stretches};
use super::ledger::{ErrorFate, fates};
use super::report::ViolationReport;
use super::tried::Tried;
use crate::core::drawn::{drawn, text};
use crate::core::pointer::{Pointer, Segment};
use crate::core::schema::clipped;
use serde_json::Value;

/// An answer beside the one before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The places that changed, and those where something is wrong.
    pub places: Vec<ComparedPlace>,
    /// The lines of both, from the first to the last.
    pub stretches: Vec<Stretch>,
}

/// A place in both answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComparedPlace {
    /// Its path, for people.
    pub place: String,
    /// What stood there before, if anything did.
    pub before: Option<String>,
    /// What stands there now, if anything does.
    pub after: Option<String>,
    /// What became of what was wrong there, each with its words.
    pub fates: Vec<(ErrorFate, String)>,
}

/// The most characters of a value that are shown.
const LONGEST: usize = 120;

impl Comparison {
    /// An answer beside the one before; nothing where one of them is none.
    pub fn new(before: &Tried, after: &Tried) -> Self {
        let read = |tried: &Tried| match tried {
            Tried::Judged(text, _) => serde_json::from_str(text).ok(),
            Tried::Unread(_) | Tried::Nothing => None,
        };
        let (Some(left), Some(right)) = (read(before), read(after)) else { return Self::default() };
        let fates = fates(before.violations(), after.violations());
        let mut places: Vec<_> =
            changes(&left, &right).into_iter().map(|place| (place, Vec::new())).collect();
        for (fate, violation) in &fates {
            let said = (*fate, violation.message.clone());
            let is_its = |(place, _): &&mut (Pointer, _)| touches(violation, place);
            match places.iter_mut().find(is_its) {
                Some((_, fates)) => fates.push(said),
                None => places.push((violation.pointer.clone(), vec![said])),
            }
        }
        let compared_place = |(place, fates): (Pointer, _)| ComparedPlace {
            place: if place == Pointer::root() { "the answer".to_owned() } else { place.to_string() },
            before: shown(&left, &place),
            after: shown(&right, &place),
            fates,
        };
        let mut remarks: Vec<_> = fates
            .iter()
            .map(|(fate, violation)| (violation.pointer.to_json_pointer(), fate.words().to_owned()))
            .collect();
        // Once a line is enough.
        remarks.sort();
        remarks.dedup();
        Self {
            stretches: compared(&left, &right, &remarks),
            places: places.into_iter().map(compared_place).collect(),
        }
    }
}

impl Comparison {
    /// Both answers as they are drawn.
    pub fn draw(&self) -> Value {
        if self.places.is_empty() {
            return text("p", "hint", "Nothing changed, and nothing was or is wrong.");
        }
        let places = drawn("ul").class("changes").attribute("aria-label", "Changed places");
        let lines = drawn("div")
            .class("difference__lines")
            .attribute("role", "region")
            .attribute("aria-label", "Both answers, line by line")
            .attribute("tabindex", "0");
        drawn("div")
            .class("comparison")
            .child(places.children(self.places.iter().map(ComparedPlace::draw)).view())
            .child(lines.children(draw_stretches(&self.stretches)).view())
            .view()
    }
}

impl ComparedPlace {
    fn draw(&self) -> Value {
        let value = |tag, value: &Option<String>| match value {
            Some(value) => text(tag, "", value),
            None => text("span", "hint", "nothing"),
        };
        let values = match self.before == self.after {
            true => vec![text("span", "hint", "not changed")],
            false => vec![value("del", &self.before), text("span", "hint", "→"), value("ins", &self.after)],
        };
        let fate = |(fate, words): &(ErrorFate, String)| {
            let class = match fate {
                ErrorFate::Fixed => "fate fate--fixed",
                ErrorFate::Still => "fate fate--still",
                ErrorFate::New => "fate fate--new",
            };
            let fate = text("span", class, fate.words());
            drawn("span").class("changes__fate").child(fate).child(text("span", "", words)).view()
        };
        drawn("li")
            .child(text("span", "changes__place", &self.place))
            .children(values)
            .children(self.fates.iter().map(fate))
            .view()
    }
}

/// Whether a violation is about a place, what stands in it or what it stands in.
fn touches(violation: &ViolationReport, place: &Pointer) -> bool {
    violation.places().any(|wrong| wrong.touches(place))
}

/// The beginning of what stands at a place.
fn shown(answer: &Value, place: &Pointer) -> Option<String> {
    let mut value = answer;
    for segment in place.segments() {
        value = match segment {
            Segment::Key(key) => value.get(&key)?,
            Segment::Index(index) => value.get(index)?,
        };
    }
    Some(clipped(&value.to_string(), LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::judge::{Repaired, judge};
    use crate::core::schema::Schema;
    use crate::core::validate::Validator;
    use serde_json::json;
    use std::fmt::Write;

    /// Each place with its values and what became of what was wrong there, then each line.
    fn drawn(Comparison { places, stretches }: &Comparison) -> String {
        let mut text = String::new();
        let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
        for ComparedPlace { place, before, after, fates } in places {
            let _ = writeln!(text, "{place}: {} -> {}", value(before), value(after));
            for (fate, words) in fates {
                let _ = writeln!(text, "  {}: {words}", fate.words());
            }
        }
        for row in stretches.iter().flat_map(|stretch| &stretch.rows) {
            let line = match (&row.own, &row.sent) {
                (Some(before), Some(after)) if !row.is_equal => format!("{before} | {after}"),
                (Some(line), _) | (None, Some(line)) => line.clone(),
                (None, None) => panic!("a row without a line"),
            };
            let _ = writeln!(text, "{line}   {}", row.remark);
        }
        text
    }

    #[track_caller]
    fn check(before: &Value, after: &Value, expected: &str) {
        let form = json!({
            "rules": [{"rule": "self.replicas <= 5 || self.cpu >= 1.0", "message": "many replicas need cpu"}],
            "fields": {
                "name": {"type": "string", "minLength": 3},
                "replicas": {"type": "integer", "min": 1},
                "cpu": {"type": "number"},
                "tags": {"type": "array", "items": {"type": "string", "minLength": 2}}
            }
        });
        let schema = Schema::from_fields(&form).unwrap();
        let tried = |answer: &Value| {
            let text = answer.to_string();
            let judgement = judge(&text, Some(&Validator::new(&schema)), "", Repaired::Accept);
            Tried::Judged(text, judgement.violations().to_vec())
        };
        assert_eq!(drawn(&Comparison::new(&tried(before), &tried(after))), expected);
    }

    #[test]
    fn what_changed_is_told_with_what_became_of_what_was_wrong() {
        check(
            &json!({"name": "w", "replicas": 9, "cpu": 0.5, "tags": ["a", "bb"]}),
            &json!({"name": "we", "replicas": 9, "cpu": 2, "tags": ["aa", "bb", "c"]}),
            r#"name: "w" -> "we"
  still wrong: "name" must be ≥ 3 characters (got 2: "we")
cpu: 0.5 -> 2
  fixed: many replicas need cpu
tags[0]: "a" -> "aa"
  fixed: "tags[0]" must be ≥ 2 characters (got 1: "a")
tags[2]: nothing -> "c"
  newly wrong: "tags[2]" must be ≥ 2 characters (got 1: "c")
  {   fixed
−   "name": "w", | +   "name": "we",   still wrong
    "replicas": 9,   
−   "cpu": 0.5, | +   "cpu": 2,   
−   "tags": ["a", "bb"] | +   "tags": ["aa", "bb", "c"]   fixed; newly wrong
  }   
"#,
        );
    }

    #[test]
    fn what_is_wrong_and_did_not_change_is_told_too() {
        check(
            &json!({"replicas": 0, "cpu": 1, "tags": []}),
            &json!({"replicas": 0, "cpu": 1.0, "tags": []}),
            r#"name: nothing -> nothing
  still wrong: Missing required field: "name"
replicas: 0 -> 0
  still wrong: "replicas" must be ≥ 1 (got 0)
  {   still wrong
    "replicas": 0,   still wrong
−   "cpu": 1, | +   "cpu": 1.0,   
    "tags": []   
  }   
"#,
        );
    }

    #[test]
    fn without_two_answers_there_is_nothing_to_compare() {
        let answer = || Tried::Judged("{}".to_owned(), Vec::new());
        for (before, after) in [
            (Tried::Nothing, answer()),
            (answer(), Tried::Unread("{}".to_owned())),
            (answer(), Tried::Judged("no JSON".to_owned(), Vec::new())),
        ] {
            assert_eq!(Comparison::new(&before, &after), Comparison::default());
        }
    }
}
