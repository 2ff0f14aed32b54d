//! What came of a run, as a button that opens it.

use super::super::row::Row;
use crate::core::counted::counted;
use crate::core::drawn::{Drawn, badge_class, drawn, text};

/// The button of a run, by an id of its own; `side` and `line` say which run it is.
pub(in crate::core::batch) fn opener(id: &str, row: &Row, side: &str, line: &str) -> Drawn {
    let cell = row.cell.0.to_string();
    let outcome = row.outcome.name();
    let attempts = counted(usize::try_from(row.attempts).unwrap_or(usize::MAX), "attempt");
    drawn("button")
        .attribute("type", "button")
        .class("batch__run")
        .attribute("id", id)
        .attribute("title", &row.said)
        .asks("open run", &cell)
        .child(text("span", "visually-hidden", &format!("{side}, {line}: ")))
        .child(text("span", badge_class(row.outcome.tone()), outcome))
        .child(text("span", "batch__attempts", &attempts))
}
