//! The keys that do something from anywhere, and the list of them.

use super::parts::{Markup, element, group, heading, text};
use super::state::Page;
use crate::core::shortcuts::Shortcut;
use crate::core::view::View;
use crate::web::{browser, keys};
use leptos::ev;
use leptos::prelude::*;

const ID: &str = "shortcuts";

/// The button that shows the list of keys, and the list: in front of the page, until it is closed, which
/// browsers do by themselves.
pub fn shortcuts() -> Markup {
    let row = |shortcut: Shortcut| {
        let (key, words) = shortcut.words();
        row_view(key, words)
    };
    let rows = Shortcut::ALL.map(row).into_iter();
    let rows = rows.chain([row_view("Esc", "Close what is in front of the page; it never stops a run")]);
    let list = element("div")
        .attribute("id", ID)
        .attribute("popover", "")
        .attribute("role", "dialog")
        .attribute("aria-label", "Keyboard shortcuts")
        .class("shortcuts")
        .child(group(
            "panel__head",
            vec![heading("panel__title", "Keyboard shortcuts"), toggle("Close", "Close")],
        ))
        .child(element("dl").children(rows.collect()).view());
    group("header__shortcuts", vec![toggle("?", "Keyboard shortcuts"), list.view()])
}

fn row_view(key: &str, words: &str) -> Markup {
    let key = element("dt").child(element("kbd").text(key).view()).view();
    group("shortcuts__row", vec![key, element("dd").child(text("", words)).view()])
}

fn toggle(words: &str, name: &str) -> Markup {
    let button = element("button").attribute("type", "button").attribute("popovertarget", ID);
    button.class("button button--quiet").attribute("aria-label", name).text(words).view()
}

/// Does what the keys ask for.
pub fn handle_shortcuts(page: Page) {
    let handle = window_event_listener(ev::keydown, move |event| {
        if let Some(shortcut) = keys::with_press(&event, Shortcut::of) {
            event.prevent_default();
            match page.view.get_untracked() {
                View::Run => follow(page, shortcut),
                View::Batch | View::Check | View::History => follow_elsewhere(page, shortcut),
            }
        }
    });
    on_cleanup(move || handle.remove());
}

/// What a key does in another view than that of a run: what it does to attempts, it does where they are seen.
fn follow_elsewhere(page: Page, shortcut: Shortcut) {
    match shortcut {
        Shortcut::Run => {
            browser::set_fragment(View::Run.fragment());
            page.start();
        }
        Shortcut::NextError => browser::focus_next(".check__fault"),
        Shortcut::Help => follow(page, shortcut),
        Shortcut::GoToResult
        | Shortcut::CopyResult
        | Shortcut::NextAttempt
        | Shortcut::EarlierAttempt
        | Shortcut::OpenAll
        | Shortcut::FoldAll => {}
    }
}

fn follow(page: Page, shortcut: Shortcut) {
    match shortcut {
        Shortcut::Run => page.start(),
        Shortcut::GoToResult => page.go_to_result(),
        Shortcut::CopyResult => page.copy_result(),
        Shortcut::NextAttempt => page.go_to_attempt(true),
        Shortcut::EarlierAttempt => page.go_to_attempt(false),
        Shortcut::NextError => browser::focus_next(".verdict__violation"),
        Shortcut::OpenAll => page.rows.iter().for_each(|row| row.is_open.set(true)),
        Shortcut::FoldAll => page.rows.iter().for_each(|row| row.is_open.set(false)),
        Shortcut::Help => browser::toggle_popover(ID),
    }
}
