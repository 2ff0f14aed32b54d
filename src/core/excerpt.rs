//! The beginning of a text that is too long to be shown whole, and in words how much that is.

use super::thousands::with_thousands;

/// The most characters of one text that are shown.
pub const MOST_CHARACTERS: usize = 4_000;

/// As much of a text as is shown.
pub fn beginning(text: &str) -> &str {
    let end = text.char_indices().nth(MOST_CHARACTERS).map_or(text.len(), |(end, _)| end);
    text.get(..end).unwrap_or(text)
}

/// `4,000 characters of 1.2 MB are shown.`
pub fn shown_of(characters: usize, bytes: usize) -> String {
    format!("{} characters of {} are shown.", with_thousands(characters as u64), size(bytes))
}

/// What is said of a text of which only the beginning is shown; nothing where that is all of it.
pub fn remark(text: &str) -> String {
    if beginning(text).len() == text.len() { String::new() } else { shown_of(MOST_CHARACTERS, text.len()) }
}

/// `420 bytes`, `12.3 kB`, `1.2 MB`.
pub fn size(bytes: usize) -> String {
    let (unit, name) = match bytes {
        0..1_000 => return format!("{bytes} bytes"),
        1_000..1_000_000 => (1_000, "kB"),
        1_000_000.. => (1_000_000, "MB"),
    };
    format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (bytes, expected) in [
            (0, "0 bytes"),
            (999, "999 bytes"),
            (1_000, "1.0 kB"),
            (12_345, "12.3 kB"),
            (999_999, "999.9 kB"),
            (1_250_000, "1.2 MB"),
            (5_000_000_000, "5000.0 MB"),
        ] {
            assert_eq!(size(bytes), expected);
        }
    }

    #[test]
    fn only_the_beginning_of_a_long_text_is_shown() {
        for (text, shown, said) in [
            (String::new(), 0, ""),
            ("ä".repeat(4_000), 4_000, ""),
            ("ä".repeat(4_001), 4_000, "4,000 characters of 8.0 kB are shown."),
        ] {
            assert_eq!((beginning(&text).chars().count(), remark(&text).as_str()), (shown, said));
        }
    }
}
