//! What fails in the runs that are found.

use crate::core::archive::{Bar, Table};
use crate::ui::parts::{Markup, bars, checkbox, dynamic, dynamic_text, element, fold, group, several, text};
use crate::ui::state::Page;

/// The fold: which runs are counted, then a table with bars for each thing that was counted.
pub fn statistics(page: Page) -> Markup {
    let counted = dynamic_text(move || page.history.statistics.with(|statistics| statistics.counted.clone()));
    let counted = element("p").class("hint").child(counted).view();
    let simulated = checkbox(
        "Include simulated",
        move || page.history.filter.with(|filter| filter.counts_simulated),
        move |is_so| page.set_filter(move |filter| filter.counts_simulated = is_so),
    );
    let tables = dynamic(move || {
        page.history.statistics.with(|statistics| several(statistics.tables.iter().map(table).collect()))
    });
    group(
        "panel history__statistics",
        vec![fold("What fails", vec![group("history__counted", vec![counted, simulated]), tables])],
    )
}

fn table(table: &Table) -> Markup {
    let head = |column: &String| element("th").attribute("scope", "col").text(column).view();
    let heads = table.columns.iter().map(head).collect();
    let rows = table.bars.iter().map(row).collect();
    let table_view = element("table")
        .class("figures")
        .child(element("caption").text(&table.name).view())
        .child(element("thead").child(element("tr").children(heads).view()).view())
        .child(element("tbody").children(rows).view());
    element("div")
        .class("figures__box")
        .attribute("role", "region")
        .attribute("tabindex", "0")
        .attribute("aria-label", &table.name)
        .child(table_view.view())
        .view()
}

fn row(bar: &Bar) -> Markup {
    let name = element("th")
        .attribute("scope", "row")
        .children(vec![text("figures__name", &bar.name), bars(&bar.shares)]);
    let cells = bar.cells.iter().map(|cell| element("td").text(cell).view()).collect();
    element("tr").child(name.view()).children(cells).view()
}
