//! Following the newest while a run goes on, as long as the page is at its end.

use crate::ui::parts::element;
use crate::ui::state::Page;
use leptos::ev;
use leptos::prelude::*;

/// Goes along with what comes, and offers to where that is out of sight.
pub fn follow(page: Page) -> AnyView {
    let handle = window_event_listener(ev::scroll, move |_| page.look_whether_at_end());
    on_cleanup(move || handle.remove());
    Effect::new(move |_| page.follow());
    element("button")
        .attribute("type", "button")
        .class("button follow")
        .hidden(move || !page.is_newest_hidden())
        .on("click", move |_| page.jump_to_newest())
        .text("Jump to newest")
        .view()
}
