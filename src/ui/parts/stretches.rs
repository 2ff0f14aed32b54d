//! Two documents side by side, line by line.

use super::{Markup, element, fold, group, icon, nothing, paragraph, several, text};
use crate::core::dialect::Fate;
use crate::core::judge::{Row, Stretch};

/// The lines: those that are equal are folded where they are many.
pub fn stretches(stretches: &[Stretch]) -> Vec<Markup> {
    stretches.iter().map(stretch_view).collect()
}

fn stretch_view(stretch: &Stretch) -> Markup {
    let rows = stretch.rows.iter().map(row_view).collect();
    match (stretch.heading.as_str(), stretch.rows.is_empty()) {
        ("", _) => several(rows),
        (heading, true) => paragraph("hint", heading),
        (heading, false) => fold(heading, rows),
    }
}

fn row_view(row: &Row) -> Markup {
    let line = |tag, line: &Option<String>| match line {
        Some(line) => element(tag).text(line).view(),
        None => nothing(),
    };
    let lines = match (row.is_equal, &row.sent) {
        (true, Some(sent)) => vec![line("span", &row.own), icon("difference__again", sent)],
        (true, None) | (false, _) => vec![line("del", &row.own), line("ins", &row.sent)],
    };
    let fate = match row.fate {
        Some(Fate::Enforced) => "difference__remark difference__remark--enforced",
        Some(Fate::Dropped) => "difference__remark difference__remark--refused",
        Some(Fate::Ignored) | None => "difference__remark",
    };
    let remark = if row.remark.is_empty() { nothing() } else { text(fate, &row.remark) };
    group("difference__row", vec![several(lines), remark])
}
