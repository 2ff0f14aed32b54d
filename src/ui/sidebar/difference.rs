//! The schema beside what the server is given of it: in front of the page, since it needs its width.

use crate::core::dialect::Fate;
use crate::core::judge::{Difference, Row, Stretch};
use crate::ui::parts::{element, fold, group, icon, nothing, paragraph, several, text};
use leptos::prelude::*;

const ID: &str = "difference";

/// What became of the schema, and the button that shows it line by line; nothing where it is not sent.
pub fn difference_view(difference: &Difference) -> AnyView {
    if difference.stretches.is_empty() {
        return nothing();
    }
    let head = vec![text("", "− Your schema"), text("", "+ Sent to the server"), toggle("Close")];
    let lines = element("div")
        .attribute("id", ID)
        .attribute("popover", "")
        .attribute("role", "region")
        .attribute("aria-label", "Your schema and what is sent")
        .attribute("tabindex", "0")
        .class("difference")
        .child(group("difference__row difference__head", head))
        .children(difference.stretches.iter().map(stretch_view).collect());
    several(vec![paragraph("hint", &difference.summary), toggle("Compare with your schema"), lines.view()])
}

/// A button that shows the lines or puts them away, which browsers do by themselves.
fn toggle(words: &str) -> AnyView {
    let button = element("button").attribute("type", "button").attribute("popovertarget", ID);
    button.class("button button--quiet").text(words).view()
}

fn stretch_view(stretch: &Stretch) -> AnyView {
    let rows = stretch.rows.iter().map(row_view).collect();
    match (stretch.heading.as_str(), stretch.rows.is_empty()) {
        ("", _) => several(rows),
        (heading, true) => paragraph("hint", heading),
        (heading, false) => fold(heading, rows),
    }
}

fn row_view(row: &Row) -> AnyView {
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
