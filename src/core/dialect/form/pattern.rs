//! What kind of regular expression a pattern is, as far as servers tell them apart.

/// Whether a pattern has nothing that only full engines know: lookaround, names, references, properties.
pub(super) fn is_plain(source: &str) -> bool {
    let mut rest = source.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '\\' => {
                if matches!(rest.next(), Some('1'..='9' | 'k' | 'p' | 'P' | 'b' | 'B' | 'c')) {
                    return false;
                }
            }
            '(' if rest.peek() == Some(&'?') => {
                rest.next();
                if rest.next() != Some(':') {
                    return false;
                }
            }
            _ => {}
        }
    }
    true
}

/// Whether a plain pattern says what the whole string is: `^…$` with no other end in it.
pub(super) fn is_whole(source: &str) -> bool {
    let Some(inner) = source.strip_prefix('^').and_then(|rest| rest.strip_suffix('$')) else { return false };
    let (mut depth, mut in_class, mut is_escaped) = (0_usize, false, false);
    for character in inner.chars() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            ']' => in_class = false,
            _ if in_class => {}
            '[' => in_class = true,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => return false,
            '^' | '$' => return false,
            _ => {}
        }
    }
    !is_escaped && is_plain(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_told_apart() {
        for (source, plain, whole) in [
            ("^a+$", true, true),
            ("^(a|b)$", true, true),
            ("^[^|$]$", true, true),
            (r"^A-\d{4}$", true, true),
            ("^(?:a|b)*$", true, true),
            ("", true, false),
            ("a", true, false),
            ("^a", true, false),
            ("^a|b$", true, false),
            ("^a$|^b$", true, false),
            (r"^a\$", true, false),
            ("^(?=a)a$", false, false),
            ("^(?<n>a)$", false, false),
            (r"^(a)\1$", false, false),
            (r"^\p{L}$", false, false),
            (r"\ba", false, false),
        ] {
            assert_eq!((is_plain(source), is_whole(source)), (plain, whole), "{source}");
        }
    }
}
