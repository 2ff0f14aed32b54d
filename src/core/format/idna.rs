//! What a label of a host name may hold beyond ASCII: the code points of RFC 5892, its contextual rules,
//! and the order of right-to-left labels in RFC 5893.
//!
//! Left out, because it needs large tables: the check for Normalization Form C; the joiners of scripts
//! other than Arabic where no virama precedes them; and, beyond the Basic Multilingual Plane, all but letters.

use super::code_points::{Script, is_letter_or_digit, is_mark, is_virama, joins_next, joins_previous};

/// Whether a text is a U-label, its length apart.
pub fn is_label(text: &str) -> bool {
    let characters: Vec<char> = text.chars().collect();
    let begins_well = characters.first().is_some_and(|first| *first != '-' && !is_mark(*first));
    begins_well
        && !text.ends_with('-')
        && !matches!(characters.as_slice(), [_, _, '-', '-', ..])
        && characters.iter().enumerate().all(|(position, character)| {
            let (before, after) = characters.split_at(position);
            is_allowed(before, *character, after.get(1..).unwrap_or_default())
        })
}

/// Whether a character may stand between those before and after it.
fn is_allowed(before: &[char], character: char, after: &[char]) -> bool {
    let is_before = |script: Script| before.last().is_some_and(|last| script.has(*last));
    match character {
        '-' | 'a'..='z' | '0'..='9' => true,
        '\0'..='\x7F' => false,
        // The Catalan middle dot stands between two l.
        '\u{B7}' => before.last() == Some(&'l') && after.first() == Some(&'l'),
        // The Greek lower numeral sign.
        '\u{375}' => after.first().is_some_and(|next| Script::Greek.has(*next)),
        // The Hebrew geresh and gershayim.
        '\u{5F3}' | '\u{5F4}' => is_before(Script::Hebrew),
        // The Katakana middle dot.
        '\u{30FB}' => before.iter().chain(after).any(|other| Script::Japanese.has(*other)),
        // Arabic-Indic digits do not mix with the extended ones.
        '\u{660}'..='\u{669}' => !before.iter().chain(after).any(|other| is_extended_digit(*other)),
        '\u{6F0}'..='\u{6F9}' => !before.iter().chain(after).any(|other| is_arabic_digit(*other)),
        // The zero width joiner and non-joiner.
        '\u{200D}' => before.last().is_some_and(|last| is_virama(*last)),
        '\u{200C}' => {
            let beyond_marks = |other: &&char| !is_mark(**other);
            before.last().is_some_and(|last| is_virama(*last))
                || before.iter().rev().find(beyond_marks).is_some_and(|letter| joins_next(*letter))
                    && after.iter().find(beyond_marks).is_some_and(|letter| joins_previous(*letter))
        }
        other => is_mark(other) || is_letter_or_digit(other),
    }
}

fn is_arabic_digit(character: char) -> bool {
    matches!(character, '\u{660}'..='\u{669}')
}

fn is_extended_digit(character: char) -> bool {
    matches!(character, '\u{6F0}'..='\u{6F9}')
}

/// What a character counts as where text runs in two directions: classes of the Bidi algorithm.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// L.
    LeftToRight,
    /// R and AL.
    RightToLeft,
    /// EN.
    EuropeanNumber,
    /// AN.
    ArabicNumber,
    /// ES, ON and BN, of which a label holds the hyphen, the middle dot and the joiners.
    Neutral,
    /// NSM.
    Mark,
}

fn direction(character: char) -> Direction {
    match character {
        '0'..='9' => Direction::EuropeanNumber,
        '-' | '\u{B7}' | '\u{375}' | '\u{200C}' | '\u{200D}' | '\u{30FB}' => Direction::Neutral,
        other if is_extended_digit(other) => Direction::EuropeanNumber,
        other if is_arabic_digit(other) => Direction::ArabicNumber,
        other if is_mark(other) => Direction::Mark,
        '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}' => Direction::RightToLeft,
        '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}' => Direction::RightToLeft,
        _ => Direction::LeftToRight,
    }
}

/// Whether labels keep the Bidi rule of RFC 5893, which binds all of a name as soon as one of them
/// holds right-to-left text.
pub fn is_readable_in_order(labels: &[String]) -> bool {
    let runs_left = |label: &String| {
        label.chars().any(|each| matches!(direction(each), Direction::RightToLeft | Direction::ArabicNumber))
    };
    !labels.iter().any(runs_left) || labels.iter().all(|label| keeps_bidi_rule(label))
}

fn keeps_bidi_rule(label: &str) -> bool {
    let directions: Vec<Direction> = label.chars().map(direction).collect();
    let last = directions.iter().rev().find(|direction| **direction != Direction::Mark);
    match directions.first() {
        Some(Direction::LeftToRight) => {
            !directions.contains(&Direction::RightToLeft)
                && !directions.contains(&Direction::ArabicNumber)
                && matches!(last, Some(Direction::LeftToRight | Direction::EuropeanNumber))
        }
        Some(Direction::RightToLeft) => {
            let mixes_digits = directions.contains(&Direction::EuropeanNumber)
                && directions.contains(&Direction::ArabicNumber);
            !mixes_digits
                && !directions.contains(&Direction::LeftToRight)
                && last != Some(&Direction::Neutral)
        }
        Some(Direction::EuropeanNumber | Direction::ArabicNumber | Direction::Neutral | Direction::Mark)
        | None => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::core::format::{Format, check};

    #[test]
    fn characters_that_need_their_neighbours() {
        check(
            Format::IdnHostname,
            &[
                "col·lega",
                "α͵β",
                "צה״ל",
                "カ・ナ",
                "漢・",
                "ب١",
                "۱۲",
                "क्\u{200D}ष",
                "می\u{200C}خواهم",
                "نامه\u{200C}ای",
            ],
            &[
                "co·la",
                "l·",
                "α͵",
                "a״",
                "a・b",
                "ب١۲",
                "क\u{200D}ष",
                "a\u{200C}b",
                "دا\u{200C}ر",
                "می\u{200C}",
                "\u{200C}می",
            ],
        );
    }

    #[test]
    fn right_to_left() {
        check(
            Format::IdnHostname,
            &["مثال.إختبار", "שלום.example", "א1", "אב-ג", "שָׁלוֹם"],
            &["aא", "אa", "1א", "א.1a", "א1١", "אَ·"],
        );
    }

    #[test]
    fn code_points() {
        check(
            Format::IdnHostname,
            &["ß", "ς", "हिन्दी", "ไทย", "ꭰꭱ".to_uppercase().as_str(), "𐌀", "𠀀", "が"],
            &["ẞ", "Σ", "ｱ", "ⅷ", "①", "ª", "ー゛", "ـ", "𝐚", "🙂", "\u{E000}", "\u{AD}", "ꭰ", "Ⴀ"],
        );
    }
}
