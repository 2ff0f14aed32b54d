//! Counts in words.

use super::thousands::with_thousands;

/// `no errors`, `1 error`, `2,000 errors`.
pub fn counted(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{} {noun}s", with_thousands(count as u64)),
    }
}

/// The same with a capital at its beginning.
pub fn capital(words: &str) -> String {
    let mut characters = words.chars();
    characters
        .next()
        .map_or_else(String::new, |first| format!("{}{}", first.to_uppercase(), characters.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        for (count, expected) in [(0, "no errors"), (1, "1 error"), (2, "2 errors"), (1_000, "1,000 errors")]
        {
            assert_eq!(counted(count, "error"), expected);
        }
    }
}
