//! Counts in words.

/// `1 error`, `2 errors`.
pub(super) fn errors(count: usize) -> String {
    if count == 1 { "1 error".to_owned() } else { format!("{count} errors") }
}

/// `1 warning`, `2 warnings`.
pub(super) fn warnings(count: usize) -> String {
    if count == 1 { "1 warning".to_owned() } else { format!("{count} warnings") }
}

/// `no repairs`, `1 repair`, `2 repairs`.
pub(super) fn repairs(count: usize) -> String {
    match count {
        0 => "no repairs".to_owned(),
        1 => "1 repair".to_owned(),
        _ => format!("{} repairs", with_thousands(count as u64)),
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
    fn thousands() {
        for (number, expected) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(with_thousands(number), expected);
        }
    }
}
