//! A text on rows of so many columns, so that a line of megabytes is a list of rows too.

use std::ops::Range;

/// The rows of a text. What is shown of it is looked up here, not searched for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    starts: Vec<Start>,
}

/// Where a row begins.
#[derive(Clone, Debug, PartialEq)]
struct Start {
    offset: u32,
    /// The line it is of, from 1.
    line: u32,
}

/// Fewer columns than these are of no use to anybody.
const FEWEST_COLUMNS: usize = 16;

impl Layout {
    /// Lays a text out.
    pub(super) fn new(text: &str, columns: usize) -> Self {
        let columns = columns.max(FEWEST_COLUMNS);
        let mut starts = Vec::new();
        let mut offset = 0;
        for (position, line) in text.split('\n').enumerate() {
            let mut push = |within: usize| {
                starts.push(Start { offset: narrow(offset + within), line: narrow(position + 1) });
            };
            push(0);
            if line.len() > columns {
                break_line(line, columns, &mut push);
            }
            offset += line.len() + 1;
        }
        Self { starts }
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.starts.len()
    }

    /// The row in which a place of the text stands.
    pub(super) fn row_of(&self, offset: usize) -> usize {
        let after = self.starts.partition_point(|start| start.offset <= narrow(offset));
        after.saturating_sub(1)
    }

    /// Where a row stands in the text, with its line break.
    pub(super) fn range(&self, row: usize, text: &str) -> Range<usize> {
        let start = |row: usize| self.starts.get(row).map_or(text.len(), |start| wide(start.offset));
        start(row)..start(row + 1)
    }

    /// The line that begins with a row; none where it goes on one.
    pub(super) fn line(&self, row: usize) -> Option<usize> {
        let line = |row: usize| self.starts.get(row).map(|start| start.line);
        let before = row.checked_sub(1).and_then(line);
        line(row).filter(|line| before != Some(*line)).map(wide)
    }
}

/// Gives where the second and all later rows of a line begin.
fn break_line(line: &str, columns: usize, push: &mut impl FnMut(usize)) {
    let mut taken = 0;
    for (offset, character) in line.char_indices() {
        let width = width(character);
        if taken + width > columns {
            push(offset);
            taken = 0;
        }
        taken += width;
    }
}

/// On how many columns a character is drawn, as nearly as it takes to break lines.
fn width(character: char) -> usize {
    match character {
        // What is drawn over the character before, or joins it to the next one.
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\t' => 2,
        // East Asian scripts, and pictures.
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' => 2,
        '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

// A reply is not so long that its places need more than 32 bits.
fn narrow(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

fn wide(place: u32) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a text, each with the line that it begins.
    #[track_caller]
    fn check(text: &str, expected: &[(Option<usize>, &str)]) {
        let layout = Layout::new(text, 16);
        let rows: Vec<_> = (0..layout.rows())
            .map(|row| (layout.line(row), text.get(layout.range(row, text)).unwrap_or("between characters")))
            .collect();
        assert_eq!(rows, expected);
        for (offset, _) in text.char_indices() {
            let row = layout.row_of(offset);
            assert!(layout.range(row, text).contains(&offset), "{offset} of {text:?}");
        }
    }

    #[test]
    fn lines_are_broken_where_the_columns_end() {
        check("", &[(Some(1), "")]);
        check("a\n\nb\n", &[(Some(1), "a\n"), (Some(2), "\n"), (Some(3), "b\n"), (Some(4), "")]);
        check("0123456789abcdef", &[(Some(1), "0123456789abcdef")]);
        check("0123456789abcdefg\nh", &[(Some(1), "0123456789abcdef"), (None, "g\n"), (Some(2), "h")]);
        check("äöüäöüäöüäöüäöüäöü", &[(Some(1), "äöüäöüäöüäöüäöüä"), (None, "öü")]);
        check("漢字漢字漢字漢字漢", &[(Some(1), "漢字漢字漢字漢字"), (None, "漢")]);
        check("0123456789abcdee\u{301}f", &[(Some(1), "0123456789abcdee\u{301}"), (None, "f")]);
    }
}
