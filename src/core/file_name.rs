//! What files are called.

/// The words of a text in letters that every system takes, joined by hyphens; empty where it has none.
pub fn stem(text: &str) -> String {
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_such_as_every_system_takes() {
        for (text, expected) in
            [("Weather report", "weather-report"), (" ../Łódź: A*b ", "d-a-b"), ("天気", ""), ("", "")]
        {
            assert_eq!(stem(text), expected, "{text}");
        }
    }
}
