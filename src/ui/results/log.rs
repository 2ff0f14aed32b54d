//! The attempt log: one card a round.

use super::card::card;
use super::export::open_file;
use crate::ui::parts::{Markup, dynamic, element, nothing};
use crate::ui::state::{Page, Row};

/// Every attempt of the current run. There are few, so each has its place from the start.
pub fn log(page: Page) -> Markup {
    let place =
        |row: &'static Row| dynamic(move || if row.is_there.get() { card(page, row) } else { nothing() });
    element("div")
        .class("log")
        .attribute("role", "log")
        .attribute("aria-label", "Attempt log")
        .attribute("aria-live", "off")
        .children(page.rows.iter().map(place).collect())
        .view()
}

/// What to do where there is no run yet.
pub fn introduction(page: Page) -> Markup {
    if page.run.with(|run| run.asked.is_some()) {
        return nothing();
    }
    let texts = [
        "The model's reply is searched for JSON, and the JSON is judged by every rule of the schema. \
         What is wrong goes back to the model word for word, until the answer is valid or the attempts are spent.",
        "Nothing to set up: the simulated model answers at first. \
         Choose LM Studio or another provider to ask a real one.",
    ];
    element("section")
        .class("empty")
        .child(element("h2").text("Press Run to watch an answer being caught, corrected and accepted").view())
        .children(texts.map(|text| element("p").text(text).view()).into())
        .child(open_file(page))
        .view()
}
