//! JSON as it is written: every scalar keeps its text, every part its place. Reads what is not finished, too,
//! since somebody is typing it; whether a text is JSON is for others to say.

use serde_json::Value;
use std::ops::Range;

/// How deep arrays and objects may stand in each other: what is deeper is left out.
const MOST_DEPTH: usize = 128;

/// A value, and where it stands in its text, in bytes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Written {
    pub(super) span: Range<usize>,
    pub(super) what: What,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    Object(Vec<Member>),
    Array(Vec<Written>),
    /// A string, number, literal, or whatever word stands in the place of one, as it is written.
    Scalar(String),
    /// There is none where one belongs.
    Missing,
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Member {
    /// The key, as it is written.
    pub(super) key: String,
    pub(super) key_span: Range<usize>,
    pub(super) value: Written,
}

impl Written {
    /// Reads a text as far as it goes.
    pub(super) fn read(text: &str) -> Self {
        Reader { text, position: 0 }.value(0)
    }

    fn of(what: What) -> Self {
        Self { span: 0..0, what }
    }

    /// A value that is no part of a text yet.
    pub(super) fn of_value(value: &Value) -> Self {
        Self::read(&value.to_string())
    }

    /// A string.
    pub(super) fn text(text: &str) -> Self {
        Self::scalar(Value::from(text).to_string())
    }

    /// A scalar, as it is written.
    pub(super) fn scalar(written: impl Into<String>) -> Self {
        Self::of(What::Scalar(written.into()))
    }

    /// An array.
    pub(super) fn array(items: Vec<Self>) -> Self {
        Self::of(What::Array(items))
    }

    /// An object without members.
    pub(super) fn object() -> Self {
        Self::of(What::Object(Vec::new()))
    }

    /// The members of an object; none of anything else.
    pub(super) fn members(&self) -> &[Member] {
        match &self.what {
            What::Object(members) => members,
            What::Array(_) | What::Scalar(_) | What::Missing => &[],
        }
    }

    pub(super) fn members_mut(&mut self) -> Option<&mut Vec<Member>> {
        match &mut self.what {
            What::Object(members) => Some(members),
            What::Array(_) | What::Scalar(_) | What::Missing => None,
        }
    }

    /// The items of an array; none of anything else.
    pub(super) fn items(&self) -> &[Self] {
        match &self.what {
            What::Array(items) => items,
            What::Object(_) | What::Scalar(_) | What::Missing => &[],
        }
    }

    pub(super) fn items_mut(&mut self) -> Option<&mut Vec<Self>> {
        match &mut self.what {
            What::Array(items) => Some(items),
            What::Object(_) | What::Scalar(_) | What::Missing => None,
        }
    }

    pub(super) fn is_object(&self) -> bool {
        matches!(self.what, What::Object(_))
    }

    /// A scalar as a value; none of anything else.
    pub(super) fn value(&self) -> Option<Value> {
        match &self.what {
            What::Scalar(text) => serde_json::from_str(text).ok(),
            What::Object(_) | What::Array(_) | What::Missing => None,
        }
    }

    /// The text of a string.
    pub(super) fn string(&self) -> Option<String> {
        match self.value()? {
            Value::String(text) => Some(text),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => None,
        }
    }

    pub(super) fn is_true(&self) -> bool {
        self.value() == Some(Value::Bool(true))
    }

    /// The member of a name: of several, the last one counts.
    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        self.members().iter().rev().find(|member| member.name() == name).map(|member| &member.value)
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Self> {
        let members = self.members_mut()?;
        members.iter_mut().rev().find(|member| member.name() == name).map(|member| &mut member.value)
    }

    /// Puts a value in the place of a member, or behind the others.
    pub(super) fn set(&mut self, name: &str, value: Self) {
        if let Some(known) = self.get_mut(name) {
            *known = value;
        } else if let Some(members) = self.members_mut() {
            members.push(Member::new(name, value));
        }
    }

    /// The member of a name, which is made of `otherwise` where there is none.
    pub(super) fn entry(&mut self, name: &str, otherwise: Self) -> Option<&mut Self> {
        if self.get(name).is_none() {
            self.set(name, otherwise);
        }
        self.get_mut(name)
    }

    /// Takes a member out, however often it is there.
    pub(super) fn remove(&mut self, name: &str) {
        if let Some(members) = self.members_mut() {
            members.retain(|member| member.name() != name);
        }
    }

    /// What some steps lead to: the names of members, and the positions of items.
    pub(super) fn at(&self, steps: &[String]) -> Option<&Self> {
        steps.iter().try_fold(self, |value, step| match &value.what {
            What::Array(items) => items.get(step.parse::<usize>().ok()?),
            What::Object(_) | What::Scalar(_) | What::Missing => value.get(step),
        })
    }

    pub(super) fn at_mut(&mut self, steps: &[String]) -> Option<&mut Self> {
        steps.iter().try_fold(self, |value, step| match value.is_object() {
            true => value.get_mut(step),
            false => value.items_mut()?.get_mut(step.parse::<usize>().ok()?),
        })
    }

    /// The value with an indent of two spaces, everything in its order and as it was written.
    pub(super) fn formatted(&self) -> String {
        let mut text = String::new();
        self.write(0, &mut text);
        text
    }

    fn write(&self, depth: usize, text: &mut String) {
        let line = |depth: usize, text: &mut String| {
            text.push('\n');
            text.extend(std::iter::repeat_n("  ", depth));
        };
        match &self.what {
            What::Missing => {}
            What::Scalar(written) => text.push_str(written),
            What::Object(members) if members.is_empty() => text.push_str("{}"),
            What::Array(items) if items.is_empty() => text.push_str("[]"),
            What::Object(members) => {
                for (position, member) in members.iter().enumerate() {
                    text.push(if position == 0 { '{' } else { ',' });
                    line(depth + 1, text);
                    text.push_str(&member.key);
                    text.push_str(": ");
                    member.value.write(depth + 1, text);
                }
                line(depth, text);
                text.push('}');
            }
            What::Array(items) => {
                for (position, item) in items.iter().enumerate() {
                    text.push(if position == 0 { '[' } else { ',' });
                    line(depth + 1, text);
                    item.write(depth + 1, text);
                }
                line(depth, text);
                text.push(']');
            }
        }
    }
}

impl Member {
    pub(super) fn new(name: &str, value: Written) -> Self {
        Self { key: Value::from(name).to_string(), key_span: 0..0, value }
    }

    /// The key; what is no string counts as it is written.
    pub(super) fn name(&self) -> String {
        name_of(&self.key)
    }
}

/// What a key says that is written like this, closed or not.
pub(super) fn name_of(written: &str) -> String {
    let plain = || written.trim_matches('"').to_owned();
    serde_json::from_str(written).unwrap_or_else(|_| plain())
}

struct Reader<'t> {
    text: &'t str,
    position: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.position..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn pass(&mut self) {
        self.position += self.peek().map_or(0, char::len_utf8);
    }

    /// Passes white space and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let length = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + "*/".len())
            } else {
                rest.find(|character: char| !character.is_whitespace() && character != '\u{feff}')
                    .unwrap_or(rest.len())
            };
            if length == 0 {
                return;
            }
            self.position += length;
        }
    }

    fn value(&mut self, depth: usize) -> Written {
        let before = self.position;
        self.skip();
        let start = self.position;
        let what = match self.peek() {
            Some('{') if depth < MOST_DEPTH => self.object(depth),
            Some('[') if depth < MOST_DEPTH => self.array(depth),
            Some('{' | '[') => {
                self.position = self.text.len();
                What::Missing
            }
            Some(_) | None => What::Scalar(self.word()),
        };
        match what {
            What::Scalar(word) if word.is_empty() => Written { span: before..start, what: What::Missing },
            what => Written { span: start..self.position, what },
        }
    }

    /// A string or a bare word; empty where neither stands. A string ends with its line at the latest.
    fn word(&mut self) -> String {
        let rest = self.rest();
        let length = if rest.starts_with('"') {
            string_length(rest)
        } else {
            rest.find(|character: char| character.is_whitespace() || ",:]}[{\"".contains(character))
                .unwrap_or(rest.len())
        };
        let word = rest.get(..length).unwrap_or_default().to_owned();
        self.position += length;
        word
    }

    fn object(&mut self, depth: usize) -> What {
        self.pass();
        let mut members = Vec::new();
        loop {
            self.skip();
            match self.peek() {
                None | Some(']') => break,
                Some('}') => {
                    self.pass();
                    break;
                }
                Some(_) => {}
            }
            let start = self.position;
            let key = self.word();
            if key.is_empty() {
                self.pass();
                continue;
            }
            let key_span = start..self.position;
            self.skip();
            let value = if self.peek() == Some(':') {
                self.pass();
                self.value(depth + 1)
            } else {
                Written { span: self.position..self.position, what: What::Missing }
            };
            members.push(Member { key, key_span, value });
        }
        What::Object(members)
    }

    fn array(&mut self, depth: usize) -> What {
        self.pass();
        let mut items = Vec::new();
        loop {
            self.skip();
            match self.peek() {
                None | Some('}') => break,
                Some(']') => {
                    self.pass();
                    break;
                }
                Some(',' | ':') => self.pass(),
                Some(_) => items.push(self.value(depth + 1)),
            }
        }
        What::Array(items)
    }
}

/// The length of the string that a text begins with.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (position, character) in text.char_indices().skip(1) {
        match character {
            '\n' => return position,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return position + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_text_is_formatted_as_it_was_written() {
        for (text, expected) in [
            ("{}", "{}"),
            ("[ ]", "[]"),
            (" 1.50E+2 ", "1.50E+2"),
            (
                r#"{"b":[1.0,"\u0041"],"a":{},"b":null}"#,
                "{\n  \"b\": [\n    1.0,\n    \"\\u0041\"\n  ],\n  \"a\": {},\n  \"b\": null\n}",
            ),
        ] {
            assert_eq!(Written::read(text).formatted(), expected);
            assert_eq!(Written::read(expected).formatted(), expected);
        }
    }

    #[test]
    fn what_is_not_finished_is_read_as_far_as_it_goes() {
        for (text, expected) in [
            (r#"{"a": {"ty"#, r#"{"a":{"ty:}}"#),
            (r#"{"a": , "b" 1, c: "x"#, r#"{"a":,"b":,1:,c:"x}"#),
            (
                r#"{"a": [1, "b" // x
                ,], "c": tru}"#,
                r#"{"a":[1,"b"],"c":tru}"#,
            ),
            (r#"{"a": [{"b": 1], "c": 2}"#, r#"{"a":[{"b":1}],"c":2}"#),
            ("", ""),
            ("}", ""),
        ] {
            let read = Written::read(text).formatted();
            assert_eq!(read.replace(['\n', ' '], ""), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_json_means_the_same(text in r#"[\[\]{}:,"a1 \n/*\\é]{0,60}"#) {
            let formatted = Written::read(&text).formatted();
            if let Ok(value) = serde_json::from_str::<Value>(&text) {
                prop_assert_eq!(serde_json::from_str::<Value>(&formatted).ok(), Some(value));
            }
        }
    }

    #[test]
    fn the_deepest_text_is_read_without_going_too_deep() {
        let deep = "[".repeat(100_000);
        assert!(Written::read(&deep).formatted().len() < 100_000);
    }
}
