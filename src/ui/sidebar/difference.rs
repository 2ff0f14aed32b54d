//! The schema beside what the server is given of it: in front of the page, since it needs its width.

use crate::core::judge::Difference;
use crate::ui::parts::{Markup, element, group, nothing, paragraph, several, stretches, text};

const ID: &str = "difference";

/// What became of the schema, and the button that shows it line by line; nothing where it is not sent.
pub fn difference_view(difference: &Difference) -> Markup {
    if difference.stretches.is_empty() {
        return nothing();
    }
    let head = vec![text("", "− Your schema"), text("", "+ Sent to the server"), toggle("Close")];
    let lines = element("div")
        .attribute("id", ID)
        .attribute("popover", "")
        .attribute("role", "region")
        .attribute("aria-label", "Your schema and what is sent")
        .attribute("tabindex", "0")
        .class("difference")
        .child(group("difference__row difference__head", head))
        .children(stretches(&difference.stretches));
    several(vec![paragraph("hint", &difference.summary), toggle("Compare with your schema"), lines.view()])
}

/// A button that shows the lines or puts them away, which browsers do by themselves.
fn toggle(words: &str) -> Markup {
    let button = element("button").attribute("type", "button").attribute("popovertarget", ID);
    button.class("button button--quiet").text(words).view()
}
