//! Many runs at once. What is to be seen of them is drawn where they are made, in the batch's worker; here it is put into
//! the page.

use super::parts::{Ask, Markup, element, files_button, list, listing_part};
use super::state::Page;
use crate::web::file;
use std::sync::Arc;

/// The files that inputs, and what engines make of calls, come in.
const FILES: &str = ".csv,.tsv,.jsonl,.ndjson,.json,.txt,.md,text/*,image/*";

/// The view.
pub fn batch(page: Page) -> Markup {
    let listing = &page.batch;
    let ask: Ask = Arc::new(move |asks, of| page.ask(listing, asks, of));
    let [head, form, figures] = [0, 1, 2].map(|part| listing_part(listing, part, &ask));
    let take = Box::new(move |files| page.give_batch(files));
    let files = element("div")
        .class("batch__files")
        .child(files_button("button button--quiet", "Add files", FILES, take))
        .child(element("span").class("hint").text("or drop them here").view());
    element("main")
        .class("results batch")
        .hidden(move || page.view.get() != listing.view)
        .on("dragover", |event| {
            if file::are_free(&event) {
                event.prevent_default();
            }
        })
        .on("drop", move |event| {
            if file::are_free(&event) {
                event.prevent_default();
                page.give_batch(file::all_dropped(&event));
            }
        })
        .children(vec![head, files.view(), form, figures])
        .child(list(page, listing, "Results", ask))
        .view()
}
