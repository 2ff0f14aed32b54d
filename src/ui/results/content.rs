//! The left half of a card: the parsed JSON, and on demand the raw reply, the reasoning and the
//! messages that were sent.

use super::json_view::json_view;
use crate::core::agent::{Attempt, Section};
use crate::core::provider::Message;
use crate::ui::parts::{copy_button, dynamic, element, group, paragraph, preformatted, text};
use crate::ui::state::{Page, Row};
use leptos::prelude::*;

/// The left half of a card.
pub fn content(page: Page, row: &'static Row) -> AnyView {
    let tabs = element("div")
        .class("tabs")
        .attribute("role", "group")
        .attribute("aria-label", "Show")
        .children(Section::ALL.map(|section| tab(row, section)).into());
    let copy = copy_button("Copy", move || {
        let section = row.section.get_untracked();
        untrack(|| row.with(|attempt| attempt.section_text(section)))
    });
    let shown = dynamic(move || {
        let section = row.section.get();
        row.view(|attempt| section_view(page, attempt, section))
    });
    group("card__half", vec![group("panel__head", vec![tabs.view(), copy]), shown])
}

fn tab(row: &'static Row, section: Section) -> AnyView {
    element("button")
        .attribute("type", "button")
        .class("tabs__tab")
        .attribute_of("aria-pressed", move || (row.section.get() == section).to_string())
        .hidden(move || !row.with(|attempt| attempt.has_section(section)))
        .on("click", move |_| row.section.set(section))
        .text(section.name())
        .view()
}

fn section_view(page: Page, attempt: &Attempt, section: Section) -> AnyView {
    match section {
        Section::Parsed => parsed(page, attempt),
        Section::Raw | Section::Reasoning => {
            preformatted("raw", section.name(), &attempt.section_text(section))
        }
        Section::Messages => group("", attempt.messages.iter().map(message).collect()),
    }
}

fn message(message: &Message) -> AnyView {
    let name = message.role.name();
    group("message", vec![text("message__role", name), preformatted("raw", name, &message.content)])
}

/// The JSON that was judged, or what has arrived so far.
fn parsed(page: Page, attempt: &Attempt) -> AnyView {
    match (&attempt.judgement, attempt.outcome()) {
        (Some(judgement), _) => match judgement.value() {
            Some(value) => json_view(value, judgement.violations()),
            None => {
                let hint = paragraph("hint", "There is no complete JSON in the reply:");
                group("", vec![hint, preformatted("raw", "Reply", attempt.judged_text())])
            }
        },
        (None, Some(_)) if attempt.reply.is_some() => {
            let hint = paragraph("hint", "There is no verdict on this reply:");
            group("", vec![hint, preformatted("raw", "Reply", attempt.judged_text())])
        }
        (None, Some(_)) => paragraph("hint", "There is no reply to parse."),
        (None, None) => dynamic(move || preformatted("raw raw--arriving", "Arriving", &page.arriving.get())),
    }
}
