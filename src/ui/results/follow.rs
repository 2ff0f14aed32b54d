//! The way back to the newest.

use crate::ui::parts::{Markup, element};
use crate::ui::state::Page;

/// Leads to the newest where that is out of sight while a run goes on.
pub fn way_to_newest(page: Page) -> Markup {
    element("button")
        .attribute("type", "button")
        .class("button follow")
        .hidden(move || !page.is_newest_hidden())
        .on("click", move |_| page.jump_to_newest())
        .text("Jump to newest")
        .view()
}
