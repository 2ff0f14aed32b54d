//! What is marked in a text: what was repaired, what is wrong, and what was taken from it.

use super::sheet::Piece;
use std::collections::BTreeMap;
use std::ops::Range;

/// The marks of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Marks {
    /// The violations of each marked place, by their numbers; the places do not overlap.
    violations: Vec<(Range<usize>, Vec<usize>)>,
    /// What was repaired at each place; the places do not overlap.
    repairs: Vec<(Range<usize>, String)>,
    /// What was taken from the text; all else only stands around it.
    taken: Option<Range<usize>>,
}

impl Marks {
    /// The marks of these violations, each with its number and its place.
    pub(super) fn new(
        violations: impl Iterator<Item = (usize, Range<usize>)>,
        repairs: Vec<(Range<usize>, String)>,
        taken: Option<Range<usize>>,
    ) -> Self {
        let mut places: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for (number, range) in violations {
            places.entry((range.start, range.end)).or_default().push(number);
        }
        let violations = places.into_iter().map(|((start, end), numbers)| (start..end, numbers)).collect();
        Self { violations, repairs, taken }
    }

    /// A part of a text in pieces.
    pub(super) fn pieces(&self, text: &str, range: Range<usize>) -> Vec<Piece> {
        // What is missing at the end of the text has no row of its own.
        let behind = if range.end == text.len() { range.end + 1 } else { range.end };
        let reach = range.start..behind;
        let (violations, repairs) = (within(&self.violations, &reach), within(&self.repairs, &reach));
        let mut cuts = vec![range.start, range.end];
        let mut cut = |place: &Range<usize>| cuts.extend([place.start, place.end]);
        violations.iter().for_each(|(place, _)| cut(place));
        repairs.iter().for_each(|(place, _)| cut(place));
        self.taken.iter().for_each(&mut cut);
        cuts.retain(|place| range.contains(place) || *place == range.end);
        cuts.sort_unstable();
        cuts.dedup();
        let mut pieces = Vec::new();
        let mut push = |piece: Range<usize>, repair: &str| {
            let is_here = |place: &Range<usize>| place.start <= piece.start && piece.end <= place.end;
            let found = violations.iter().find(|(place, _)| is_here(place) && !piece.is_empty());
            pieces.push(Piece {
                text: text.get(piece.clone()).unwrap_or_default().to_owned(),
                repair: repair.to_owned(),
                violations: found.map(|(_, numbers)| numbers.clone()).unwrap_or_default(),
                is_aside: self.taken.as_ref().is_some_and(|taken| !is_here(taken)),
            });
        };
        for (position, start) in cuts.iter().enumerate() {
            // What is missing stands between two pieces.
            let missing = repairs.iter().find(|(place, _)| place.is_empty() && place.start == *start);
            if let Some((_, words)) = missing {
                push(*start..*start, words);
            }
            if let Some(end) = cuts.get(position + 1) {
                let repair = repairs.iter().find(|(place, _)| place.start <= *start && *end <= place.end);
                push(*start..*end, repair.map_or("", |(_, words)| words));
            }
        }
        pieces.retain(|piece| !piece.text.is_empty() || !piece.repair.is_empty());
        pieces
    }
}

/// Those of the places, first to last, that a range has a part of.
fn within<'m, T>(places: &'m [(Range<usize>, T)], range: &Range<usize>) -> &'m [(Range<usize>, T)] {
    let first = places.partition_point(|(place, _)| {
        place.end < range.start || place.end == range.start && !place.is_empty()
    });
    let end = places.partition_point(|(place, _)| place.start < range.end);
    places.get(first..end.max(first)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Sure: [1, 2 3]";

    /// A part of the text in pieces: each with its repair in front and its violations behind it.
    #[track_caller]
    fn check(range: Range<usize>, expected: &[&str]) {
        let repairs = vec![(11..11, "comma".to_owned())];
        let marks = Marks::new([(0, 7..8), (1, 10..11), (2, 7..8)].into_iter(), repairs, Some(6..14));
        let pieces: Vec<_> = marks
            .pieces(TEXT, range)
            .iter()
            .map(|Piece { text, repair, violations, is_aside }| {
                let aside = if *is_aside { " aside" } else { "" };
                let numbers: String = violations.iter().map(|number| format!(" {number}")).collect();
                format!("{repair}<{text}>{numbers}{aside}")
            })
            .collect();
        assert_eq!(pieces, expected);
    }

    #[test]
    fn a_text_comes_in_pieces() {
        let all = ["<Sure: > aside", "<[>", "<1> 0 2", "<, >", "<2> 1", "comma<>", "< 3]>"];
        check(0..14, &all);
        check(0..6, &all[..1]);
        check(6..10, &all[1..4]);
        check(7..8, &["<1> 0 2"]);
        check(11..14, &all[5..]);
        check(12..13, &["<3>"]);
    }
}
