//! The places of an answer that were right.

use super::faults::{Fate, Faults};
use crate::core::places::Places;
use crate::core::pointer::Pointer;
use crate::core::schema::clipped;
use serde_json::Value;

/// The most places that are told.
const MOST_PLACES: usize = 40;

/// The most characters of a place that are told.
const MOST_OF_PLACE: usize = 120;

/// The places that were right, each as high up as it goes, in the order of the document; items that were right
/// stand together.
pub(super) fn kept(faults: &Faults, answer: &Value) -> Vec<String> {
    let mut kept = Vec::new();
    if let Some(fate) = faults.fate(&Pointer::root()) {
        look_into(fate, faults, &Pointer::root(), answer, &mut kept);
    }
    kept
}

fn collect(faults: &Faults, pointer: &Pointer, value: &Value, kept: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let place = pointer.key(name);
                match faults.fate(&place) {
                    None => keep(&Places::from(&place), kept),
                    Some(fate) => look_into(fate, faults, &place, member, kept),
                }
            }
        }
        Value::Array(items) => {
            let is_right = |index: &usize| faults.get(&pointer.index(*index)).is_none();
            let right: Vec<_> = (0..items.len()).filter(is_right).collect();
            if !right.is_empty() {
                keep(&Places::from(pointer).items(right), kept);
            }
            for (index, item) in items.iter().enumerate() {
                let place = pointer.index(index);
                if let Some(fate) = faults.fate(&place) {
                    look_into(fate, faults, &place, item, kept);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn look_into(fate: Fate, faults: &Faults, pointer: &Pointer, value: &Value, kept: &mut Vec<String>) {
    match fate {
        Fate::AroundRead | Fate::AroundWrong | Fate::TooFew => collect(faults, pointer, value, kept),
        Fate::Read | Fate::Wrong | Fate::Stray => {}
    }
}

fn keep(places: &Places, kept: &mut Vec<String>) {
    if kept.len() < MOST_PLACES {
        kept.push(clipped(&places.to_string(), MOST_OF_PLACE));
    }
}
