//! What on a card is opened by itself: the reasoning, what changed, the messages and the request.

use super::comparison::comparison_view;
use super::texts::{buttons, long_text, marked_view};
use crate::core::agent::{Attempt, Section};
use crate::core::counted::counted;
use crate::core::image::Image;
use crate::core::judge::Ledger;
use crate::core::provider::Message;
use crate::ui::parts::{
    Markup, button, copy_button, dynamic, element, group, icon, nothing, picture, several, text,
};
use crate::ui::state::{Fold, Page, Row};
use crate::web::file;

/// All of it.
pub fn folds(page: Page, row: &'static Row) -> Markup {
    group("folds", Fold::ALL.map(|fold| fold_view(page, row, fold)).into())
}

fn fold_view(page: Page, row: &'static Row, fold: Fold) -> Markup {
    let is_open = row.fold_of(fold);
    let id = format!("attempt-{}-{}", row.number, fold as usize);
    let head = dynamic(move || {
        let arrow = icon("card__arrow", if is_open.get() { "▾" } else { "▸" });
        several(vec![arrow, text("", fold.name()), text("hint", &hint(row, fold))])
    });
    let toggle = element("button")
        .attribute("type", "button")
        .class("folds__toggle")
        .attribute_of("aria-expanded", move || is_open.get().to_string())
        .attribute("aria-controls", &id)
        .on("click", move |_| page.turn(row, fold))
        .child(head);
    // What is not open is not drawn either.
    let body = dynamic(move || if is_open.get() { content(page, row, fold) } else { nothing() });
    let body = element("div").class("folds__body").attribute("id", &id).child(body);
    let body = body.hidden(move || !is_open.get());
    let whole = element("div").class("folds__fold").child(toggle.view()).child(body.view());
    whole.hidden(move || !is_offered(page, row, fold)).view()
}

fn is_offered(page: Page, row: &'static Row, fold: Fold) -> bool {
    match fold {
        Fold::Reasoning => row.with(Attempt::has_reasoning),
        Fold::Changes => page.has_changes(row),
        Fold::Messages => true,
        Fold::Request => !page.curl(row).is_empty(),
    }
}

/// What is told of it while it is closed.
fn hint(row: &'static Row, fold: Fold) -> String {
    row.with(|attempt| match fold {
        Fold::Reasoning => attempt.reasoning_line(),
        Fold::Changes => {
            let answer = attempt.judgement.as_deref().and_then(|judgement| judgement.answer.as_ref());
            answer.and_then(|answer| answer.ledger.as_ref()).map(Ledger::words).unwrap_or_default()
        }
        Fold::Messages => counted(attempt.all_messages().count(), "message"),
        Fold::Request => "the key is left out".to_owned(),
    })
}

fn content(page: Page, row: &'static Row, fold: Fold) -> Markup {
    match fold {
        Fold::Reasoning => row.view(|attempt| {
            let marked = marked_view(Section::Reasoning.name(), &attempt.marked(Section::Reasoning));
            several(vec![buttons(row, Section::Reasoning), marked])
        }),
        Fold::Changes => row.comparison.with(|comparison| comparison_view(comparison.as_ref())),
        Fold::Messages => row.view(|attempt| {
            let messages = attempt.all_messages().map(message).collect();
            let image = page.run.with(|run| run.image().map_or_else(nothing, sent_image));
            several(vec![buttons(row, Section::Messages), several(messages), image])
        }),
        Fold::Request => request(page, row),
    }
}

fn message(message: &Message) -> Markup {
    let name = message.role.name();
    group("message", vec![text("message__role", name), long_text("raw", name, &message.content)])
}

/// The image that went with the first message of the user.
fn sent_image(image: &Image) -> Markup {
    group("message", vec![text("message__role", "image"), picture(image)])
}

/// The request as a command.
fn request(page: Page, row: &'static Row) -> Markup {
    let command = page.curl(row);
    let shown = long_text("raw", "Request as cURL", &command);
    let name = format!("attempt-{}-request.sh", row.number);
    let copied = command.clone();
    let buttons = vec![
        copy_button("Copy", move || copied.clone()),
        button("button button--quiet", "Download", move || file::download(&name, &command)),
    ];
    several(vec![group("panel__buttons", buttons), shown])
}
