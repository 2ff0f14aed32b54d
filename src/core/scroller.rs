//! Which rows of a long text are to be drawn in a box that scrolls, and where. In pixels, and without a page.

use std::ops::Range;

/// A box that scrolls over rows of one height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scroller {
    /// How many rows there are.
    pub rows: usize,
    /// The height of a row.
    pub row_height: usize,
    /// The height of what is in sight.
    pub sight: usize,
    /// How far it is scrolled.
    pub top: usize,
}

/// No browser draws an element of much more than 16 million pixels. Where the rows are higher than this, each
/// pixel that is scrolled stands for more than one.
const MOST_HEIGHT: usize = 8_000_000;

impl Scroller {
    /// The height of what is scrolled.
    pub fn height(self) -> usize {
        self.all().min(MOST_HEIGHT)
    }

    /// The rows that are in sight, in part at least.
    pub fn in_sight(self) -> Range<usize> {
        let row = self.row_height.max(1);
        let first = self.passed() / row;
        first.min(self.rows)..(first + self.sight.div_ceil(row) + 1).min(self.rows)
    }

    /// The rows to draw: those in sight, and as many again before and behind them.
    pub fn drawn(self) -> Range<usize> {
        let in_sight = self.in_sight();
        let margin = in_sight.len();
        in_sight.start.saturating_sub(margin)..(in_sight.end + margin).min(self.rows)
    }

    /// Where a row is to be drawn in what is scrolled, so that it is in its place now.
    pub fn offset(self, row: usize) -> usize {
        (self.top.min(self.way()) + row * self.row_height).saturating_sub(self.passed())
    }

    /// How far to scroll so that a row is in the middle of what is in sight.
    pub fn top_of(self, row: usize) -> usize {
        let passed = (row * self.row_height + self.row_height / 2).saturating_sub(self.sight / 2);
        let all = self.all().saturating_sub(self.sight);
        scaled(passed.min(all), self.way(), all)
    }

    /// How far it can be scrolled.
    fn way(self) -> usize {
        self.height().saturating_sub(self.sight)
    }

    /// The height of all rows.
    fn all(self) -> usize {
        self.rows * self.row_height
    }

    /// The height of the rows, and parts of rows, above those in sight.
    fn passed(self) -> usize {
        scaled(self.top.min(self.way()), self.all().saturating_sub(self.sight), self.way())
    }
}

/// So much of a whole, on another scale.
fn scaled(part: usize, scale: usize, whole: usize) -> usize {
    let scaled = (part as u64 * scale as u64).checked_div(whole as u64).unwrap_or_default();
    usize::try_from(scaled).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scroller(rows: usize, top: usize) -> Scroller {
        Scroller { rows, row_height: 20, sight: 100, top }
    }

    #[test]
    fn rows_are_drawn_around_those_in_sight() {
        for (rows, top, height, in_sight, drawn) in [
            (0, 0, 0, 0..0, 0..0),
            (3, 0, 60, 0..3, 0..3),
            (100, 0, 2_000, 0..6, 0..12),
            (100, 30, 2_000, 1..7, 0..13),
            (100, 1_000, 2_000, 50..56, 44..62),
            (100, 1_900, 2_000, 95..100, 90..100),
            // Further than there is anything.
            (100, 9_000, 2_000, 95..100, 90..100),
        ] {
            let scroller = scroller(rows, top);
            assert_eq!(
                (scroller.height(), scroller.in_sight(), scroller.drawn()),
                (height, in_sight, drawn),
                "{top}"
            );
            assert_eq!(scroller.offset(scroller.drawn().start), scroller.drawn().start * 20, "{top}");
        }
    }

    #[test]
    fn a_row_is_brought_to_the_middle() {
        for (row, top) in [(0, 0), (2, 0), (3, 20), (50, 960), (99, 1_900)] {
            assert_eq!(scroller(100, 0).top_of(row), top, "{row}");
            assert!(scroller(100, top).in_sight().contains(&row), "{row}");
        }
    }

    /// Every row can be seen, however many there are.
    #[test]
    fn very_many_rows_are_scrolled_in_larger_steps() {
        let rows = 5_000_000;
        assert_eq!(scroller(rows, 0).height(), MOST_HEIGHT);
        for row in [0, 1, 1_234_567, rows - 1] {
            let there = scroller(rows, scroller(rows, 0).top_of(row));
            assert!(there.in_sight().contains(&row), "{row}: {there:?}");
            let (first, offset) = (there.in_sight().start, there.offset(there.in_sight().start));
            assert!(offset <= there.top && there.top < offset + 20, "{first}: {offset}");
        }
    }
}
