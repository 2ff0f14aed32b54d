//! The left side: what is asked of whom, and what a valid answer is.

mod actions;
mod budget;
mod code;
mod limits;
mod prompt;
mod provider;
mod response_format;
mod reviews;
mod schema;
mod templates;

use super::parts::{Markup, element, group};
use super::state::Page;
use crate::core::view::View;
use actions::actions;
use limits::limits_section;
use prompt::prompt_section;
use provider::provider_section;
use response_format::response_format_section;
use schema::schema_section;

/// The left side.
pub fn sidebar(page: Page) -> Markup {
    let sections = vec![
        in_run(page, vec![provider_section(page), response_format_section(page)]),
        schema_section(page),
        prompt_section(page),
        limits_section(page),
    ];
    element("aside")
        .class("sidebar")
        .attribute("aria-label", "Settings")
        .hidden(move || page.view.get() == View::History)
        .child(group("sidebar__fields", sections))
        .child(element("div").hidden(move || page.view.get() != View::Run).child(actions(page)).view())
        .view()
}

/// What is set for runs alone.
fn in_run(page: Page, views: Vec<Markup>) -> Markup {
    element("div").class("section").hidden(move || page.view.get() == View::Check).children(views).view()
}
