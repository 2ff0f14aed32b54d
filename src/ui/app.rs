//! The root: the frame of the page, and every side effect by name.

use super::header::header;
use super::link_notice::link_notice;
use super::parts::{dynamic_text, element, group, several};
use super::results::results;
use super::shortcuts::handle_shortcuts;
use super::sidebar::sidebar;
use super::state::{Page, open};
use crate::web::{browser, storage};
use leptos::prelude::*;

/// The whole page.
pub fn app() -> AnyView {
    let page = open();
    handle_theme(page);
    handle_saving(page);
    handle_title(page);
    handle_preview(page);
    handle_shortcuts(page);
    let announcement = element("div")
        .class("visually-hidden")
        .attribute("role", "status")
        .attribute("aria-live", "polite")
        .child(dynamic_text(move || page.announcement.get()));
    let frame = group("frame", vec![sidebar(page), results(page)]);
    several(vec![header(page), link_notice(page), frame, announcement.view()])
}

/// Sets the theme.
fn handle_theme(page: Page) {
    whenever(Box::new(move || browser::set_theme(page.settings.with(|settings| settings.theme.name()))));
}

/// Keeps the settings for the next visit.
fn handle_saving(page: Page) {
    whenever(Box::new(move || page.settings_kept.set(page.settings.with(storage::save_settings))));
}

/// Has the judge say what would be sent of the schema, while somebody looks at it.
fn handle_preview(page: Page) {
    whenever(Box::new(move || {
        // What it depends on: it reads that as it is then.
        page.settings.with(|_| {});
        page.schema.with(|_| {});
        if page.is_previewed.get() {
            page.lower_schema();
        }
    }));
}

/// Says in the window's title how the run stands.
fn handle_title(page: Page) {
    whenever(Box::new(move || {
        browser::set_title(&page.title());
    }));
}

/// Does something now, and again whenever what it reads has changed.
fn whenever(change: Box<dyn Fn()>) {
    Effect::new(move |_| change());
}
