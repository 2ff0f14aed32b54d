//! The runs that are kept. What is to be seen of them is drawn where they are kept, in the archive's worker; here it is
//! put into the page.

use super::parts::{Markup, TextField, element, list, listing_part};
use super::state::Page;
use crate::core::archive::WORDS;
use std::sync::Arc;

/// The view.
pub fn history(page: Page) -> Markup {
    let listing = &page.history;
    let ask: super::parts::Ask = Arc::new(move |asks, of| page.ask(listing, asks, of));
    let [choices, statistics, head] = [0, 1, 2].map(|part| listing_part(listing, part, &ask));
    let search = TextField {
        id: "history-search",
        label: "Search",
        kind: "search",
        placeholder: "words of prompt, input or answer",
        value: Box::new(String::new),
        input: Box::new(move |words| page.ask(listing, WORDS, &words)),
        done: Box::new(|| ()),
    };
    let filters = element("div")
        .class("panel history__filters")
        .attribute("role", "search")
        .attribute("aria-label", "Kept runs")
        .children(vec![search.view(), choices]);
    element("main")
        .class("results history")
        .hidden(move || page.view.get() != listing.view)
        .child(filters.view())
        .children(vec![statistics, head])
        .child(list(page, listing, "Kept runs", ask))
        .view()
}
