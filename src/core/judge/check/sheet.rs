//! A text as it is looked at: laid out and marked.

use super::layout::Layout;
use super::marks::Marks;
use std::ops::Range;

/// Some rows of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Window {
    /// How many rows the text has.
    pub rows: usize,
    /// The row that the first of these is.
    pub from: usize,
    /// The rows.
    pub drawn: Vec<Row>,
    /// The row in which each violation stands, by its number, where it has a place in the text.
    pub places: Vec<Option<usize>>,
}

/// A row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The line that begins with it, from 1; none where it goes on one.
    pub line: Option<usize>,
    /// What stands on it.
    pub pieces: Vec<Piece>,
}

/// A piece of a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Piece {
    /// The piece itself; empty where something is missing.
    pub text: String,
    /// What was repaired in it, or would have to be; empty where that is nothing.
    pub repair: String,
    /// The numbers of the violations whose place it is.
    pub violations: Vec<usize>,
    /// Whether it only stands around what was taken from the text.
    pub is_aside: bool,
}

/// A text, laid out and marked.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    text: String,
    layout: Layout,
    marks: Marks,
    places: Vec<Option<usize>>,
}

/// More rows than these do not travel at once.
const MOST_ROWS: usize = 500;

impl Sheet {
    /// Lays a text out in which violations have these places.
    pub(super) fn new(
        text: String,
        columns: usize,
        places: &[Option<Range<usize>>],
        repairs: Vec<(Range<usize>, String)>,
        taken: Option<Range<usize>>,
    ) -> Self {
        let layout = Layout::new(&text, columns);
        let numbered = places.iter().enumerate();
        let marks =
            Marks::new(numbered.filter_map(|(number, place)| Some((number, place.clone()?))), repairs, taken);
        let row = |place: &Option<Range<usize>>| place.as_ref().map(|place| layout.row_of(place.start));
        let places = places.iter().map(row).collect();
        Self { text, layout, marks, places }
    }

    /// Some of its rows, or fewer where it ends.
    pub(super) fn window(&self, from: usize, count: usize) -> Window {
        let rows = self.layout.rows();
        let from = from.min(rows.saturating_sub(1));
        let end = rows.min(from + count.min(MOST_ROWS));
        let row = |row: usize| {
            let range = self.layout.range(row, &self.text);
            let mut pieces = self.marks.pieces(&self.text, range);
            // The row ends without it.
            if let Some(last) = pieces.last_mut() {
                last.text.truncate(last.text.trim_end_matches(['\n', '\r']).len());
            }
            pieces.retain(|piece| !piece.text.is_empty() || !piece.repair.is_empty());
            Row { line: self.layout.line(row), pieces }
        };
        Window { rows, from, drawn: (from..end).map(row).collect(), places: self.places.clone() }
    }
}
