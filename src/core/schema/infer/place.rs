//! One place of the examples, such as the values of one key: all that was seen there.
//! Knows neither texts nor keywords.

use super::strings::Strings;
use crate::core::schema::types::{JsonType, TypeSet};
use indexmap::IndexMap;
use indexmap::map::Entry;
use serde_json::Value;

/// How deep values are looked into. A schema is up to twice as deep as its examples, and must be read
/// back by a parser that goes 127 deep.
const MOST_DEPTH: usize = 60;

/// All that was seen at one place.
#[derive(Debug, Default)]
pub(super) struct Place {
    /// How many values.
    pub(super) values: usize,
    /// Their types. Whole numbers are integers, unless they are written with a fraction: who writes
    /// 1.0 means any number.
    pub(super) types: TypeSet,
    pub(super) strings: Strings,
    /// The items of all arrays.
    pub(super) items: Option<Box<Place>>,
    /// The members of all objects, in the order of the examples.
    pub(super) members: IndexMap<String, Place>,
    /// How many of the values are objects.
    pub(super) objects: usize,
}

impl Place {
    /// A place where nothing but one value was seen, in the example of that number. What stands deeper in it
    /// than is looked into is left open.
    pub(super) fn of(value: &Value, example: usize) -> Self {
        Self::at(value, example, 0)
    }

    fn at(value: &Value, example: usize, depth: usize) -> Self {
        let mut place = Self { values: 1, types: type_of(value).into(), ..Self::default() };
        let part = |value| Self::at(value, example, depth + 1);
        match value {
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
            Value::String(text) => place.strings = Strings::of(text, example),
            Value::Array(_) | Value::Object(_) if depth == MOST_DEPTH => {}
            Value::Array(items) => {
                items.iter().for_each(|item| place.items.get_or_insert_default().absorb(part(item)));
            }
            Value::Object(members) => {
                place.objects = 1;
                place.members = members.iter().map(|(name, value)| (name.clone(), part(value))).collect();
            }
        }
        place
    }

    /// Adds what was seen at the same place later. Takes time in proportion to that.
    pub(super) fn absorb(&mut self, other: Self) {
        let Self { values, types, strings, items, members, objects } = other;
        self.values += values;
        self.types = types.iter().fold(self.types, TypeSet::with);
        self.strings.absorb(strings);
        if let Some(items) = items {
            self.items.get_or_insert_default().absorb(*items);
        }
        for (name, place) in members {
            match self.members.entry(name) {
                Entry::Occupied(mut known) => known.get_mut().absorb(place),
                Entry::Vacant(free) => {
                    free.insert(place);
                }
            }
        }
        self.objects += objects;
    }

    /// What is at any of several places.
    pub(super) fn any_of(places: impl IntoIterator<Item = Self>) -> Self {
        let mut any = Self::default();
        places.into_iter().for_each(|place| any.absorb(place));
        any
    }
}

fn type_of(value: &Value) -> JsonType {
    match value {
        Value::Number(number) if !number.is_f64() => JsonType::Integer,
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => JsonType::of(value),
    }
}
