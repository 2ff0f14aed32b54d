//! Sets of characters, and those that ECMA-262 names with one letter.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};
use std::ops::RangeInclusive;

/// A set of characters, kept as ranges in order.
pub type Set = ClassUnicode;

/// The ranges of code points that `\d`, `\w`, `\s` and so on stand for.
pub type Ranges = &'static [RangeInclusive<u32>];

/// `\d`
pub const DIGITS: Ranges = &[0x30..=0x39];

/// `\w`
pub const WORD: Ranges = &[0x30..=0x39, 0x41..=0x5A, 0x5F..=0x5F, 0x61..=0x7A];

/// `\s`: WhiteSpace and LineTerminator of ECMA-262.
pub const SPACE: Ranges = &[
    0x09..=0x0D,
    0x20..=0x20,
    0xA0..=0xA0,
    0x1680..=0x1680,
    0x2000..=0x200A,
    0x2028..=0x2029,
    0x202F..=0x202F,
    0x205F..=0x205F,
    0x3000..=0x3000,
    0xFEFF..=0xFEFF,
];

/// What `.` leaves out: LineTerminator of ECMA-262.
pub const LINE_ENDS: Ranges = &[0x0A..=0x0A, 0x0D..=0x0D, 0x2028..=0x2029];

/// The set of ranges of code points.
///
/// No text holds a lone surrogate here, so ranges of surrogates are left out.
pub fn of(ranges: impl IntoIterator<Item = RangeInclusive<u32>>) -> Set {
    let scalars = ranges.into_iter().flat_map(|range| {
        let (start, end) = range.into_inner();
        [start..=end.min(0xD7FF), start.max(0xE000)..=end]
    });
    Set::new(scalars.filter(|range| !range.is_empty()).filter_map(|range| {
        Some(ClassUnicodeRange::new(char::from_u32(*range.start())?, char::from_u32(*range.end())?))
    }))
}

/// The code points of a set, as ranges.
pub fn ranges(set: &Set) -> impl Iterator<Item = RangeInclusive<u32>> + '_ {
    set.iter().map(|range| u32::from(range.start())..=u32::from(range.end()))
}

/// Every character that is not in a set.
pub fn not(mut set: Set) -> Set {
    set.negate();
    set
}

/// Whether a set holds a character.
pub fn holds(set: &Set, character: char) -> bool {
    let after = set.ranges().partition_point(|range| range.start() <= character);
    after.checked_sub(1).and_then(|last| set.ranges().get(last)).is_some_and(|range| character <= range.end())
}

/// Whether `\w` holds a character.
pub fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}
