//! The left half of a card: the parsed JSON, and on demand the raw reply, the reasoning and the
//! messages that were sent.

use super::json_view::json_view;
use crate::core::agent::{Attempt, Section};
use crate::core::provider::Message;
use crate::ui::parts::{copy_button, dynamic, group, paragraph, preformatted, text};
use crate::ui::state::{Page, Row};
use leptos::prelude::*;

/// The left half of a card.
pub fn content(page: Page, row: Row) -> AnyView {
    let tabs: Vec<_> = Section::ALL.into_iter().map(|section| tab(row, section)).collect();
    let tabs = view! { <div class="tabs" role="group" aria-label="Show">{tabs}</div> }.into_any();
    let copy =
        copy_button("Copy", move || untrack(|| row.with(|attempt| attempt.section_text(row.section.get()))));
    let shown = move || match row.section.get() {
        Section::Parsed => row.view(|attempt| parsed(page, attempt)),
        section @ (Section::Raw | Section::Reasoning) => {
            preformatted("raw", section.name(), row.with(|attempt| attempt.section_text(section)))
        }
        Section::Messages => row.view(messages),
    };
    group("card__half", vec![group("panel__head", vec![tabs, copy]), dynamic(shown)])
}

fn tab(row: Row, section: Section) -> AnyView {
    view! {
        <button
            type="button"
            class="tabs__tab"
            aria-pressed=move || (row.section.get() == section).to_string()
            hidden=move || !row.with(|attempt| attempt.has_section(section))
            on:click=move |_| row.section.set(section)
        >
            {section.name()}
        </button>
    }
    .into_any()
}

fn messages(attempt: &Attempt) -> AnyView {
    let message = |message: &Message| {
        let name = message.role.name();
        group(
            "message",
            vec![text("message__role", name), preformatted("raw", name, message.content.clone())],
        )
    };
    group("", attempt.messages.iter().map(message).collect())
}

/// The JSON that was judged, or what has arrived so far.
fn parsed(page: Page, attempt: &Attempt) -> AnyView {
    match (&attempt.judgement, attempt.outcome()) {
        (Some(judgement), _) => match judgement.value() {
            Some(value) => json_view(value, judgement.violations()),
            None => {
                let hint = paragraph("hint", "There is no complete JSON in the reply:");
                group("", vec![hint, preformatted("raw", "Reply", attempt.judged_text().to_owned())])
            }
        },
        (None, Some(_)) => paragraph("hint", "There is no reply to parse."),
        (None, None) => dynamic(move || preformatted("raw raw--arriving", "Arriving", page.arriving.get())),
    }
}
