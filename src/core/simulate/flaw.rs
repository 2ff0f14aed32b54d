//! Ways to break a valid answer, as models break them.

use super::place::{Place, places};
use crate::core::pointer::{Pointer, Segment};
use crate::core::random::Random;
use crate::core::schema::Kind;
use crate::core::validate::{Expected, Nearest, Validator, Violation};
use serde_json::{Number, Value};

/// The longest that a text or an array is made to be too long.
const MOST_LENGTH: usize = 1000;

/// What models add where nothing of the kind was asked for.
const STRAY: &str = "notes";

/// One way to break an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    /// A required member is left out.
    MissingField,
    /// A value of another type stands in a place.
    WrongType,
    /// A number or a length is outside its range.
    OutOfRange,
    /// An enum value is written in another case.
    EnumCase,
    /// A member is there that is not allowed.
    UnknownKey,
    /// A value of another type stands in the first place that there is.
    WrongFromTheStart,
}

/// A change to one place of an answer.
struct Edit {
    pointer: Pointer,
    /// What stands there instead, or there at all; nothing if none.
    value: Option<Value>,
    /// Whether models do that, too, or it is only better than nothing.
    is_likely: bool,
}

/// Breaks an answer in this way, at one place that can be broken so; false if there is none.
/// What was wrong with the answer before still is, and nothing else than this way is added.
pub(super) fn break_answer(
    answer: &mut Value,
    validator: &Validator,
    flaw: Flaw,
    random: &mut Random,
) -> bool {
    let known = validator.validate(answer).violations;
    let places = places(validator, answer);
    let edits = places.iter().flat_map(|place| edits(place, flaw));
    let (likely, others): (Vec<_>, Vec<_>) = edits.partition(|edit| edit.is_likely);
    for mut edits in [likely, others] {
        while !edits.is_empty() {
            let drawn = usize::try_from(random.below(edits.len() as u64)).unwrap_or(0);
            let edit = edits.remove(if flaw == Flaw::WrongFromTheStart { 0 } else { drawn });
            if let Some(broken) = edit.applied(answer)
                && is_broken_so(&validator.validate(&broken).violations, &known, &edit.pointer, flaw)
            {
                *answer = broken;
                return true;
            }
        }
    }
    false
}

impl Edit {
    fn applied(&self, answer: &Value) -> Option<Value> {
        let mut answer = answer.clone();
        let segments = self.pointer.segments();
        match (&self.value, segments.split_last()) {
            (value, Some((Segment::Key(name), way))) => {
                let around = Pointer::from_segments(way).to_json_pointer();
                let members = answer.pointer_mut(&around)?.as_object_mut()?;
                match value {
                    Some(value) => drop(members.insert(name.clone(), value.clone())),
                    None => drop(members.shift_remove(name)?),
                }
            }
            (Some(value), _) => *answer.pointer_mut(&self.pointer.to_json_pointer())? = value.clone(),
            (None, _) => return None,
        }
        Some(answer)
    }
}

/// The ways to break one place, whether they lead to anything or not.
fn edits(place: &Place, flaw: Flaw) -> Vec<Edit> {
    let at = |value: Value, is_likely: bool| Edit {
        pointer: place.pointer.clone(),
        value: Some(value),
        is_likely,
    };
    match flaw {
        Flaw::MissingField => {
            let removed =
                |name: &str| Edit { pointer: place.pointer.key(name), value: None, is_likely: true };
            let mut edits = Vec::new();
            for kind in place.shape.kind.each() {
                if let Kind::Object(object) = kind {
                    let required = object.members.iter().filter(|member| member.required);
                    edits.extend(required.map(|member| removed(member.name)));
                }
            }
            edits
        }
        Flaw::UnknownKey => match place.value {
            Value::Object(members) if !members.contains_key(STRAY) => {
                let pointer = place.pointer.key(STRAY);
                vec![Edit { pointer, value: Some("none".into()), is_likely: true }]
            }
            _ => Vec::new(),
        },
        Flaw::WrongType | Flaw::WrongFromTheStart => {
            // Models seldom get the type of an enum wrong, or of the whole answer.
            let is_likely = place.pointer != Pointer::root() && !matches!(place.shape.kind, Kind::Enum(_));
            vec![match place.value {
                Value::Number(number) => at(number.to_string().into(), is_likely),
                Value::Bool(flag) => at(if *flag { "yes" } else { "no" }.into(), is_likely),
                Value::String(text) => at(vec![text.as_str()].into(), is_likely),
                Value::Object(_) | Value::Array(_) | Value::Null => at(place.value.to_string().into(), false),
            }]
        }
        Flaw::OutOfRange => {
            let outside = place.shape.kind.each().iter().flat_map(|kind| outside(kind, place.value));
            outside.map(|(value, is_likely)| at(value, is_likely)).collect()
        }
        Flaw::EnumCase => match (&place.shape.kind, place.value) {
            (Kind::Enum(_), Value::String(text)) => vec![at(in_other_case(text).into(), true)],
            (_, _) => Vec::new(),
        },
    }
}

/// The value put outside of what its kind allows, and whether models do that.
fn outside(kind: &Kind, value: &Value) -> Vec<(Value, bool)> {
    let size = |length: u64| usize::try_from(length).unwrap_or(usize::MAX);
    let mut values = Vec::new();
    match (kind, value) {
        (Kind::Number(number), Value::Number(_)) => {
            let above = number.maximum.and_then(|bound| beyond(bound.number, 15));
            let below = number.minimum.and_then(|bound| beyond(bound.number, -5));
            values.extend(above.or(below).map(|value| (value, true)));
        }
        (Kind::String(string), Value::String(text)) => {
            if let Some(short) = string.min_length.and_then(|least| least.checked_sub(1)) {
                values.push((text.chars().take(size(short)).collect::<String>().into(), true));
            }
            if let Some(most) = string.max_length.map(size).filter(|most| *most < MOST_LENGTH) {
                let longer = text.clone() + &" and so on".repeat(most / 10 + 1);
                values.push((longer.into(), false));
            }
        }
        (Kind::Array(array), Value::Array(items)) => {
            if let Some(few) = array.min.and_then(|least| least.checked_sub(1)) {
                values.push((items.iter().take(size(few)).cloned().collect(), true));
            }
            if let Some(most) = array.max.map(size).filter(|most| *most < MOST_LENGTH) {
                let many = items.iter().cycle().take(if items.is_empty() { 0 } else { most + 1 });
                values.push((many.cloned().collect(), false));
            }
        }
        (_, _) => {}
    }
    values
}

fn beyond(bound: &Number, by: i64) -> Option<Value> {
    let beyond = bound.as_i64().and_then(|bound| bound.checked_add(by)).map(Value::from);
    beyond.or_else(|| Some(Value::from(bound.as_f64()? + by as f64)))
}

fn in_other_case(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) if first.is_ascii_lowercase() => {
            format!("{}{}", first.to_ascii_uppercase(), characters.as_str())
        }
        Some(_) | None => text.to_ascii_lowercase(),
    }
}

/// Whether all that was known is still wrong, and what is new is this flaw at this place.
fn is_broken_so(violations: &[Violation], known: &[Violation], place: &Pointer, flaw: Flaw) -> bool {
    let (old, new): (Vec<_>, Vec<_>) = violations.iter().partition(|violation| known.contains(violation));
    old.len() == known.len() && !new.is_empty() && new.iter().all(|violation| tells(violation, place, flaw))
}

/// Whether a violation is this flaw at this place; a union tells what is lacking of its nearest form.
fn tells(violation: &Violation, place: &Pointer, flaw: Flaw) -> bool {
    if let Expected::OneForm(form) = &violation.expected
        && let Nearest::Form { lacks, .. } = &form.nearest
    {
        return lacks.iter().all(|lack| tells(lack, place, flaw));
    }
    let rules: &[&str] = match flaw {
        Flaw::MissingField => &["required"],
        Flaw::WrongType | Flaw::WrongFromTheStart => &["type"],
        Flaw::UnknownKey => &["additionalProperties", "unevaluatedProperties"],
        Flaw::OutOfRange => &[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
        ],
        Flaw::EnumCase => &["enum", "const"],
    };
    violation.pointer == *place && rules.contains(&&*violation.rule())
}

#[cfg(test)]
mod tests {
    use super::super::instance::instance;
    use super::*;
    use crate::core::schema::Schema;
    use serde_json::json;

    /// What is told of answers that are broken in this way, in the order of the pointers, over many seeds.
    #[track_caller]
    fn check(schema: Value, flaw: Flaw, expected: &[(&str, &str)]) {
        let schema = Schema::from_json_schema(&schema).unwrap();
        let validator = Validator::new(&schema);
        let mut told = std::collections::BTreeSet::new();
        for seed in 0..100 {
            let mut random = Random::new(seed);
            let mut answer = instance(&schema, schema.root(), &mut random);
            assert_eq!(validator.validate(&answer).violations, [], "{answer}");
            let was = answer.clone();
            if !break_answer(&mut answer, &validator, flaw, &mut random) {
                assert_eq!(answer, was);
                continue;
            }
            let violations = validator.validate(&answer).violations;
            assert!(!violations.is_empty(), "{answer}");
            told.extend(
                violations.iter().map(|violation| (violation.pointer.to_json_pointer(), violation.rule())),
            );
        }
        let told: Vec<_> = told.iter().map(|(pointer, rule)| (pointer.as_str(), &**rule)).collect();
        assert_eq!(told, expected);
    }

    fn order() -> Value {
        json!({
            "type": "object", "required": ["id", "lines"], "additionalProperties": false,
            "properties": {
                "id": {"type": "integer", "minimum": 1, "exclusiveMaximum": 1000},
                "state": {"enum": ["open", "done"], "type": "string"},
                "lines": {
                    "type": "array", "minItems": 2, "maxItems": 2,
                    "items": {
                        "type": "object", "required": ["price"],
                        "properties": {"price": {"type": "number", "minimum": 0}, "note": {"type": "string", "minLength": 2}}
                    }
                }
            }
        })
    }

    #[test]
    fn values_are_broken_wherever_they_stand() {
        check(
            order(),
            Flaw::MissingField,
            &[
                ("/id", "required"),
                ("/lines", "required"),
                ("/lines/0/price", "required"),
                ("/lines/1/price", "required"),
            ],
        );
        check(
            order(),
            Flaw::WrongType,
            &[
                ("/id", "type"),
                ("/lines/0/note", "type"),
                ("/lines/0/price", "type"),
                ("/lines/1/note", "type"),
                ("/lines/1/price", "type"),
            ],
        );
        check(
            order(),
            Flaw::OutOfRange,
            &[
                ("/id", "exclusiveMaximum"),
                ("/lines", "minItems"),
                ("/lines/0/note", "minLength"),
                ("/lines/0/price", "minimum"),
                ("/lines/1/note", "minLength"),
                ("/lines/1/price", "minimum"),
            ],
        );
        check(order(), Flaw::EnumCase, &[("/state", "enum")]);
        check(order(), Flaw::UnknownKey, &[("/notes", "additionalProperties")]);
        check(order(), Flaw::WrongFromTheStart, &[("/id", "type")]);
    }

    #[test]
    fn what_is_not_likely_is_done_where_nothing_else_can_be() {
        check(json!({"type": "boolean"}), Flaw::WrongType, &[("", "type")]);
        check(json!({"type": "array", "items": {}, "maxItems": 3}), Flaw::OutOfRange, &[("", "maxItems")]);
        check(json!({"type": "string", "maxLength": 9}), Flaw::OutOfRange, &[("", "maxLength")]);
    }

    #[test]
    fn what_cannot_be_broken_stays_as_it_is() {
        check(json!({"type": "boolean"}), Flaw::MissingField, &[]);
        check(json!({"enum": ["a", "A"]}), Flaw::EnumCase, &[]);
        check(json!({"type": "object"}), Flaw::UnknownKey, &[]);
        check(json!({"type": ["number", "string"]}), Flaw::WrongType, &[("", "type")]);
        check(json!({}), Flaw::WrongType, &[]);
    }

    #[test]
    fn forms_of_unions_are_broken_inside() {
        let form = |kind: &str| {
            json!({"type": "object", "required": ["kind", "size"], "properties": {
                "kind": {"const": kind}, "size": {"type": "integer", "minimum": 0}
            }})
        };
        let shapes =
            json!({"type": "array", "minItems": 1, "items": {"oneOf": [form("circle"), form("square")]}});
        check(
            shapes,
            Flaw::OutOfRange,
            &[("", "minItems"), ("/0", "oneOf"), ("/1", "oneOf"), ("/2", "oneOf")],
        );
    }

    #[test]
    fn a_second_flaw_leaves_the_first_one_as_it_is() {
        let schema = Schema::from_json_schema(&order()).unwrap();
        let validator = Validator::new(&schema);
        for seed in 0..100 {
            let mut random = Random::new(seed);
            let mut answer = instance(&schema, schema.root(), &mut random);
            for count in 1..=3 {
                assert!(break_answer(&mut answer, &validator, Flaw::WrongType, &mut random));
                let violations = validator.validate(&answer).violations;
                assert_eq!(violations.len(), count, "{answer}");
            }
        }
    }
}
