//! Asks before a link or a file changes the setup, and gives it back.

use super::parts::{Markup, button, drawn, dynamic, element, nobody, nothing, paragraph};
use super::state::{OFFER_ID, Offered, Page, Pending};
use crate::core::link::Offer;

/// The question, as long as there is one, and then the way back.
pub fn link_notice(page: Page) -> Markup {
    dynamic(move || {
        page.sharing.offered.with(|offered| match offered {
            Offered::Nothing => nothing(),
            Offered::Asked(asked) => {
                let Pending { offer: Offer { question, changes, .. }, form, .. } = &**asked;
                let parts = vec![
                    paragraph("", question),
                    button("button button--primary", "Use it", move || page.use_offer()),
                    close(page, "Ignore"),
                    drawn(changes, &nobody()),
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

fn close(page: Page, label: &str) -> Markup {
    button("button", label, move || drop(page.take_offer()))
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
