//! The list of the runs that are found: only the rows in sight, and some around them, are in the page.

use crate::ui::parts::{Ask, Markup, drawn, dynamic, element, group};
use crate::ui::state::{Page, RUN_RULER_ID, RUNS_ID};
use crate::web::keys;

/// The list.
pub fn list(page: Page, ask: Ask) -> Markup {
    let rows = dynamic(move || {
        page.history.rows.with(|(from, rows)| {
            let top = page.history.scroller.with_untracked(|scroller| scroller.offset(*from));
            element("ul")
                .class("history__rows")
                .attribute("role", "list")
                .attribute("style", &format!("top: {top}px"))
                .children(rows.as_array().into_iter().flatten().map(|row| drawn(row, &ask)).collect())
                .view()
        })
    });
    let height = move || {
        page.history
            .scroller
            .with(|scroller| format!("height: {}px; --row: {}px", scroller.height(), scroller.row_height))
    };
    let all = element("div").class("window__all").attribute_of("style", height).child(rows);
    let list = element("div")
        .class("window history__list")
        .attribute("id", RUNS_ID)
        .attribute("role", "group")
        .attribute("tabindex", "0")
        .attribute("aria-label", "Kept runs")
        .hidden(move || page.history.scroller.with(|scroller| scroller.rows == 0))
        .on("scroll", move |_| page.follow_runs())
        .on("keydown", move |event| {
            let key = keys::pressed(&event);
            if (key == "ArrowDown" || key == "ArrowUp") && page.step_in_runs(key == "ArrowDown") {
                event.prevent_default();
            }
        })
        .child(all.view());
    let ruler = element("div").class("history__ruler").attribute("id", RUN_RULER_ID).view();
    group("history__runs", vec![ruler, list.view()])
}
