//! Strict JSON, read as it arrives: what begins, what ends, and which scalars stand between.
//! Knows nothing of schemas.

use serde_json::Value;

/// What happens in a JSON text, in its order.
#[derive(Debug, PartialEq)]
pub(super) enum Event {
    /// `{`
    ObjectBegins,
    /// `[`
    ArrayBegins,
    /// The key of the next member.
    Key(String),
    /// A whole string, number or literal.
    Scalar(Value),
    /// `}` or `]`
    Ends,
}

/// Reads one JSON value from a text that arrives in pieces.
#[derive(Debug, Default)]
pub(super) struct Reader {
    state: State,
    /// For each object or array that is open, whether it is an object.
    open: Vec<bool>,
    /// The string, or the number or literal, that is being read.
    scalar: String,
    /// An escape of that string that is not complete.
    escape: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Value,
    ValueOrEnd,
    KeyOrEnd,
    Key,
    Colon,
    CommaOrEnd,
    KeyText,
    Text,
    /// A number, or one of the literals.
    Word,
    Over,
    Lost,
}

/// The most objects and arrays within each other, as in `serde_json`.
const DEPTH_LIMIT: usize = 127;

impl Reader {
    /// Reads on, and adds what happens.
    pub(super) fn read(&mut self, text: &str, events: &mut Vec<Event>) {
        for character in text.chars() {
            if self.state == State::Word && !is_of_word(character) {
                self.end_word(events);
            }
            self.state = self.step(character, events).unwrap_or(State::Lost);
            if matches!(self.state, State::Over | State::Lost) {
                return;
            }
        }
    }

    /// Whether the value is complete, or what was read is not strict JSON.
    pub(super) fn is_done(&self) -> bool {
        matches!(self.state, State::Over | State::Lost)
    }

    /// As much of a string as there is, where one is being read that is no key.
    pub(super) fn open_text(&self) -> Option<&str> {
        (self.state == State::Text).then_some(&self.scalar)
    }

    /// What is to follow a character; nothing where it cannot stand there.
    fn step(&mut self, character: char, events: &mut Vec<Event>) -> Option<State> {
        use State::{Colon, CommaOrEnd, Key, KeyOrEnd, KeyText, Lost, Over, Text, Value, ValueOrEnd, Word};
        match (self.state, character) {
            (KeyText | Text, _) => self.step_in_text(character, events),
            (Word, _) => {
                self.scalar.push(character);
                Some(Word)
            }
            (Value | ValueOrEnd | KeyOrEnd | Key | Colon | CommaOrEnd, ' ' | '\t' | '\n' | '\r') => {
                Some(self.state)
            }
            (Value | ValueOrEnd, '{') => self.begin(Event::ObjectBegins, KeyOrEnd, events),
            (Value | ValueOrEnd, '[') => self.begin(Event::ArrayBegins, ValueOrEnd, events),
            (Value | ValueOrEnd, '"') => Some(Text),
            (ValueOrEnd, ']') | (KeyOrEnd, '}') => self.end(character, events),
            (Value | ValueOrEnd, _) if is_of_word(character) => {
                self.scalar.push(character);
                Some(Word)
            }
            (KeyOrEnd | Key, '"') => Some(KeyText),
            (Colon, ':') => Some(Value),
            (CommaOrEnd, ',') => Some(if self.open.last() == Some(&true) { Key } else { Value }),
            (CommaOrEnd, '}' | ']') => self.end(character, events),
            (Value | ValueOrEnd | KeyOrEnd | Key | Colon | CommaOrEnd | Over | Lost, _) => None,
        }
    }

    fn step_in_text(&mut self, character: char, events: &mut Vec<Event>) -> Option<State> {
        if !self.escape.is_empty() {
            self.escape.push(character);
            return self.unescape();
        }
        match character {
            '\\' => self.escape.push(character),
            '"' => {
                let text = std::mem::take(&mut self.scalar);
                if self.state == State::KeyText {
                    events.push(Event::Key(text));
                    return Some(State::Colon);
                }
                events.push(Event::Scalar(Value::from(text)));
                return Some(self.after_value());
            }
            '\0'..' ' => return None,
            _ => self.scalar.push(character),
        }
        Some(self.state)
    }

    /// Takes an escape into the text as soon as it is complete.
    fn unescape(&mut self) -> Option<State> {
        let escape = self.escape.as_str();
        let is_complete = match (escape.get(1..2), escape.len()) {
            (Some("u"), length @ 0..6) => length == 6,
            // The first half of a pair needs its second half.
            (Some("u"), length @ 6..12) if is_high_surrogate(escape) => {
                if !r"\u".starts_with(escape.get(6..length.min(8))?) {
                    return None;
                }
                false
            }
            _ => true,
        };
        if is_complete {
            let text: String = serde_json::from_str(&format!("\"{escape}\"")).ok()?;
            self.scalar.push_str(&text);
            self.escape.clear();
        }
        Some(self.state)
    }

    fn begin(&mut self, event: Event, next: State, events: &mut Vec<Event>) -> Option<State> {
        self.open.push(event == Event::ObjectBegins);
        events.push(event);
        (self.open.len() <= DEPTH_LIMIT).then_some(next)
    }

    fn end(&mut self, bracket: char, events: &mut Vec<Event>) -> Option<State> {
        let is_object = self.open.pop()?;
        events.push(Event::Ends);
        (is_object == (bracket == '}')).then(|| self.after_value())
    }

    fn end_word(&mut self, events: &mut Vec<Event>) {
        self.state = match serde_json::from_str(&self.scalar) {
            Ok(value) => {
                events.push(Event::Scalar(value));
                self.after_value()
            }
            Err(_) => State::Lost,
        };
        self.scalar.clear();
    }

    fn after_value(&self) -> State {
        if self.open.is_empty() { State::Over } else { State::CommaOrEnd }
    }
}

fn is_of_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '+' | '.')
}

fn is_high_surrogate(escape: &str) -> bool {
    let digits = escape.get(2..6).and_then(|digits| u16::from_str_radix(digits, 16).ok());
    digits.is_some_and(|unit| (0xd800..0xdc00).contains(&unit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(pieces: &[&str]) -> (Vec<Event>, Reader) {
        let (mut reader, mut events) = (Reader::default(), Vec::new());
        pieces.iter().for_each(|piece| reader.read(piece, &mut events));
        (events, reader)
    }

    #[test]
    fn a_text_is_the_same_events_however_it_is_cut() {
        let text = r#" {"a\"\u00e9": [1, -2.5e3, true, null, "x\ud83d\ude00\n"], "b": {}, "c": []} "#;
        let key = |key: &str| Event::Key(key.to_owned());
        let scalar = |value| Event::Scalar(value);
        let whole = || {
            let mut events = vec![Event::ObjectBegins, key("a\"é"), Event::ArrayBegins];
            events.extend([json!(1), json!(-2500.0), json!(true), json!(null), json!("x😀\n")].map(scalar));
            events.extend([Event::Ends, key("b"), Event::ObjectBegins, Event::Ends]);
            events.extend([key("c"), Event::ArrayBegins, Event::Ends, Event::Ends]);
            events
        };
        for place in 0..=text.len() {
            let (before, after) = text.split_at(place);
            let (events, reader) = read(&[before, after]);
            assert_eq!(events, whole(), "{before}|{after}");
            assert!(reader.is_done());
        }
    }

    #[test]
    fn what_is_no_strict_json_ends_the_reading() {
        for text in [
            "x ",
            "{a",
            "{\"a\" 1",
            "[1 2",
            "[,",
            "[1,]",
            "{,",
            "{\"a\":1,}",
            "[}",
            "{]",
            "[1}",
            "[01,",
            "[\"\n",
            "[\"\\x",
            "[\"\\ud800\"",
            "[nul,",
            "[--1 ",
        ] {
            let (_, reader) = read(&[text]);
            assert!(reader.is_done(), "{text}");
        }
        let (_, reader) = read(&[&"[".repeat(DEPTH_LIMIT)]);
        assert!(!reader.is_done());
        let (_, reader) = read(&[&"[".repeat(DEPTH_LIMIT + 1)]);
        assert!(reader.is_done());
    }

    #[test]
    fn a_string_is_known_as_far_as_it_goes_and_a_key_is_none() {
        for (text, expected) in [
            ("[\"", Some("")),
            ("[\"ab\\", Some("ab")),
            ("[\"ab\\u00e", Some("ab")),
            ("[\"ab\\ud83d", Some("ab")),
            ("[\"ab\\ud83d\\ude00", Some("ab😀")),
            ("[\"ab\"", None),
            ("{\"ab", None),
            ("[12", None),
        ] {
            assert_eq!(read(&[text]).1.open_text(), expected, "{text}");
        }
    }
}
