//! The rows of a list that a worker draws: only those in sight, and some around them, are in the page.

use super::{Ask, Markup, drawn, dynamic, element, group, nothing};
use crate::ui::state::{Listing, Page};
use crate::web::keys;

/// The rows, in a box that scrolls and has this name.
pub fn list(page: Page, listing: &'static Listing, name: &str, ask: Ask) -> Markup {
    let rows = dynamic(move || {
        listing.rows.with(|(from, rows)| {
            let top = listing.scroller.with_untracked(|scroller| scroller.offset(*from));
            element("ul")
                .class("listing__rows")
                .attribute("role", "list")
                .attribute("style", &format!("top: {top}px"))
                .children(rows.as_array().into_iter().flatten().map(|row| drawn(row, &ask)).collect())
                .view()
        })
    });
    let height = move || {
        listing
            .scroller
            .with(|scroller| format!("height: {}px; --row: {}px", scroller.height(), scroller.row_height))
    };
    let all = element("div").class("window__all").attribute_of("style", height).child(rows);
    let list = element("div")
        .class("window listing__list")
        .attribute("id", listing.list_id)
        .attribute("role", "group")
        .attribute("tabindex", "0")
        .attribute("aria-label", name)
        .hidden(move || listing.scroller.with(|scroller| scroller.rows == 0))
        .on("scroll", move |_| page.follow_rows(listing))
        .on("keydown", move |event| {
            let key = keys::pressed(&event);
            if (key == "ArrowDown" || key == "ArrowUp") && listing.step(key == "ArrowDown") {
                event.prevent_default();
            }
        })
        .child(all.view());
    let ruler = element("div").class("listing__ruler").attribute("id", listing.ruler_id).view();
    group("listing", vec![ruler, list.view()])
}

/// What is drawn beside the rows, in this place.
pub fn listing_part(listing: &'static Listing, place: usize, ask: &Ask) -> Markup {
    let ask = ask.clone();
    dynamic(move || listing.parts.get(place).map_or_else(nothing, |part| part.with(|node| drawn(node, &ask))))
}
