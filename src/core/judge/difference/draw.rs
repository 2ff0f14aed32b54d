//! Differences as they are drawn.

use super::{Difference, Row, Stretch};
use crate::core::dialect::Fate;
use crate::core::drawn::{drawn, fold, nothing, text};
use serde_json::Value;

/// The id of the lines of a schema and of what is sent of it.
const ID: &str = "difference";

impl Difference {
    /// What became of the schema, and the button that shows it line by line, in front of the page, since it needs its
    /// width; nothing where it is not sent.
    pub fn draw(&self) -> Value {
        if self.stretches.is_empty() {
            return nothing();
        }
        let head = drawn("div")
            .class("difference__row difference__head")
            .child(text("span", "", "− Your schema"))
            .child(text("span", "", "+ Sent to the server"))
            .child(toggle("Close"));
        let lines = drawn("div")
            .attribute("id", ID)
            .attribute("popover", "")
            .attribute("role", "region")
            .attribute("aria-label", "Your schema and what is sent")
            .attribute("tabindex", "0")
            .class("difference")
            .child(head.view())
            .children(draw_stretches(&self.stretches));
        drawn("div")
            .class("difference__whole")
            .child(text("p", "hint", &self.summary))
            .child(toggle("Compare with your schema"))
            .child(lines.view())
            .view()
    }
}

/// A button that shows the lines or puts them away, which browsers do by themselves.
fn toggle(words: &str) -> Value {
    let button = drawn("button").attribute("type", "button").attribute("popovertarget", ID);
    button.class("button button--quiet").text(words).view()
}

/// The lines: those that are equal are folded where they are many.
pub fn draw_stretches(stretches: &[Stretch]) -> Vec<Value> {
    let stretch = |stretch: &Stretch| {
        let rows = stretch.rows.iter().map(draw_row);
        match (stretch.heading.as_str(), stretch.rows.is_empty()) {
            ("", _) => rows.collect(),
            (heading, true) => vec![text("p", "hint", heading)],
            (heading, false) => vec![fold(heading, rows)],
        }
    };
    stretches.iter().flat_map(stretch).collect()
}

fn draw_row(row: &Row) -> Value {
    let line = |tag, line: &Option<String>| line.as_deref().map_or_else(nothing, |line| text(tag, "", line));
    let again = |sent: &str| {
        drawn("span").class("difference__again").attribute("aria-hidden", "true").text(sent).view()
    };
    let lines = match (row.is_equal, &row.sent) {
        (true, Some(sent)) => [line("span", &row.own), again(sent)],
        (true, None) | (false, _) => [line("del", &row.own), line("ins", &row.sent)],
    };
    let class = match row.fate {
        Some(Fate::Enforced) => "difference__remark difference__remark--enforced",
        Some(Fate::Dropped) => "difference__remark difference__remark--refused",
        Some(Fate::Ignored) | None => "difference__remark",
    };
    let remark = (!row.remark.is_empty()).then(|| text("span", class, &row.remark));
    drawn("div").class("difference__row").children(lines).children(remark).view()
}
