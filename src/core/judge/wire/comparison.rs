//! Comparisons of two answers.

use super::difference::{read_stretches, stretches};
use super::{list, object, optional_text, read_list, string, text};
use crate::core::judge::{ComparedPlace, Comparison, ErrorFate};
use serde_json::Value;

pub(super) fn comparison(comparison: &Comparison) -> Value {
    object([("places", list(&comparison.places, place)), ("stretches", stretches(&comparison.stretches))])
}

fn place(place: &ComparedPlace) -> Value {
    let fate = |(fate, words): &(ErrorFate, String)| vec![fate.words(), words].into();
    object([
        ("place", place.place.as_str().into()),
        ("before", place.before.as_deref().into()),
        ("after", place.after.as_deref().into()),
        ("fates", list(&place.fates, fate)),
    ])
}

pub(super) fn read_comparison(json: &Value) -> Option<Comparison> {
    let places = read_list(json, "places", read_place)?;
    Some(Comparison { places, stretches: read_stretches(json)? })
}

fn read_place(json: &Value) -> Option<ComparedPlace> {
    let fate = |json: &Value| {
        let fate =
            ErrorFate::ALL.into_iter().find(|fate| json.get(0).is_some_and(|word| word == fate.words()))?;
        Some((fate, string(json.get(1)?)?))
    };
    Some(ComparedPlace {
        place: text(json, "place")?,
        before: optional_text(json, "before")?,
        after: optional_text(json, "after")?,
        fates: read_list(json, "fates", fate)?,
    })
}
