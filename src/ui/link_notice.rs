//! Asks before the page follows a link to a server.

use super::parts::{Markup, button, dynamic, nothing, paragraph, region};
use super::state::Page;
use crate::core::link::Link;

/// The question, as long as there is one.
pub fn link_notice(page: Page) -> Markup {
    dynamic(move || match page.link.with(|link| link.as_ref().map(Link::question)) {
        Some(question) => region(
            "notice",
            "Link",
            vec![
                paragraph("", &question),
                button("button button--primary", "Use it", move || page.follow_link()),
                button("button", "Ignore", move || page.drop_link()),
            ],
        ),
        None => nothing(),
    })
}
