//! The head of the page: its name, the ways to its views, and the theme.

use super::parts::{Markup, button, button_with, dynamic_text, element};
use super::share::share;
use super::shortcuts::shortcuts;
use super::state::Page;
use crate::core::view::View;

/// The head of the page.
pub fn header(page: Page) -> Markup {
    let label =
        dynamic_text(move || format!("Theme: {}", page.settings.with(|settings| settings.theme.name())));
    let change = move || page.settings.update(|settings| settings.theme = settings.theme.next());
    let views = element("nav").class("header__views").attribute("aria-label", "Views");
    let views = views.children(View::ALL.map(|view| link(page, view)).into());
    element("header")
        .class("header")
        .child(element("span").class("header__mark").attribute("aria-hidden", "true").view())
        .child(element("h1").class("header__name").text("Structured Output Validator").view())
        .child(views.view())
        .child(button("button button--quiet header__share", "Share", move || page.open_share()))
        .child(share(page))
        .child(shortcuts())
        .child(button_with("button button--quiet header__theme", label, change))
        .view()
}

/// The way to a view.
fn link(page: Page, view: View) -> Markup {
    let current = move || if page.view.get() == view { "page" } else { "false" }.to_owned();
    element("a")
        .attribute("href", view.fragment())
        .attribute_of("aria-current", current)
        .text(view.name())
        .view()
}
