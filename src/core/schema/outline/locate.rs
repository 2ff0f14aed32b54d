//! Where a part of a schema stands in its text, by the dotted path in which mistakes name it: that of the part
//! itself, or that of the value which it judges.

use super::written::{What, Written};
use crate::core::pointer::Pointer;

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
    /// The bytes before it.
    pub offset: usize,
}

/// Where the part at a path stands, `properties.age.minimum`, or the innermost around it that is there.
/// None of the whole schema, and where not even the first step of the path is there.
pub fn place_of(text: &str, path: &str) -> Option<Place> {
    let document = Written::read(text);
    let (mut value, mut rest, mut offset) = (&document, path, document.span.start);
    while !rest.is_empty() {
        let Some((next, at, behind)) = step(value, rest) else { break };
        (value, offset, rest) = (next, at, behind);
    }
    (rest != path).then(|| place_at(text, offset))
}

/// The place of a line and a column, or the end of the line where it is shorter.
pub fn place_of_line(text: &str, line: usize, column: usize) -> Place {
    let lines = text.split_inclusive('\n').take(line.saturating_sub(1));
    let start: usize = lines.map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default();
    let rest = rest.split('\n').next().unwrap_or_default();
    let end = rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(offset, _)| offset);
    Place { line, column, offset: start + end }
}

pub(super) fn place_at(text: &str, offset: usize) -> Place {
    let before = text.get(..offset).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    Place { line: 1 + before.matches('\n').count(), column: 1 + line.chars().count(), offset }
}

/// The member or item that a path begins with, where it stands, and the rest of the path.
fn step<'w, 'p>(value: &'w Written, path: &'p str) -> Option<(&'w Written, usize, &'p str)> {
    let steps: Vec<(String, &Written, usize)> = match &value.what {
        What::Object(members) => {
            let named = members.iter().map(|member| (member.name(), &member.value, member.key_span.start));
            let held =
                ["properties", "fields"].iter().filter_map(|key| value.get(key)).flat_map(Written::members);
            let held = held.map(|member| (member.name(), &member.value, member.key_span.start));
            let items = value.get("items").map(|items| ("[]".to_owned(), items, items.span.start));
            // A path of the field form has its names as they are. What is named directly goes before what is held.
            let written = |(name, value, start): (String, _, _)| {
                [(Pointer::root().key(&name).to_string(), value, start), (name, value, start)]
            };
            items.into_iter().chain(held.chain(named).flat_map(written)).collect()
        }
        What::Array(items) => {
            let numbered = items.iter().enumerate();
            numbered.map(|(position, item)| (format!("[{position}]"), item, item.span.start)).collect()
        }
        What::Scalar(_) | What::Missing => Vec::new(),
    };
    let path = path.strip_prefix('.').unwrap_or(path);
    let fitting = steps.into_iter().filter_map(|(name, value, start)| {
        let rest = path.strip_prefix(name.as_str())?;
        let ends = rest.is_empty() || rest.starts_with(['.', '[']);
        (ends && !name.is_empty()).then_some((name.len(), value, start, rest))
    });
    let (_, value, start, rest) = fitting.max_by_key(|(length, ..)| *length)?;
    Some((value, start, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_the_innermost_part_that_is_there() {
        let text =
            "{\n  \"properties\": {\n    \"é.b\": {\"minimum\": 1},\n    \"a\": {\"enum\": [1, 2]}\n  }\n}";
        for (path, expected) in [
            ("", None),
            ("properties", Some((2, 3))),
            ("properties.a.enum[1]", Some((4, 23))),
            ("properties.a.enum[7]", Some((4, 11))),
            ("properties[\"é.b\"].minimum", Some((3, 13))),
            ("properties.é.b.minimum", Some((3, 13))),
            ("properties.ab", Some((2, 3))),
            ("a", Some((4, 5))),
            ("a.enum", Some((4, 11))),
            ("items", None),
        ] {
            let place = place_of(text, path);
            assert_eq!(place.map(|place| (place.line, place.column)), expected, "{path}");
            if let Some(place) = place {
                assert_eq!(place_of_line(text, place.line, place.column), place);
            }
        }
        assert_eq!(place_of_line("a\nb", 1, 9), Place { line: 1, column: 9, offset: 1 });
    }
}
