//! Valid answers for any schema.

use super::random::Random;
use crate::core::schema::{Kind, NodeId, Schema};
use serde_json::{Map, Number, Value};

const WORDS: [&str; 12] = [
    "Harbor", "Maple", "Lantern", "Copper", "Meadow", "Granite", "Willow", "Signal", "Orchard", "Summit",
    "Ember", "Delta",
];

/// A value that a node of the schema accepts, with every optional member in it.
pub fn instance(schema: &Schema, id: NodeId, random: &mut Random) -> Value {
    match schema.shape(id).kind {
        Kind::Object(members) => {
            let member = |member: crate::core::schema::Member| {
                (member.name.to_owned(), instance(schema, member.node, random))
            };
            Value::Object(members.into_iter().map(member).collect::<Map<_, _>>())
        }
        Kind::String { min_length, max_length, contains } => {
            text(min_length, max_length, contains, random).into()
        }
        Kind::Number { integer, minimum, maximum } => number(integer, minimum, maximum, random),
        Kind::Boolean => Value::Bool(random.below(2) == 1),
        Kind::Enum(values) => random.pick(&values).map_or(Value::Null, |value| (*value).clone()),
        Kind::Any => random.pick(&WORDS).map_or(Value::Null, |word| Value::from(*word)),
    }
}

fn text(
    min_length: Option<u64>,
    max_length: Option<u64>,
    contains: Option<&str>,
    random: &mut Random,
) -> String {
    let size = |length: u64| usize::try_from(length).unwrap_or(usize::MAX);
    let most = max_length.map_or(usize::MAX, size);
    let contains = contains.unwrap_or_default();
    // The required text stands between two words, which are cut to what the most length leaves.
    let room = most.saturating_sub(contains.chars().count());
    let mut word = || random.pick(&WORDS).copied().unwrap_or_default();
    let mut before: String = word().chars().take(room).collect();
    let mut after = String::new();
    if !contains.is_empty() {
        after = word().to_ascii_lowercase().chars().take(room - before.chars().count()).collect();
    }
    let length = |before: &str, after: &str| {
        (before.chars().count() + after.chars().count() + contains.chars().count()) as u64
    };
    while length(&before, &after) < min_length.unwrap_or(0) {
        let left = room.saturating_sub(before.chars().count() + after.chars().count());
        let more = format!(" {}", word().to_ascii_lowercase());
        let more: String = more.chars().take(left).collect();
        if more.is_empty() {
            break;
        }
        after.push_str(&more);
    }
    before.push_str(contains);
    before + &after
}

fn number(integer: bool, minimum: Option<&Number>, maximum: Option<&Number>, random: &mut Random) -> Value {
    const SPAN: f64 = 100.0;
    let low = minimum.and_then(Number::as_f64);
    let high = maximum.and_then(Number::as_f64);
    let (low, high) = match (low, high) {
        (Some(low), Some(high)) => (low, high),
        (Some(low), None) => (low, low + SPAN),
        (None, Some(high)) => (high - SPAN, high),
        (None, None) => (0.0, SPAN),
    };
    // A third of the way at least from either end: an answer that looks like one.
    let drawn = low + (high - low) * (0.33 + random.below(34) as f64 / 100.0);
    let whole = drawn.round();
    let rounded = (drawn * 10.0).round() / 10.0;
    let chosen = if integer {
        whole.min(high.floor()).max(low.ceil())
    } else if (low..=high).contains(&rounded) {
        rounded
    } else {
        drawn
    };
    // Whole numbers are written without a fraction, as models do.
    if chosen.fract() == 0.0 && chosen.abs() < 9e15 {
        Value::from(chosen as i64)
    } else {
        Value::from(chosen)
    }
}
