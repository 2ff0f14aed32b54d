//! What the replies of a run come to when they are judged again: where it was opened, and where another schema is
//! chosen now. No model is asked for it.

use crate::core::run_file::{Again, Now, Verdict};
use crate::ui::parts::{Markup, dynamic_text, element, group, nothing, paragraph, region};
use crate::ui::state::{JudgedAgain, Page};
use crate::web::clock;

/// All that there is of it.
pub fn again(page: Page) -> Markup {
    let Some(began) = page.run.with(|run| run.ending.as_ref().map(|_| run.is_opened.then(|| run.began())))
    else {
        return nothing();
    };
    page.again.with(|again| {
        let columns: Vec<_> = [&again.own, &again.chosen].into_iter().flatten().collect();
        if columns.is_empty() {
            return nothing();
        }
        let mut parts = Vec::new();
        parts.extend(
            began.map(|began| {
                paragraph("again__origin", &format!("Opened: a run of {}", clock::written(began)))
            }),
        );
        parts.extend(columns.iter().map(|column| {
            paragraph("", &format!("Judged again by {}: {}", column.by, column.words(&again.then)))
        }));
        let is_same = columns.iter().all(|column| column.is_same(&again.then));
        if !is_same {
            parts.push(table(again, &columns));
            parts.push(paragraph("hint", "No model was asked again: these are the same replies."));
        }
        region("again", "Judged again", parts)
    })
}

/// The verdicts side by side, a row an attempt.
fn table(again: &JudgedAgain, columns: &[&Again]) -> Markup {
    let cell = |tag, words: &str| element(tag).text(words).view();
    let mut heads = vec![cell("th", "Attempt"), cell("th", "Then")];
    heads.extend(columns.iter().map(|column| cell("th", &column.by)));
    let row = |(position, then): (usize, &Option<Verdict>)| {
        let words = then.as_ref().map_or_else(|| Now::Nothing.words(), Verdict::words);
        let mut cells = vec![cell("th", &(position + 1).to_string()), cell("td", &words)];
        cells.extend(columns.iter().filter_map(|column| {
            let now = column.verdicts.get(position)?;
            let is_changed = then.is_some() && !now.is_same(then.as_ref());
            let class = if is_changed { "again__changed" } else { "" };
            Some(element("td").class(class).text(&now.words()).view())
        }));
        element("tr").children(cells).view()
    };
    let head = element("thead").child(element("tr").children(heads).view()).view();
    let rows = again.then.iter().enumerate().map(row).collect();
    let table =
        element("table").class("again__table").child(head).child(element("tbody").children(rows).view());
    group("again__frame", vec![table.view()])
}

/// Why the last file could not be opened.
pub fn unopened(page: Page) -> Markup {
    element("p")
        .class("hint hint--bad")
        .attribute("role", "alert")
        .hidden(move || page.unopened.with(String::is_empty))
        .child(dynamic_text(move || page.unopened.get()))
        .view()
}
