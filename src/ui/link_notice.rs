//! Asks before a link or a file changes the setup, and gives it back.

use super::parts::{Element, Markup, button, dynamic, element, group, nothing, paragraph, text};
use super::state::{OFFER_ID, Offered, Page};
use crate::core::link::Offer;
use crate::core::settings::SetupChange;

/// The question, as long as there is one, and then the way back.
pub fn link_notice(page: Page) -> Markup {
    dynamic(move || {
        page.sharing.offered.with(|offered| match offered {
            Offered::Nothing => nothing(),
            Offered::Asked(Offer { question, changes, .. }, form, _) => {
                let parts = vec![
                    paragraph("", question),
                    button("button button--primary", "Use it", move || page.use_offer()),
                    close(page, "Ignore"),
                    changes_view(changes),
                ];
                notice(form.name(), "notice", parts)
            }
            Offered::Refused(form, words) => {
                notice(form.name(), "notice", vec![paragraph("", words), close(page, "Close")])
            }
            Offered::Used(_) => {
                let words = paragraph("", "The setup is in use. No run was begun.");
                let undo = button("button", "Undo", move || page.take_offer_back());
                notice("Setup", "notice notice--done", vec![words, undo, close(page, "Close")])
            }
        })
    })
}

/// What would change; it can be reached by keyboard to be scrolled.
fn changes_view(changes: &[SetupChange]) -> Markup {
    let list = list().attribute("tabindex", "0").attribute("aria-label", "What it changes");
    match changes {
        [] => text("hint notice__changes", "It changes nothing: all of it is set already."),
        changes => list.children(changes.iter().map(change).collect()).view(),
    }
}

fn list() -> Element {
    element("ul").class("notice__changes")
}

fn change(SetupChange { label, from, to }: &SetupChange) -> Markup {
    let value = |class, value: &str| element("bdi").class(class).text(value).view();
    let values =
        vec![value("notice__to", to), text("notice__instead", " instead of "), value("notice__from", from)];
    element("li").child(text("notice__label", label)).child(group("notice__values", values)).view()
}

fn close(page: Page, label: &str) -> Markup {
    button("button", label, move || page.drop_offer())
}

fn notice(name: &str, class: &str, views: Vec<Markup>) -> Markup {
    element("section")
        .attribute("id", OFFER_ID)
        .attribute("tabindex", "-1")
        .class(class)
        .attribute("aria-label", name)
        .children(views)
        .view()
}
