//! Which patterns of ECMA-262 Python's `re` reads, and reads alike but for what `\d`, `\w` and `$` mean beyond ASCII.

/// Whether Python reads a pattern. In doubt it does not: what it does not read would end the program.
pub(super) fn reads(pattern: &str) -> bool {
    let mut characters = pattern.chars().peekable();
    let mut before = [' '; 2];
    while let Some(character) = characters.next() {
        let next = characters.peek().copied().unwrap_or(' ');
        let is_foreign = match character {
            // A property, a code point in braces or half of one, a control character, a name.
            '\\' => match characters.next() {
                Some('p' | 'P' | 'c' | 'k') => true,
                Some('u') => matches!(characters.peek(), Some('{' | 'd' | 'D')),
                Some(_) | None => false,
            },
            // Named groups are written otherwise, and what is looked behind for must have one length.
            '<' => before == ['(', '?'],
            // An empty class, or one of everything.
            '[' => next == ']' || next == '^' && characters.clone().nth(1) == Some(']'),
            _ => false,
        };
        if is_foreign {
            return false;
        }
        before = [before[1], character];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_python_cannot_read_is_known() {
        for (pattern, expected) in [
            (r"^A-\d{4}$", true),
            (r"^[\w.+-]+@[^@]+$", true),
            (r"(?:a|b)(?=c)(?!d)\/\u00e9", true),
            (r"\\p{L}", true),
            (r"[a\]]<", true),
            (r"^\p{L}+$", false),
            (r"\P{L}", false),
            (r"\u{1F600}", false),
            (r"\uD83D\uDE00", false),
            (r"\cJ", false),
            (r"(?<year>\d+)\k<year>", false),
            (r"(?<=a+)b", false),
            (r"[]", false),
            (r"[^]", false),
        ] {
            assert_eq!(reads(pattern), expected, "{pattern}");
        }
    }
}
