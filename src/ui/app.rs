//! The root: the frame of the page, and every side effect by name.

use super::batch::batch;
use super::check::check;
use super::header::header;
use super::history::history;
use super::link_notice::link_notice;
use super::parts::{Markup, dynamic_text, element, group, several};
use super::results::results;
use super::shortcuts::handle_shortcuts;
use super::sidebar::sidebar;
use super::state::{Page, open};
use crate::core::view::View;
use crate::web::storage::Typed;
use crate::web::{browser, file, storage};
use leptos::ev;
use leptos::prelude::*;

/// The whole page.
pub fn app() -> Markup {
    let page = open();
    handle_theme(page);
    handle_saving(page);
    handle_typed(page);
    handle_title(page);
    handle_preview(page);
    handle_code(page);
    handle_following(page);
    handle_verdicts(page);
    handle_views(page);
    handle_check(page);
    handle_files(page);
    handle_listings(page);
    handle_shortcuts(page);
    let announcement = element("div")
        .class("visually-hidden")
        .attribute("role", "status")
        .attribute("aria-live", "polite")
        .child(dynamic_text(move || page.announcement.get()));
    let frame = group("frame", vec![sidebar(page), results(page), batch(page), check(page), history(page)]);
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

/// Keeps what is typed and is no setting, so that a reload does not lose it.
fn handle_typed(page: Page) {
    whenever(Box::new(move || page.check.typed.with(|reply| storage::save_typed(Typed::Reply, reply))));
    whenever(Box::new(move || page.trial.with(|trial| storage::save_typed(Typed::Answer, &trial.text))));
}

/// Has the judge say what would be sent of the schema, while somebody looks at it.
fn handle_preview(page: Page) {
    whenever(Box::new(move || {
        // What it depends on: it reads that as it is then.
        page.settings.with(|_| {});
        page.schema.with(|_| {});
        if page.is_previewed.get() || page.code.is_open.get() {
            page.lower_schema();
        }
    }));
}

/// Has the judge write the next call as code, while somebody looks at it.
fn handle_code(page: Page) {
    whenever(Box::new(move || {
        if page.code.is_open.get() {
            page.write_code();
        }
    }));
}

/// Says in the window's title how the run stands.
fn handle_title(page: Page) {
    whenever(Box::new(move || {
        browser::set_title(&page.title());
    }));
}

/// Goes along with what is newest, as long as that is in sight.
fn handle_following(page: Page) {
    browser::when_scrolled(move || page.look_for_newest());
    whenever(Box::new(move || page.follow()));
}

/// Has the replies of a run that is over be judged by the schema that is chosen now.
fn handle_verdicts(page: Page) {
    whenever(Box::new(move || {
        page.schema.with(|_| {});
        if page.run.with(|run| run.ending.is_some()) {
            page.judge_by_chosen();
        }
    }));
}

/// Follows the address from view to view, and asks about links in it.
fn handle_views(page: Page) {
    let handle = window_event_listener(ev::hashchange, move |_| page.follow_fragment());
    on_cleanup(move || handle.remove());
}

/// Has the reply be checked by hand while somebody looks at it, for the room that there is.
fn handle_check(page: Page) {
    whenever(Box::new(move || {
        if page.view.get() == View::Check {
            page.measure();
        }
    }));
    whenever(Box::new(move || {
        if page.view.get() == View::Check {
            page.check_reply();
        }
    }));
    let handle = window_event_listener(ev::resize, move |_| {
        page.measure();
        page.measure_rows(&page.history);
        page.measure_rows(&page.batch);
    });
    on_cleanup(move || handle.remove());
}

/// Opens a file that is dropped on the page, and on nothing in it that takes files. Browsers would go to it.
fn handle_files(page: Page) {
    let over = window_event_listener(ev::dragover, |event| {
        if file::are_free(&event) {
            event.prevent_default();
        }
    });
    let drop = window_event_listener(ev::drop, move |event| {
        if file::are_free(&event) {
            event.prevent_default();
            page.open_file(file::dropped(&event));
        }
    });
    on_cleanup(move || {
        over.remove();
        drop.remove();
    });
}

/// Looks at the kept runs and at the batch when somebody comes to see them. The batch is told what is set then.
fn handle_listings(page: Page) {
    whenever(Box::new(move || {
        if page.view.get() == View::History {
            page.open_listing(&page.history);
        }
    }));
    whenever(Box::new(move || {
        if page.view.get() == View::Batch {
            page.open_listing(&page.batch);
            page.follow_settings();
        }
    }));
}

/// Does something now, and again whenever what it reads has changed.
fn whenever(change: Box<dyn Fn()>) {
    Effect::new(move |_| change());
}
