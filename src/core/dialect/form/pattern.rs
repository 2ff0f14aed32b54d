//! What kind of regular expression a pattern is, as far as servers tell them apart.

use std::iter::Peekable;
use std::str::Chars;

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

/// The highest number of repetitions in braces.
pub(super) fn highest_count(source: &str) -> u64 {
    let braces = source.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let numbers = braces.flat_map(|(inside, _)| inside.split(','));
    numbers.filter_map(|number| number.parse().ok()).max().unwrap_or_default()
}

/// A whole pattern in the few signs that a grammar of llama.cpp reads as they are meant; none if there are
/// no such signs for it. What stands for any character stands for those that JSON writes as they are.
pub(super) fn spelled_out(source: &str) -> Option<String> {
    if !is_whole(source) {
        return None;
    }
    let mut rest = source.chars().peekable();
    let mut spelled = String::new();
    while let Some(character) = rest.next() {
        match character {
            '[' => class(&mut rest, &mut spelled)?,
            '.' => spelled.push_str(NO_ESCAPES),
            '\\' => match rest.next()? {
                'd' => spelled.push_str(&format!("[{DIGITS}]")),
                'w' => spelled.push_str(&format!("[{WORDS}]")),
                sign @ ('[' | ']') => spelled.push_str(&format!("[\\{sign}]")),
                sign if is_literal(sign) => spelled.push_str(&format!("[{sign}]")),
                _ => return None,
            },
            '(' => {
                spelled.push('(');
                if rest.next_if_eq(&'?').is_some() {
                    rest.next();
                }
            }
            '*' | '+' | '?' | '}' => {
                spelled.push(character);
                // Which of several fits is taken does not matter.
                rest.next_if_eq(&'?');
            }
            '"' | '\0'..='\u{1f}' | '\u{7f}' => return None,
            _ => spelled.push(character),
        }
    }
    Some(spelled)
}

/// What `.` comes to.
const NO_ESCAPES: &str = r#"[^"\\\x7F\x00-\x1F]"#;
/// What `\d` comes to.
const DIGITS: &str = "0-9";
/// What `\w` comes to.
const WORDS: &str = "A-Za-z0-9_";

/// A class of characters, from behind its first bracket on.
fn class(rest: &mut Peekable<Chars>, spelled: &mut String) -> Option<()> {
    match rest.next_if_eq(&'^') {
        None => spelled.push('['),
        Some(_) => spelled.push_str(NO_ESCAPES.strip_suffix(']')?),
    }
    if rest.peek() == Some(&']') {
        return None;
    }
    loop {
        match rest.next()? {
            ']' => break,
            '\\' => {
                match rest.next()? {
                    'd' => spelled.push_str(DIGITS),
                    'w' => spelled.push_str(WORDS),
                    sign @ ('[' | ']') => spelled.extend(['\\', sign]),
                    '-' if rest.peek() == Some(&']') => spelled.push('-'),
                    sign if is_literal(sign) => spelled.push(sign),
                    _ => return None,
                }
                if rest.peek() == Some(&'-') {
                    return last_dash(rest, spelled);
                }
            }
            '"' | '[' | '\0'..='\u{1f}' | '\u{7f}' => return None,
            character => spelled.push(character),
        }
    }
    spelled.push(']');
    Some(())
}

/// A dash that stands for itself, since nothing comes behind it.
fn last_dash(rest: &mut Peekable<Chars>, spelled: &mut String) -> Option<()> {
    rest.next();
    spelled.push_str("-]");
    rest.next_if_eq(&']').map(drop)
}

/// Whether an escaped character stands for itself, and may do so in a class.
fn is_literal(character: char) -> bool {
    character.is_ascii_punctuation() && !matches!(character, '"' | '\\' | '^' | '-' | '[' | ']')
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

    #[test]
    fn patterns_are_spelled_out_for_grammars() {
        for (source, expected) in [
            ("^a+$", Some("^a+$")),
            (r"^A-\d{4}$", Some("^A-[0-9]{4}$")),
            (r"^\w+@\w+\.com$", Some("^[A-Za-z0-9_]+@[A-Za-z0-9_]+[.]com$")),
            (r"^[\w.-]+$", Some("^[A-Za-z0-9_.-]+$")),
            (r"^[\d-]+$", Some("^[0-9-]+$")),
            (r"^[\w\-]+$", Some("^[A-Za-z0-9_-]+$")),
            (r"^(?:a|b)*?$", Some("^(a|b)*$")),
            (r"^\+?\/\[x\]$", Some(r"^[+]?[/][\[]x[\]]$")),
            ("^.{1,9}$", Some(r#"^[^"\\\x7F\x00-\x1F]{1,9}$"#)),
            ("^[^|$]$", Some(r#"^[^"\\\x7F\x00-\x1F|$]$"#)),
            // What a grammar cannot say, or says as something else.
            ("a", None),
            (r"^\s$", None),
            (r"^\D$", None),
            (r"^\n$", None),
            (r#"^"$"#, None),
            (r"^\\$", None),
            (r"^\^$", None),
            (r"^[\d-x]$", None),
            (r"^[a\-z]$", None),
            (r"^[\s]$", None),
            (r"^[]$", None),
            (r"^[^]$", None),
            (r"^(?=a)a$", None),
        ] {
            assert_eq!(spelled_out(source).as_deref(), expected, "{source}");
        }
    }

    #[test]
    fn repetitions_are_counted() {
        for (source, expected) in [("^a$", 0), ("a{3}", 3), ("a{2,}b{1,70}", 70), ("{x}{9", 0), (r"\{4}", 4)]
        {
            assert_eq!(highest_count(source), expected, "{source}");
        }
    }
}
