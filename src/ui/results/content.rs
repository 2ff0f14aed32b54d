//! The left half of a card: the parsed JSON, and on demand the raw reply, the reasoning and the
//! messages that were sent.

use super::json_view::json_view;
use super::so_far::so_far;
use crate::core::agent::{Arrived, Attempt, Marked, Piece, Section};
use crate::core::provider::Message;
use crate::ui::parts::{
    copy_button, dynamic, dynamic_text, element, group, nothing, paragraph, preformatted, several, text,
};
use crate::ui::state::{Page, Row};
use leptos::prelude::*;

/// The name of reasoning on its way.
const REASONING: &str = "Arriving reasoning";

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
        Section::Raw if attempt.reply.is_none() && attempt.outcome().is_none() => arriving(page),
        Section::Parsed => parsed(page, attempt),
        Section::Raw | Section::Reasoning => marked_view(section.name(), &attempt.marked(section)),
        Section::Messages => group("", attempt.all_messages().map(message).collect()),
    }
}

fn message(message: &Message) -> AnyView {
    let name = message.role.name();
    group("message", vec![text("message__role", name), preformatted("raw", name, &message.content)])
}

/// The JSON that was judged, or what has arrived so far.
fn parsed(page: Page, attempt: &Attempt) -> AnyView {
    match (attempt.judgement.as_deref(), attempt.outcome()) {
        (Some(judgement), _) => match judgement.value() {
            Some(value) => json_view(value, judgement.violations()),
            None if judgement.rejected.is_some() => {
                unparsed(attempt, "There is no strict JSON in the reply:")
            }
            None => unparsed(attempt, "There is no complete JSON in the reply:"),
        },
        (None, Some(_)) if attempt.reply.is_some() => unparsed(attempt, "There is no verdict on this reply:"),
        (None, Some(_)) => paragraph("hint", "There is no reply to parse."),
        (None, None) => arriving(page),
    }
}

/// What has arrived of the reply so far, and how fast it comes.
fn arriving(page: Page) -> AnyView {
    let text = move |class, name, text: fn(&Arrived) -> &str| {
        let shown = element("span")
            .child(dynamic_text(move || page.arrived.with(|arrived| text(arrived).to_owned())));
        element("pre")
            .class(class)
            .attribute("tabindex", "0")
            .attribute("aria-label", name)
            .hidden(move || name == REASONING && page.arrived.with(|arrived| text(arrived).is_empty()))
            .child(shown.view())
            .view()
    };
    let figures = dynamic(move || page.arrived.with(|arrived| paragraph("hint", &arrived.figures)));
    several(vec![
        dynamic(move || page.growth.with(so_far)),
        figures,
        text("raw raw--arriving raw--reasoning", REASONING, |arrived| &arrived.reasoning),
        text("raw raw--arriving", "Arriving", |arrived| &arrived.text),
    ])
}

/// The text in which the answer was looked for, and why it stands here.
fn unparsed(attempt: &Attempt, why: &str) -> AnyView {
    group("", vec![paragraph("hint", why), marked_view("Reply", &attempt.marked(attempt.judged_section()))])
}

/// A text as it came, with the repairs marked.
fn marked_view(name: &str, marked: &Marked) -> AnyView {
    let text = element("pre").class("raw").attribute("tabindex", "0").attribute("aria-label", name);
    let text = text.children(marked.pieces.iter().map(piece_view).collect()).view();
    let rest =
        if marked.goes_on { paragraph("hint", "It goes on; Copy gives all of it.") } else { nothing() };
    several(vec![text, rest])
}

fn piece_view(piece: &Piece) -> AnyView {
    if piece.repair.is_empty() {
        return text("", piece.text);
    }
    // What has nothing to be seen has a sign in its place.
    let class = if piece.text.trim().is_empty() { "repair repair--point" } else { "repair" };
    element("mark").class(class).attribute("title", &piece.repair).text(piece.text).view()
}
