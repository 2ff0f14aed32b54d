//! The errors of an answer, one line a cause, within what a model should be told at once.

use super::faults::Faults;
use crate::core::pointer::{Pointer, Segment};
use crate::core::schema::{Kind, clipped};
use crate::core::validate::{Expected, Group, Level, Validator, Violation, grouped};
use serde_json::Value;

/// The most lines, without the one that says how much more there is.
const MOST_LINES: usize = 20;

/// The most characters of one line.
const MOST_OF_LINE: usize = 500;

/// The most characters of all lines.
const MOST_IN_ALL: usize = 4_000;

/// The most errors that are looked at; of more than these no model mends more at once.
const MOST_GROUPED: usize = 500;

/// The most names that are told of those that are allowed.
const MOST_NAMES: usize = 12;

/// The errors in the order of the document. Where they are too many, those that matter more come before others.
pub(super) fn lines(
    errors: &[&Violation],
    faults: &Faults,
    validator: &Validator,
    answer: &Value,
) -> Vec<String> {
    let groups = grouped(errors.iter().take(MOST_GROUPED).copied());
    let mut lines: Vec<Option<String>> = groups.iter().map(|_| None).collect();
    let (mut count, mut length, mut told) = (0, 0, 0);
    // Where not all can be told, first what stands in the way of the rest.
    for level in Level::ALL {
        for (group, line) in groups.iter().zip(&mut lines) {
            if count == MOST_LINES || group.violations().first().is_none_or(|first| first.level() != level) {
                continue;
            }
            let text = group.to_string() + &allowed(group, faults, validator, answer).unwrap_or_default();
            let text = clipped(&text, MOST_OF_LINE);
            let characters = text.chars().count();
            if length + characters <= MOST_IN_ALL {
                (count, length, told) = (count + 1, length + characters, told + group.count());
                *line = Some(text);
            }
        }
    }
    let left = errors.len().saturating_sub(told);
    let rest = (left > 0).then(|| format!("and {left} more {}", if left == 1 { "error" } else { "errors" }));
    lines.into_iter().flatten().chain(rest).collect()
}

/// The names that are allowed instead of a stray one, where the error does not say it.
fn allowed(group: &Group, faults: &Faults, validator: &Validator, answer: &Value) -> Option<String> {
    let first = group.violations().first()?;
    let Expected::Absent { nearest: None, .. } = &first.expected else { return None };
    let segments = first.pointer.segments();
    let (_, way) = segments.split_last()?;
    let (mut nodes, mut value, mut pointer) = (vec![validator.schema().root()], answer, Pointer::root());
    for segment in way {
        let shape = faults.shape(validator, &pointer, &nodes, value);
        let inside = shape.kind.each().iter().find_map(|kind| match (kind, segment) {
            (Kind::Object(object), Segment::Key(key)) => Some(object.nodes_of(key)),
            (Kind::Array(array), Segment::Index(index)) => Some(array.nodes_of(*index)),
            (_, _) => None,
        });
        nodes = inside.flatten().unwrap_or_default();
        value = match segment {
            Segment::Key(key) => value.get(key)?,
            Segment::Index(index) => value.get(index)?,
        };
        pointer = match segment {
            Segment::Key(key) => pointer.key(key),
            Segment::Index(index) => pointer.index(*index),
        };
    }
    let shape = faults.shape(validator, &pointer, &nodes, value);
    let object = shape.kind.each().iter().find_map(|kind| match kind {
        Kind::Object(object) => Some(object),
        _ => None,
    })?;
    let names: Vec<_> =
        object.members.iter().take(MOST_NAMES).map(|member| Value::from(member.name).to_string()).collect();
    let more = if object.members.len() > MOST_NAMES { ", …" } else { "" };
    match names.is_empty() {
        true if object.patterns.is_empty() => Some(" (none is allowed)".to_owned()),
        true => None,
        false => Some(format!(" (allowed: {}{more})", names.join(", "))),
    }
}
