//! The runs that are kept. What is to be seen of them is drawn where they are kept, in the archive's worker; here it is
//! put into the page.

mod list;

use super::parts::{Ask, Markup, TextField, drawn, dynamic, element, nothing};
use super::state::Page;
use crate::core::archive::WORDS;
use crate::core::view::View;
use list::list;
use std::sync::Arc;

/// The view.
pub fn history(page: Page) -> Markup {
    let ask: Ask = Arc::new(move |asks, of| page.ask_archive(asks, of));
    let [choices, statistics, head] = [0, 1, 2].map(|part| {
        let ask = ask.clone();
        dynamic(move || {
            page.history.parts.get(part).map_or_else(nothing, |part| part.with(|node| drawn(node, &ask)))
        })
    });
    let search = TextField {
        id: "history-search",
        label: "Search",
        kind: "search",
        placeholder: "words of prompt, input or answer",
        value: Box::new(String::new),
        input: Box::new(move |words| page.ask_archive(WORDS, &words)),
        done: Box::new(|| ()),
    };
    let filters = element("div")
        .class("panel history__filters")
        .attribute("role", "search")
        .attribute("aria-label", "Kept runs")
        .children(vec![search.view(), choices]);
    element("main")
        .class("results history")
        .hidden(move || page.view.get() != View::History)
        .child(filters.view())
        .children(vec![statistics, head])
        .child(list(page, ask))
        .view()
}
