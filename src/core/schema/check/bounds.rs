//! A least that is above a most: of a number, of a length, of a count.

use super::claims::{Claim, Claims, Count, NumberBound, Source};
use crate::core::schema::node::{Contains, Schema};
use crate::core::schema::types::JsonType;
use crate::core::value;
use serde_json::Number;
use std::cmp::Ordering;
use std::collections::HashSet;

/// What is contradictory about the range of a number.
pub(super) fn of_numbers(claims: &Claims) -> Option<String> {
    if !claims.allow(JsonType::Number) {
        return None;
    }
    let least = tightest(&claims.numbers.least, Ordering::Greater)?;
    let most = tightest(&claims.numbers.most, Ordering::Less)?;
    if least.source.meet(most.source) != Source::Here {
        return None;
    }
    let types = claims.type_set();
    let is_integer =
        types.is_some_and(|types| types.contains(JsonType::Integer) && !types.contains(JsonType::Number));
    let (least, most) = (least.what, most.what);
    let sides = (format!("{} {}", least.keyword, least.number), format!("{} {}", most.keyword, most.number));
    match value::compare(least.number, most.number) {
        Ordering::Greater => Some(format!("{} is above {}, so no number is right", sides.0, sides.1)),
        Ordering::Equal if least.is_exclusive || most.is_exclusive => {
            Some(format!("{} meets {}, so no number is right", sides.0, sides.1))
        }
        Ordering::Equal | Ordering::Less if is_integer && first_integer(least) > last_integer(most) => {
            Some(format!("{} and {} have no integer between them", sides.0, sides.1))
        }
        Ordering::Equal | Ordering::Less => None,
    }
}

/// The bound that leaves the fewest numbers.
fn tightest<'s>(bounds: &[Claim<NumberBound<'s>>], tighter: Ordering) -> Option<Claim<NumberBound<'s>>> {
    bounds.iter().copied().reduce(|known, next| {
        let order = value::compare(next.what.number, known.what.number);
        let is_tighter = order == tighter || (order == Ordering::Equal && next.what.is_exclusive);
        if is_tighter { next } else { known }
    })
}

/// The least integer that is allowed.
fn first_integer(least: NumberBound) -> i128 {
    let (integer, is_exact) = rounded(least.number, f64::ceil);
    if least.is_exclusive && is_exact { integer.saturating_add(1) } else { integer }
}

/// The greatest integer that is allowed.
fn last_integer(most: NumberBound) -> i128 {
    let (integer, is_exact) = rounded(most.number, f64::floor);
    if most.is_exclusive && is_exact { integer.saturating_sub(1) } else { integer }
}

/// The integer next to a number on one side, and whether it is the number itself.
fn rounded(number: &Number, round: fn(f64) -> f64) -> (i128, bool) {
    if let Some(integer) = number.as_i128() {
        return (integer, true);
    }
    let float = number.as_f64().unwrap_or_default();
    // The cast saturates, where numbers are too far apart for a fraction.
    (round(float) as i128, float.fract() == 0.0)
}

/// An end of a range of counts, and how it is said.
struct Bound {
    count: u64,
    text: String,
    source: Source,
}

/// What is contradictory about lengths and counts.
pub(super) fn of_counts(schema: &Schema, claims: &Claims) -> Vec<String> {
    let bounds = |counts: &[Claim<Count>]| counts.iter().map(Bound::of).collect::<Vec<_>>();
    let mut fewest_items = bounds(&claims.item_counts.least);
    fewest_items.extend(claims.contains.iter().map(fewest_contained));
    let mut most_items = bounds(&claims.item_counts.most);
    most_items.extend(closed_arrays(schema, claims));
    let mut most_properties = bounds(&claims.property_counts.most);
    most_properties.extend(closed_objects(schema, claims));
    let required = required(claims).into_iter().collect();
    let mut ranges = vec![
        (JsonType::String, bounds(&claims.lengths.least), bounds(&claims.lengths.most)),
        (JsonType::Array, fewest_items, most_items),
        (JsonType::Object, bounds(&claims.property_counts.least), most_properties),
        // A required name that is not allowed is told by its name.
        (JsonType::Object, required, bounds(&claims.property_counts.most)),
    ];
    ranges.extend(claims.contains.iter().map(|claim| {
        let most = claim.what.max.map(|count| claim.of(Count { keyword: "maxContains", count }));
        (JsonType::Array, vec![fewest_contained(claim)], most.iter().map(Bound::of).collect())
    }));
    ranges.retain(|(json_type, ..)| claims.allow(*json_type));
    ranges.into_iter().filter_map(|(json_type, least, most)| contradiction(json_type, least, most)).collect()
}

fn fewest_contained(claim: &Claim<Contains>) -> Bound {
    Bound::of(&claim.of(Count { keyword: "minContains", count: claim.what.min }))
}

fn contradiction(json_type: JsonType, least: Vec<Bound>, most: Vec<Bound>) -> Option<String> {
    let least =
        least.into_iter().reduce(|known, next| if next.count > known.count { next } else { known })?;
    let most = most.into_iter().reduce(|known, next| if next.count < known.count { next } else { known })?;
    let is_here = least.source.meet(most.source) == Source::Here;
    (is_here && least.count > most.count)
        .then(|| format!("{} is above {}, so no {} is right", least.text, most.text, json_type.name()))
}

/// How many names are required.
fn required(claims: &Claims) -> Option<Bound> {
    let names: HashSet<_> = claims.required.iter().flat_map(|claim| claim.what).collect();
    let source = claims.required.iter().map(|claim| claim.source).reduce(Source::meet)?;
    let count = names.len() as u64;
    Some(Bound { count, text: format!("required with {}", counted(count, "name", "names")), source })
}

/// How many items are allowed where those that are not named are forbidden.
fn closed_arrays(schema: &Schema, claims: &Claims) -> Vec<Bound> {
    let closed = claims.other_items.iter().filter(|claim| schema.is_never(schema.target(claim.what)));
    let bound = |closed: &Claim<_>| {
        let first = claims.first_items.iter().filter(|claim| claim.node == closed.node);
        let count = first.map(|claim| claim.what).max().unwrap_or(0) as u64;
        Bound {
            count,
            text: format!("the {} allowed", counted(count, "item", "items")),
            source: closed.source,
        }
    };
    closed.map(bound).collect()
}

/// How many properties are allowed where those that are not named are forbidden, and no pattern names any.
fn closed_objects(schema: &Schema, claims: &Claims) -> Vec<Bound> {
    let closed = claims.other_properties.iter().filter(|closed| {
        schema.is_never(schema.target(closed.what))
            && !claims.patterns.iter().any(|claim| claim.node == closed.node)
    });
    let bound = |closed: &Claim<_>| {
        let named = claims.properties.iter().filter(|claim| claim.node == closed.node);
        let named = named.flat_map(|claim| claim.what.values());
        let count = named.filter(|property| !schema.is_never(schema.target(property.node))).count() as u64;
        let text = format!("the {} allowed", counted(count, "property", "properties"));
        Bound { count, text, source: closed.source }
    };
    closed.map(bound).collect()
}

impl Bound {
    fn of(claim: &Claim<Count>) -> Self {
        let Count { keyword, count } = claim.what;
        Self { count, text: format!("{keyword} {count}"), source: claim.source }
    }
}

fn counted(count: u64, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}
