//! Where in a JSON value something stands, written two ways: dotted for people and models,
//! RFC 6901 for machines.

use serde_json::Value;
use std::fmt;

/// A path from the root of a JSON value to one place in it.
///
/// Kept as one text, since it is made for every violation: `/key` is a step into an object, `[2` one
/// into an array, and `~0`, `~1` and `~2` in a key stand for `~`, `/` and `[`. Pointers have an order to be sorted
/// by; it is not that of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer(String);

/// One step of a [`Pointer`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// Into an object, by key.
    Key(String),
    /// Into an array, by position from 0.
    Index(usize),
}

const ESCAPED: [(char, &str); 3] = [('~', "~0"), ('/', "~1"), ('[', "~2")];

impl Pointer {
    /// The whole value.
    pub fn root() -> Self {
        Self::default()
    }

    /// The whole value, with room for about so many bytes of steps.
    pub fn with_capacity(bytes: usize) -> Self {
        Self(String::with_capacity(bytes))
    }

    /// The place one key below.
    pub fn key(&self, key: &str) -> Self {
        let mut below = self.clone();
        below.push_key(key);
        below
    }

    /// The place one array position below.
    pub fn index(&self, index: usize) -> Self {
        let mut below = self.clone();
        below.push_index(index);
        below
    }

    /// Goes one key further.
    pub fn push_key(&mut self, key: &str) {
        self.0.reserve(1 + key.len());
        self.0.push('/');
        if !key.bytes().any(|byte| matches!(byte, b'~' | b'/' | b'[')) {
            return self.0.push_str(key);
        }
        for character in key.chars() {
            match ESCAPED.iter().find(|(escaped, _)| *escaped == character) {
                Some((_, escape)) => self.0.push_str(escape),
                None => self.0.push(character),
            }
        }
    }

    /// Goes one array position further.
    pub fn push_index(&mut self, index: usize) {
        self.0.push('[');
        self.push_digits(index);
    }

    fn push_digits(&mut self, number: usize) {
        if number >= 10 {
            self.push_digits(number / 10);
        }
        self.0.extend(char::from_digit((number % 10) as u32, 10));
    }

    /// The place at the end of some steps from the root.
    pub fn from_segments(segments: &[Segment]) -> Self {
        let mut pointer = Self::root();
        for segment in segments {
            match segment {
                Segment::Key(key) => pointer.push_key(key),
                Segment::Index(index) => pointer.push_index(*index),
            }
        }
        pointer
    }

    /// The place that a JSON pointer of RFC 6901 names. What is a key in it and what a position, the value says.
    pub fn of_json_pointer(text: &str, value: &Value) -> Self {
        let mut value = Some(value);
        let mut pointer = Self::root();
        for token in text.split('/').skip(1) {
            let key = unescaped(token);
            match (value, key.parse()) {
                (Some(Value::Array(_)), Ok(index)) => pointer.push_index(index),
                (_, _) => pointer.push_key(&key),
            };
            value = value.and_then(|value| match value {
                Value::Array(items) => key.parse().ok().and_then(|index: usize| items.get(index)),
                _ => value.get(&key),
            });
        }
        pointer
    }

    /// The steps from the root.
    pub fn segments(&self) -> Vec<Segment> {
        let mut segments = Vec::new();
        let mut rest = self.0.as_str();
        while let Some(first) = rest.chars().next() {
            let step = rest.get(1..).unwrap_or_default();
            let end = step.find(['/', '[']).unwrap_or(step.len());
            let (step, further) = step.split_at(end);
            segments.push(match step.parse() {
                Ok(index) if first == '[' => Segment::Index(index),
                Ok(_) | Err(_) => Segment::Key(plain(step)),
            });
            rest = further;
        }
        segments
    }

    /// Whether a place is this one, or stands in it.
    pub fn holds(&self, place: &Self) -> bool {
        place.0.strip_prefix(&self.0).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '[']))
    }

    /// Whether one of two places holds the other.
    pub fn touches(&self, place: &Self) -> bool {
        self.holds(place) || place.holds(self)
    }

    /// The JSON pointer of RFC 6901: `""` for the root, `/tags/2` below.
    pub fn to_json_pointer(&self) -> String {
        self.0.replace('[', "/").replace("~2", "[")
    }
}

/// The JSON pointer of a member of what stands at a place.
pub(super) fn below(place: &str, name: &str) -> String {
    format!("{place}/{}", escaped(name))
}

/// A key as a step of a JSON pointer.
pub(super) fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// A step of a JSON pointer as it was before it was escaped.
pub(super) fn unescaped(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}

/// A key as it was before it was escaped.
fn plain(step: &str) -> String {
    ESCAPED.iter().rev().fold(step.to_owned(), |step, (character, escape)| {
        step.replace(escape, character.encode_utf8(&mut [0; 4]))
    })
}

/// The dotted path, `resources.tags[2]["a.b"]`, and nothing at all for the root.
impl fmt::Display for Pointer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, segment) in self.segments().iter().enumerate() {
            match segment {
                Segment::Key(key) => write_key(out, key, position == 0)?,
                Segment::Index(index) => write!(out, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// A key as a step of a dotted path.
pub(super) fn write_key(out: &mut fmt::Formatter<'_>, key: &str, is_first: bool) -> fmt::Result {
    if !is_identifier(key) {
        write!(out, "[{}]", serde_json::Value::from(key))
    } else if is_first {
        out.write_str(key)
    } else {
        write!(out, ".{key}")
    }
}

fn is_identifier(key: &str) -> bool {
    let mut bytes = key.bytes();
    let starts = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$';
    bytes.next().is_some_and(|first| starts(first) || !first.is_ascii())
        && bytes.all(|byte| starts(byte) || byte.is_ascii_digit() || !byte.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pointer: Pointer, dotted: &str, json_pointer: &str) {
        assert_eq!(pointer.to_string(), dotted);
        assert_eq!(pointer.to_json_pointer(), json_pointer);
        assert_eq!(Pointer::from_segments(&pointer.segments()), pointer);
    }

    #[test]
    fn both_notations() {
        let root = Pointer::root;
        check(root(), "", "");
        check(root().key("city"), "city", "/city");
        check(root().key("tags").index(2), "tags[2]", "/tags/2");
        check(root().index(0).key("a"), "[0].a", "/0/a");
        check(root().key("a.b").key("c"), "[\"a.b\"].c", "/a.b/c");
        check(root().key("x").key("unit-price"), "x[\"unit-price\"]", "/x/unit-price");
        check(root().key("a/b~c"), "[\"a/b~c\"]", "/a~1b~0c");
        check(root().key("~2[~").index(1), "[\"~2[~\"][1]", "/~02[~0/1");
        check(root().key("0").index(0), "[\"0\"][0]", "/0/0");
        check(root().key("größe"), "größe", "/größe");
        check(root().key(""), "[\"\"]", "/");
        check(root().key("2nd"), "[\"2nd\"]", "/2nd");
    }

    #[test]
    fn a_place_holds_itself_and_what_stands_in_it() {
        let place = |name: &str| Pointer::root().key("a").key(name);
        for (outer, inner, expected) in [
            (Pointer::root(), Pointer::root(), true),
            (Pointer::root(), place("b"), true),
            (place("b"), Pointer::root(), false),
            (place("b"), place("b"), true),
            (place("b"), place("b").index(0).key("c"), true),
            (place("b"), place("bc"), false),
            (place("b"), place("b/c"), false),
            (place("b").index(1), place("b").index(12), false),
            (place("b").index(1), place("b").key("1"), false),
        ] {
            assert_eq!(outer.holds(&inner), expected, "{outer} {inner}");
            assert_eq!(inner.touches(&outer), expected || inner.holds(&outer), "{outer} {inner}");
        }
    }
}
