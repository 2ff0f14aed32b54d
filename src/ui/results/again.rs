//! What the replies of a run come to when they are judged again: where it was opened, and where another schema is
//! chosen now.

use crate::core::run_file::Cell;
use crate::ui::parts::{Markup, button, element, group, nothing, paragraph, region};
use crate::ui::state::{JudgedAgain, Page};
use crate::web::clock;

/// All that there is of it.
pub fn again(page: Page) -> Markup {
    let JudgedAgain { lines, table, .. } = page.again.get();
    if lines.is_empty() {
        return nothing();
    }
    let began = page.run.with(|run| run.is_opened.then(|| run.began()));
    let origin = began.map(|began| format!("Opened: a run of {}", clock::written(began)));
    let mut parts: Vec<_> = origin.iter().map(|origin| paragraph("again__origin", origin)).collect();
    parts.extend(lines.iter().map(|line| paragraph("", line)));
    if !table.is_empty() {
        let rows = element("tbody").children(table.iter().map(|row| row_view(row)).collect());
        let table = element("table").class("again__table").child(rows.view());
        parts.push(group("again__frame", vec![table.view()]));
        parts.push(paragraph("hint", "No model was asked again: these are the same replies."));
    }
    if began.is_some() {
        parts.push(button("button button--quiet", "Use its setup", move || page.offer_setup()));
    }
    region("again", "Judged again", parts)
}

fn row_view(cells: &[Cell]) -> Markup {
    let cell = |cell: &Cell| {
        let class = if cell.is_changed { "again__changed" } else { "" };
        element("td").class(class).text(&cell.text).view()
    };
    element("tr").children(cells.iter().map(cell).collect()).view()
}
