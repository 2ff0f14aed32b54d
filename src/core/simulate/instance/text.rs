//! Strings: samples of formats and patterns, and otherwise words.

use crate::core::pattern::Search;
use crate::core::random::Random;
use crate::core::schema::StringShape;
use std::ops::Range;

const WORDS: [&str; 12] = [
    "Harbor", "Maple", "Lantern", "Copper", "Meadow", "Granite", "Willow", "Signal", "Orchard", "Summit",
    "Ember", "Delta",
];

/// How many samples of a pattern are tried for one that is as long as it must be.
const MOST_SAMPLES: usize = 8;

/// How many parts of a sample are repeated to make it longer.
const MOST_PARTS: usize = 60;

/// The longest text that is written for its length alone.
const MOST_CHARACTERS: u64 = 10_000;

pub(super) fn word(random: &mut Random) -> &'static str {
    random.pick(&WORDS).copied().unwrap_or_default()
}

/// A text of this shape, if the shape allows one that is easily found.
pub(super) fn text(shape: &StringShape, draw: u32, random: &mut Random) -> String {
    if let Some(format) = shape.format {
        return format.sample(&mut |end| random.below(end));
    }
    if !shape.patterns.is_empty()
        && let Some(sample) = sample(shape, random)
    {
        return sample;
    }
    words(shape, draw, random)
}

/// A sample of one of the patterns that satisfies the rest, too; made longer where that is allowed.
fn sample(shape: &StringShape, random: &mut Random) -> Option<String> {
    let is_right = |text: &str| {
        let length = text.chars().count() as u64;
        shape.min_length.is_none_or(|least| length >= least)
            && shape.max_length.is_none_or(|most| length <= most)
            && shape.contains.iter().all(|part| text.contains(part))
            && shape.patterns.iter().all(|pattern| pattern.find(text) == Search::Found)
    };
    for _ in 0..MOST_SAMPLES {
        let pattern = random.pick(&shape.patterns)?;
        let Some(sample) = pattern.sample(&mut |end| random.below(end)) else { continue };
        if is_right(&sample) {
            return Some(sample);
        }
        let around = StringShape { contains: vec![&sample], patterns: Vec::new(), ..shape.clone() };
        let longer = words(&around, 0, random);
        let longer = std::iter::once(longer).chain(stretched(&sample, shape.min_length.unwrap_or(0)));
        if let Some(longer) = longer.into_iter().find(|text| is_right(text)) {
            return Some(longer);
        }
    }
    None
}

/// The text made as long as it must be: each of its parts in turn is repeated, as a pattern may allow.
fn stretched(text: &str, length: u64) -> impl Iterator<Item = String> {
    let characters: Vec<char> = text.chars().collect();
    let missing = size(length).saturating_sub(characters.len());
    let parts = (0..=characters.len()).rev().flat_map(|end| (0..end).map(move |start| start..end));
    let stretch = move |part: Range<usize>| {
        let (before, after) = characters.split_at_checked(part.end)?;
        let more = before.get(part.start..)?.iter().rev().cycle().take(missing);
        Some(before.iter().chain(more).chain(after).collect())
    };
    parts.take(if missing > 0 { MOST_PARTS } else { 0 }).filter_map(stretch)
}

/// Words around the texts that must be there, as many as the least length asks for.
fn words(shape: &StringShape, draw: u32, random: &mut Random) -> String {
    let most = shape.max_length.map_or(usize::MAX, size);
    let contains = joined(&shape.contains);
    // The required text stands between two words, which are cut to what the most length leaves.
    let room = most.saturating_sub(contains.chars().count());
    let mut word = || word(random);
    let before: String = word().chars().take(room).collect();
    let mut length = before.chars().count();
    let mut after = String::new();
    let mut add = |text: &str, length: &mut usize| {
        let text: String = text.chars().take(room.saturating_sub(*length)).collect();
        *length += text.chars().count();
        after.push_str(&text);
        !text.is_empty()
    };
    if !contains.is_empty() {
        add(&word().to_ascii_lowercase(), &mut length);
    }
    // A later draw says more, so that it is not the same again.
    for _ in 0..draw.min(3) {
        add(&format!(" {}", word().to_ascii_lowercase()), &mut length);
    }
    let least = shape.min_length.map_or(0, size).saturating_sub(contains.chars().count());
    while length < least && add(&format!(" {}", word().to_ascii_lowercase()), &mut length) {}
    before + &contains + &after
}

fn size(length: u64) -> usize {
    usize::try_from(length.min(MOST_CHARACTERS)).unwrap_or(usize::MAX)
}

/// The texts one after the other, without those that stand in another one.
fn joined(parts: &[&str]) -> String {
    let mut joined = String::new();
    for part in parts {
        if !joined.contains(part) {
            joined.push_str(part);
        }
    }
    joined
}
