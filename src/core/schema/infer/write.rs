//! What was seen at a place, as JSON Schema. Decides what the examples mean where they leave it open.

use super::place::Place;
use super::strings::Strings;
use crate::core::schema::types::{JsonType, TypeSet};
use indexmap::IndexMap;
use serde_json::{Map, Value};

/// The fewest keys that are taken for data: two may be names that look odd.
const FEWEST_KEYS: usize = 3;

/// The shortest key in hexadecimal that is taken for data; shorter ones may be words.
const FEWEST_HEX_DIGITS: usize = 16;

/// The schema of a place.
fn schema_of(place: Place) -> Value {
    let mut schema = Map::new();
    write(place, &mut schema);
    schema.into()
}

/// Writes the keywords that every value seen at a place fits.
pub(super) fn write(place: Place, schema: &mut Map<String, Value>) {
    let Place { values: _, types, strings, items, members, objects } = place;
    let mut say = |keyword: &str, value: Value| schema.insert(keyword.to_owned(), value);
    if !types.is_empty() {
        say("type", written(types));
    }
    if are_data(&members) {
        say("additionalProperties", schema_of(Place::any_of(members.into_values())));
    } else if !members.is_empty() {
        // Objects without members show nothing of what may be in one.
        let is_in_all = |(name, member): (&String, &Place)| {
            (member.values == objects).then(|| Value::from(name.as_str()))
        };
        let required: Vec<_> = members.iter().filter_map(is_in_all).collect();
        let mut properties = Map::new();
        for (name, member) in members {
            properties.insert(name, schema_of(member));
        }
        say("properties", properties.into());
        if !required.is_empty() {
            say("required", required.into());
        }
        say("additionalProperties", false.into());
    }
    if let Some(items) = items {
        say("items", schema_of(*items));
    }
    if let Some(format) = strings.format() {
        say("format", format.name().into());
    } else if types.without(JsonType::Null).single() == Some(JsonType::String)
        && let Some(choices) = strings.choices()
    {
        let null = types.contains(JsonType::Null).then_some(Value::Null);
        say("enum", choices.into_iter().map(Value::from).chain(null).collect());
    }
}

/// The types as a keyword says them: one, or a list.
fn written(types: TypeSet) -> Value {
    // Among numbers, integers need no mention.
    let types = if types.contains(JsonType::Number) { types.without(JsonType::Integer) } else { types };
    match types.single() {
        Some(one) => one.name().into(),
        None => types.iter().map(JsonType::name).collect(),
    }
}

/// Whether the keys of objects are data rather than names that somebody gave: then there may be others
/// the next time.
fn are_data(members: &IndexMap<String, Place>) -> bool {
    members.len() >= FEWEST_KEYS && members.keys().all(|key| is_data(key))
}

/// Whether a key is a number, an id in hexadecimal, or of a format, such as a date or a UUID.
fn is_data(key: &str) -> bool {
    let is_number = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
    let is_id = key.len() >= FEWEST_HEX_DIGITS && key.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_number || is_id || Strings::of(key, 0).format().is_some()
}
