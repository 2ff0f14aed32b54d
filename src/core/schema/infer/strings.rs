//! The strings at one place of the examples: the formats they share, and whether they are a few that
//! repeat. Knows no other values.

use crate::core::format::Format;

/// The formats that say something of a text, the stricter before the looser. The others accept nearly
/// any word, so that a text which fits says nothing.
const FORMATS: [Format; 9] = [
    Format::DateTime,
    Format::Date,
    Format::Time,
    Format::Duration,
    Format::Uuid,
    Format::Ipv4,
    Format::Ipv6,
    Format::Email,
    Format::Uri,
];

/// The most strings that are taken for a choice: more are likelier to be names than the words of a list.
const MOST_CHOICES: usize = 5;

/// The fewest: a string that never changes may well be another the next time.
const FEWEST_CHOICES: usize = 2;

/// How often a string of a choice is seen on average, at least: strings that may be anything seldom repeat.
const FEWEST_REPEATS: usize = 2;

/// The most characters of a choice: longer ones are prose.
const MOST_CHARACTERS: usize = 32;

/// What was seen of the strings at one place.
#[derive(Debug)]
pub(super) struct Strings {
    seen: usize,
    /// Whether all are of the format at this position.
    formats: [bool; FORMATS.len()],
    /// The different ones, in the order of the examples; none if they cannot be a choice.
    choices: Option<Vec<String>>,
    /// The example of the first.
    example: Option<usize>,
    are_from_several: bool,
}

impl Default for Strings {
    /// No strings: whatever can be said of strings is true of them.
    fn default() -> Self {
        Self {
            seen: 0,
            formats: [true; FORMATS.len()],
            choices: Some(Vec::new()),
            example: None,
            are_from_several: false,
        }
    }
}

impl Strings {
    /// One string, and the number of the example it is from.
    pub(super) fn of(text: &str, example: usize) -> Self {
        Self {
            seen: 1,
            formats: FORMATS.map(|format| shows(format, text)),
            choices: is_label(text).then(|| vec![text.to_owned()]),
            example: Some(example),
            are_from_several: false,
        }
    }

    /// Adds others, which were seen later.
    pub(super) fn absorb(&mut self, others: Self) {
        self.seen += others.seen;
        for (all, are_all) in self.formats.iter_mut().zip(others.formats) {
            *all &= are_all;
        }
        self.choices = match (self.choices.take(), others.choices) {
            (Some(choices), Some(others)) => together(choices, others),
            (Some(_) | None, Some(_) | None) => None,
        };
        self.are_from_several |= others.are_from_several
            || matches!((self.example, others.example), (Some(one), Some(other)) if one != other);
        self.example = self.example.or(others.example);
    }

    /// The format that all of them are of.
    pub(super) fn format(&self) -> Option<Format> {
        let mut formats = FORMATS.into_iter().zip(self.formats);
        formats.find(|(_, are_all)| self.seen > 0 && *are_all).map(|(format, _)| format)
    }

    /// The strings themselves, where they are a choice: 2 to 5 short words, seen twice each on average,
    /// and not in one example alone, whose parts tend to be alike.
    pub(super) fn choices(self) -> Option<Vec<String>> {
        self.choices.filter(|choices| {
            self.are_from_several
                && choices.len() >= FEWEST_CHOICES
                && self.seen >= choices.len() * FEWEST_REPEATS
        })
    }
}

/// Whether a text is of a format, and not by chance.
fn shows(format: Format, text: &str) -> bool {
    // Every word with a colon in it, such as a tag, begins with what may be a scheme.
    (format != Format::Uri || text.contains("://")) && format.accepts(text)
}

/// Whether a text may be one of a choice: it is short, and begins with a letter, which codes and amounts
/// in strings do not.
fn is_label(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().nth(MOST_CHARACTERS).is_none()
}

/// Both lists without repeats; none if that is too long.
fn together(mut choices: Vec<String>, others: Vec<String>) -> Option<Vec<String>> {
    for other in others {
        if !choices.contains(&other) {
            choices.push(other);
        }
    }
    (choices.len() <= MOST_CHOICES).then_some(choices)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found in strings, each in an example of its own.
    #[track_caller]
    fn check(texts: &[&str], expected: (Option<&str>, Option<&[&str]>)) {
        let mut strings = Strings::default();
        for (example, text) in texts.iter().enumerate() {
            strings.absorb(Strings::of(text, example));
        }
        let (format, choices) = expected;
        assert_eq!(strings.format().map(Format::name), format, "{texts:?}");
        let choices = choices.map(|choices| choices.iter().map(ToString::to_string).collect());
        assert_eq!(strings.choices(), choices, "{texts:?}");
    }

    #[test]
    fn formats_that_all_are_of() {
        for (texts, format) in [
            (["2024-05-01T12:30:00Z", "2024-05-01T12:30:00+02:00"], Some("date-time")),
            (["2024-05-01", "1999-12-31"], Some("date")),
            (["12:30:00Z", "00:00:00Z"], Some("time")),
            (["P3D", "PT1H30M"], Some("duration")),
            (["123e4567-e89b-42d3-a456-426614174000"; 2], Some("uuid")),
            (["192.0.2.1", "10.0.0.1"], Some("ipv4")),
            (["2001:db8::1", "::1"], Some("ipv6")),
            (["ada@example.com", "b@example.org"], Some("email")),
            (["https://example.com/a?b", "ftp://example.org"], Some("uri")),
            (["2024-05-01", "2024-05-01T12:30:00Z"], None),
            (["2024-05-01", ""], None),
            (["env:prod", "env:test"], None),
            (["/items/0", "example.com"], None),
        ] {
            check(&texts, (format, None));
        }
        check(&[], (None, None));
    }

    #[test]
    fn choices_are_few_short_words_that_repeat() {
        check(&["open", "closed", "open", "open"], (None, Some(&["open", "closed"])));
        check(&["open", "closed", "open"], (None, None));
        check(&["open"; 4], (None, None));
        check(&["a", "b", "c", "d", "e", "a", "b", "c", "d", "e"], (None, Some(&["a", "b", "c", "d", "e"])));
        check(&["a", "b", "c", "d", "e", "f", "a", "b", "c", "d", "e", "f"], (None, None));
        check(&["0150", "0250", "0150", "0250"], (None, None));
        check(&["", "a", "", "a"], (None, None));
        let (short, long) = ("é".repeat(32), "é".repeat(33));
        check(&[&short, "a", &short, "a"], (None, Some(&[&short, "a"])));
        check(&[&long, "a", &long, "a"], (None, None));
    }

    #[test]
    fn one_example_makes_no_choice() {
        let mut strings = Strings::default();
        for text in ["open", "closed", "open", "closed"] {
            strings.absorb(Strings::of(text, 7));
        }
        assert_eq!(strings.choices(), None);
    }
}
