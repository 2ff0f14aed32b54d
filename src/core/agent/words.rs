//! Counts in words.

/// `no errors`, `1 error`, `2,000 errors`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{} {noun}s", with_thousands(count as u64)),
    }
}

/// `1,234,567`
pub(super) fn with_thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
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

    #[test]
    fn thousands() {
        for (number, expected) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(with_thousands(number), expected);
        }
    }
}
