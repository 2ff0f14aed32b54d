//! Ways to break a valid answer, as models break them.

use super::random::Random;
use crate::core::schema::{Kind, Member, Schema};
use serde_json::{Map, Number, Value};

/// One way to break an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    /// A required field is left out.
    MissingField,
    /// A value of another type stands in a field.
    WrongType,
    /// A number or a length is outside its range.
    OutOfRange,
    /// An enum value is written in another case.
    EnumCase,
}

/// Breaks an answer in this way, in one field that can be broken so; false if there is none.
pub(super) fn break_answer(answer: &mut Value, schema: &Schema, flaw: Flaw, random: &mut Random) -> bool {
    let Kind::Object(members) = schema.shape(schema.root()).kind else { return false };
    let Value::Object(object) = answer else { return false };
    let mut ways: Vec<(&str, Option<Value>)> = members
        .iter()
        .filter_map(|member| Some((member.name, broken(schema, member, object, flaw)?)))
        .collect();
    let chosen = usize::try_from(random.below(ways.len() as u64)).unwrap_or(0);
    if chosen >= ways.len() {
        return false;
    }
    match ways.swap_remove(chosen) {
        (name, Some(value)) => drop(object.insert(name.to_owned(), value)),
        (name, None) => drop(object.shift_remove(name)),
    }
    true
}

/// What stands in the member when it is broken in this way: `Some(None)` is nothing at all.
fn broken(
    schema: &Schema,
    member: &Member,
    object: &Map<String, Value>,
    flaw: Flaw,
) -> Option<Option<Value>> {
    let value = object.get(member.name)?;
    let shape = schema.shape(member.node);
    match flaw {
        Flaw::MissingField => member.required.then_some(None),
        Flaw::WrongType => match (&shape.kind, value) {
            (Kind::Number { .. }, Value::Number(number)) => Some(Some(Value::from(number.to_string()))),
            (Kind::Boolean, Value::Bool(flag)) => Some(Some(Value::from(if *flag { "yes" } else { "no" }))),
            (Kind::String { .. }, Value::String(text)) => Some(Some(Value::from(vec![text.as_str()]))),
            _ => None,
        },
        Flaw::OutOfRange => match shape.kind {
            Kind::Number { maximum: Some(most), .. } => beyond(most, 15),
            Kind::Number { minimum: Some(least), .. } => beyond(least, -5),
            Kind::String { min_length: Some(least @ 1..), .. } => {
                let text = value.as_str()?;
                let short = usize::try_from(least - 1).ok()?;
                Some(Some(text.chars().take(short).collect::<String>().into()))
            }
            _ => None,
        },
        Flaw::EnumCase => match (&shape.kind, value) {
            (Kind::Enum(values), Value::String(text)) => {
                let changed = capitalised(text);
                let is_wrong = !values.iter().any(|value| value.as_str() == Some(&changed));
                is_wrong.then(|| Some(changed.into()))
            }
            _ => None,
        },
    }
}

fn beyond(bound: &Number, by: i64) -> Option<Option<Value>> {
    let beyond = bound.as_i64().and_then(|bound| bound.checked_add(by)).map(Value::from);
    Some(Some(beyond.or_else(|| Some(Value::from(bound.as_f64()? + by as f64)))?))
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) if first.is_ascii_lowercase() => {
            format!("{}{}", first.to_ascii_uppercase(), characters.as_str())
        }
        Some(_) | None => text.to_ascii_lowercase(),
    }
}
