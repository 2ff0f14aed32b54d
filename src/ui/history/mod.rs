//! The runs that are kept: those that are looked for, what fails in them, and two of them side by side.

mod actions;
mod compared;
mod filters;
mod list;
mod statistics;

use super::parts::{Markup, dynamic, element, nothing, paragraph};
use super::state::Page;
use crate::core::view::View;
use actions::actions;
use compared::compared;
use filters::filters;
use list::list;
use statistics::statistics;

/// The view.
pub fn history(page: Page) -> Markup {
    element("main")
        .class("results history")
        .hidden(move || page.view.get() != View::History)
        .child(filters(page))
        .child(dynamic(move || remark("history__remark", page.history.remark.get())))
        .child(dynamic(move || problem(page)))
        .child(statistics(page))
        .child(actions(page))
        .child(dynamic(move || compared(page)))
        .child(list(page))
        .view()
}

fn remark(class: &'static str, words: String) -> Markup {
    if words.is_empty() { nothing() } else { paragraph(class, &words) }
}

fn problem(page: Page) -> Markup {
    let words = page.history.problem.get();
    if words.is_empty() {
        return nothing();
    }
    element("p").class("history__remark history__remark--bad").attribute("role", "alert").text(&words).view()
}
