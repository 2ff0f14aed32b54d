//! Where in a JSON value something stands, written two ways: dotted for people and models,
//! RFC 6901 for machines.

use std::fmt;

/// A path from the root of a JSON value to one place in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pointer(Vec<Segment>);

/// One step of a [`Pointer`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// Into an object, by key.
    Key(String),
    /// Into an array, by position from 0.
    Index(usize),
}

impl Pointer {
    /// The whole value.
    pub fn root() -> Self {
        Self::default()
    }

    /// The place one key below.
    pub fn key(&self, key: &str) -> Self {
        self.child(Segment::Key(key.to_owned()))
    }

    /// The place one array position below.
    pub fn index(&self, index: usize) -> Self {
        self.child(Segment::Index(index))
    }

    /// The place at the end of some steps from the root.
    pub fn from_segments(segments: Vec<Segment>) -> Self {
        Self(segments)
    }

    fn child(&self, segment: Segment) -> Self {
        let mut segments = self.0.clone();
        segments.push(segment);
        Self(segments)
    }

    /// The steps from the root.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// The JSON pointer of RFC 6901: `""` for the root, `/tags/2` below.
    pub fn to_json_pointer(&self) -> String {
        let mut text = String::new();
        for segment in &self.0 {
            text.push('/');
            match segment {
                Segment::Key(key) => text.push_str(&key.replace('~', "~0").replace('/', "~1")),
                Segment::Index(index) => text.push_str(&index.to_string()),
            }
        }
        text
    }
}

/// The dotted path, `resources.tags[2]["a.b"]`, and nothing at all for the root.
impl fmt::Display for Pointer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Key(key) if !is_identifier(key) => {
                    write!(out, "[{}]", serde_json::Value::from(key.as_str()))?;
                }
                Segment::Key(key) if position == 0 => out.write_str(key)?,
                Segment::Key(key) => write!(out, ".{key}")?,
                Segment::Index(index) => write!(out, "[{index}]")?,
            }
        }
        Ok(())
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
        check(root().key("größe"), "größe", "/größe");
        check(root().key(""), "[\"\"]", "/");
        check(root().key("2nd"), "[\"2nd\"]", "/2nd");
    }
}
