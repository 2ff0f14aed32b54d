//! What came back, in pieces, so that what was repaired in it, or is wrong with it, can be marked.

use super::attempt::Attempt;
use super::section::Section;
use super::words::with_thousands;
use crate::core::excerpt::{beginning, remark};
use crate::core::judge::RepairReport;
use std::ops::Range;

/// A text as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marked<'t> {
    /// Its pieces, first to last.
    pub pieces: Vec<Piece<'t>>,
    /// What is not shown of it, in words; empty where that is nothing. A very long text is not shown to its end,
    /// and much white space there not at all.
    pub rest: String,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece<'t> {
    /// The piece itself; empty where something is missing.
    pub text: &'t str,
    /// What was repaired in it, or is wrong with it; empty where that is nothing.
    pub repair: String,
}

/// White space at the end is shown up to so many characters.
const MOST_WHITE_SPACE: usize = 80;
/// More repairs than these are not marked.
const MOST_MARKS: usize = 500;

impl Attempt {
    /// A section as it came, with the repairs marked where the answer was read from it.
    pub fn marked(&self, section: Section) -> Marked<'_> {
        let Some(reply) = &self.reply else { return Marked::default() };
        let text = if section == Section::Reasoning { &reply.reasoning } else { &reply.text };
        marked(text, if section == self.judged_section() { self.marks() } else { &[] })
    }
}

/// The beginning of a text, with as many repairs marked as there is room for.
fn marked<'t>(text: &'t str, repairs: &[RepairReport]) -> Marked<'t> {
    let (written, white_space) = without_white_space(text);
    let end = beginning(written).len();
    let mut pieces = Vec::new();
    let mut position = 0;
    let mut push = |range: Range<usize>, repair: String| {
        let range = range.start.min(end)..range.end.min(end);
        let between = text.get(position..range.start).unwrap_or_default();
        pieces.push(Piece { text: between, repair: String::new() });
        position = range.end;
        pieces.push(Piece { text: text.get(range).unwrap_or_default(), repair });
    };
    let marks = RepairReport::marks(repairs).take(MOST_MARKS).take_while(|(range, _)| range.end <= end);
    marks.for_each(|(range, words)| push(range, words));
    push(end..end, String::new());
    pieces.retain(|piece| !piece.text.is_empty() || !piece.repair.is_empty());
    let rest = match (remark(written), white_space) {
        (rest, 0) => rest,
        (_, count) if written.is_empty() => format!("{} characters of white space.", with_thousands(count)),
        (rest, count) => format!("{rest} {} characters of white space follow.", with_thousands(count)),
    };
    Marked { pieces, rest: rest.trim_start().to_owned() }
}

/// A text without the white space at its end where that is much, and how many characters that is.
fn without_white_space(text: &str) -> (&str, u64) {
    let written = text.trim_end();
    let count = text.get(written.len()..).unwrap_or_default().chars().count();
    if count > MOST_WHITE_SPACE { (written, count as u64) } else { (text, 0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(message: &str, offsets: &[usize]) -> RepairReport {
        RepairReport { kind: message.into(), message: message.into(), offsets: offsets.into() }
    }

    /// How a text is shown: each piece that is marked stands in brackets, behind its words.
    #[track_caller]
    fn check(text: &str, repairs: &[RepairReport], expected: &str) {
        let Marked { pieces, rest } = marked(text, repairs);
        let shown = |Piece { text, repair }: &Piece| match repair.as_str() {
            "" => (*text).to_owned(),
            repair => format!("[{repair}:{text}]"),
        };
        assert_eq!((pieces.iter().map(shown).collect::<String>().as_str(), rest.as_str()), (expected, ""));
        assert_eq!(pieces.iter().map(|piece| piece.text).collect::<String>(), text);
    }

    #[test]
    fn repairs_are_marked_where_they_were_made() {
        check("", &[], "");
        check("abc", &[], "abc");
        check("abc", &[report("a", &[0, 1])], "[a:a]bc");
        check("abc", &[report("c", &[2, 3])], "ab[c:c]");
        check("äöü", &[report("o", &[2, 4])], "ä[o:ö]ü");
        check("abcdef", &[report("x", &[1, 2, 4, 5]), report("y", &[3, 4])], "a[x:b]c[y:d][x:e]f");
    }

    #[test]
    fn what_is_missing_is_marked_by_nothing() {
        check("", &[report("x", &[0, 0])], "[x:]");
        check("abc", &[report("x", &[1, 1]), report("y", &[3, 3])], "a[x:]bc[y:]");
        check("abc", &[report("x", &[1, 2, 2, 2])], "a[x:b][x:]c");
        check("abc", &[report("x", &[1, 1]), report("y", &[1, 2])], "a[x:][y:b]c");
        check("abc", &[report("x", &[3, 3, 3, 3]), report("y", &[3, 3])], "abc[x, y:]");
    }

    #[test]
    fn what_overlaps_has_one_mark() {
        check(
            "abcdef",
            &[report("x", &[1, 4]), report("y", &[2, 3]), report("z", &[3, 5])],
            "a[x, y, z:bcde]f",
        );
        check("abcdef", &[report("x", &[1, 4]), report("y", &[1, 1])], "a[x, y:bcd]ef");
    }

    #[test]
    fn places_that_are_none_are_not_marked() {
        check("äb", &[report("x", &[7, 9])], "äb");
        check("abc", &[report("x", &[1])], "abc");
    }

    #[test]
    fn long_texts_and_many_repairs_are_not_drawn_to_their_end() {
        let text = "ä".repeat(5_000);
        let offsets: Vec<_> = (0..5_000).flat_map(|at| [at * 2, at * 2]).collect();
        let Marked { pieces, rest } = marked(&text, &[report("x", &offsets)]);
        assert_eq!(rest, "4,000 characters of 10.0 kB are shown.");
        assert_eq!(pieces.iter().map(|piece| piece.text.chars().count()).sum::<usize>(), 4_000);
        assert_eq!(pieces.iter().filter(|piece| !piece.repair.is_empty()).count(), MOST_MARKS);
    }

    #[test]
    fn much_white_space_at_the_end_is_counted() {
        let blank = |count: usize| "\n\t".repeat(count / 2);
        for (text, shown, expected) in [
            (blank(80), 80, ""),
            (blank(82), 0, "82 characters of white space."),
            (format!("{{{}", blank(4_112)), 1, "4,112 characters of white space follow."),
            (
                format!("{}{}", "x".repeat(5_000), blank(100)),
                4_000,
                "4,000 characters of 5.0 kB are shown. 100 characters of white space follow.",
            ),
        ] {
            let Marked { pieces, rest } = marked(&text, &[]);
            let length: usize = pieces.iter().map(|piece| piece.text.len()).sum();
            assert_eq!((length, rest.as_str()), (shown, expected));
        }
    }
}
