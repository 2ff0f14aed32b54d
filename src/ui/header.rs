//! The head of the page: its name, and the theme.

use super::parts::{button_with, dynamic_text, element};
use super::shortcuts::shortcuts;
use super::state::Page;
use leptos::prelude::*;

/// The head of the page.
pub fn header(page: Page) -> AnyView {
    let label =
        dynamic_text(move || format!("Theme: {}", page.settings.with(|settings| settings.theme.name())));
    let change = move || page.settings.update(|settings| settings.theme = settings.theme.next());
    element("header")
        .class("header")
        .child(element("span").class("header__mark").attribute("aria-hidden", "true").view())
        .child(element("h1").class("header__name").text("Structured Output Validator").view())
        .child(shortcuts())
        .child(button_with("button button--quiet header__theme", label, change))
        .view()
}
