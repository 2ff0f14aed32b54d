//! Where setups differ, input by input.

use super::super::lines::{Lines, differ};
use super::super::row::Row;
use super::super::table::opener;
use crate::core::drawn::{drawn, figures, line, text};
use crate::core::quotient::NONE;
use crate::core::thousands::with_thousands;
use serde_json::Value;

/// The most lines that are drawn.
const MOST_DRAWN: usize = 50;

/// The lines in which one setup was valid and another was not, as a table; nothing where there are none.
pub(super) fn differences(lines: &Lines<'_>) -> Option<Value> {
    let differing: Vec<_> = lines.iter().enumerate().filter(|(_, runs)| differ(runs)).collect();
    let row = |(place, runs): &(usize, &[Option<&Row>])| {
        let name = lines.name(*place);
        let cells = runs.iter().zip(&lines.sides).map(|(run, side)| match run {
            Some(run) => drawn("td")
                .child(opener(&format!("batch-differs-{}", run.cell.0), run, side, &name).view())
                .view(),
            None => text("td", "", NONE),
        });
        line([text("span", "figures__name", &name)], cells)
    };
    let note = match differing.len() {
        all @ ..=MOST_DRAWN => format!("{} in all", with_thousands(all as u64)),
        all => format!("the first {MOST_DRAWN} of {}", with_thousands(all as u64)),
    };
    let columns = ["Input"].into_iter().chain(lines.sides.iter().copied());
    let first = differing.iter().take(MOST_DRAWN).map(row);
    let table = figures("One valid, another not", &note, columns, first);
    (!differing.is_empty()).then_some(table)
}
