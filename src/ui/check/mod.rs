//! A reply that is checked by hand: what it is worth, what is wrong where, and what a model would be told.

mod correction;
mod pane;
mod reply;
mod verdict;
mod violations;

use super::parts::{Markup, dynamic, element, group, heading, paragraph, several};
use super::state::{HUNDRED_ID, Page, RULER_ID};
use crate::core::judge::Text;
use crate::core::view::View;
use correction::correction;
use pane::{left_pane, right_pane};
use reply::reply;
use verdict::verdict;
use violations::violations;

/// The view.
pub fn check(page: Page) -> Markup {
    let outcome = move || match page.check.outcome.with(|outcome| outcome.is_some()) {
        true => several(vec![dynamic(move || verdict(page)), dynamic(move || violations(page))]),
        false => introduction(),
    };
    let has_texts = move || page.check.outcome.with(|outcome| matches!(outcome, Some(Ok(_))));
    let panes = element("div")
        .class("check__panes")
        .hidden(move || !has_texts())
        .children(vec![left_pane(page), right_pane(page)]);
    element("main")
        .class("results")
        .hidden(move || page.view.get() != View::Check)
        .child(ruler())
        .child(reply(page))
        .child(dynamic(outcome))
        .child(panes.view())
        .child(dynamic(move || correction(page)))
        .view()
}

/// What shows how wide a text is, and how large its characters are, before there is any.
fn ruler() -> Markup {
    let wide = element("div").attribute("id", RULER_ID).view();
    let hundred = element("div").class("check__hundred").attribute("id", HUNDRED_ID).view();
    let hundred = group("check__measure", vec![hundred]);
    group("check__panes check__ruler", vec![wide, hundred])
}

/// What to do where there is no reply yet.
fn introduction() -> Markup {
    let texts = [
        "The JSON in it is found, repaired where it has to be, and judged by the schema on the left, as you type. \
         Nothing is sent anywhere.",
        "What is wrong is shown where it stands in the reply and in the schema, with the words that would correct a \
         model, to be copied into any chat.",
    ];
    let views = texts.map(|text| paragraph("", text)).into();
    element("section")
        .class("empty")
        .child(heading("", "Paste what a model has answered"))
        .child(several(views))
        .view()
}

/// The name of a text as it is shown.
fn shown_name(text: Text) -> &'static str {
    match text {
        Text::Reply => "Reply with marks",
        Text::Found => "Extracted JSON with marks",
        Text::Schema => "Schema with marks",
    }
}
