//! The way back to the newest.

use crate::ui::parts::{Markup, element, several};
use crate::ui::state::{NEWEST, Page};

/// Leads to the newest where that is out of sight while a run goes on.
pub fn way_to_newest(page: Page) -> Markup {
    let end = element("div").class("follow__end").attribute("id", NEWEST).view();
    let button = element("button")
        .attribute("type", "button")
        .class("button follow")
        .hidden(move || !page.is_newest_hidden())
        .on("click", move |_| page.jump_to_newest())
        .text("Jump to newest");
    several(vec![end, button.view()])
}
