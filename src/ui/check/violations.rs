//! All that is wrong, each with the ways to its places.

use crate::core::counted::counted;
use crate::core::judge::{Text, ViolationReport};
use crate::ui::parts::{
    Markup, button_with, dynamic, element, heading, nothing, paragraph, plain, region, text,
};
use crate::ui::state::{LIST_ID, Page, violation_id};

/// The violations of the last check.
pub fn violations(page: Page) -> Markup {
    page.check.outcome.with(|outcome| {
        let Some(Ok(checked)) = outcome else { return nothing() };
        if checked.violations.is_empty() {
            return nothing();
        }
        let count = checked.violations.len() + checked.more;
        let items =
            checked.violations.iter().enumerate().map(|(number, it)| item(page, number, it)).collect();
        let list = element("ol").class("check__list").attribute("id", LIST_ID).children(items);
        let more = match checked.more {
            0 => nothing(),
            more => paragraph("hint", &format!("{} more are not listed.", counted(more, "violation"))),
        };
        let title = heading("panel__title", &counted(count, "violation"));
        region("panel", "Violations", vec![title, list.view(), more])
    })
}

fn item(page: Page, number: usize, violation: &ViolationReport) -> Markup {
    let class = move || match page.check.active.get() == Some(number) {
        true => "check__violation check__violation--active".to_owned(),
        false => "check__violation".to_owned(),
    };
    let to_reply = element("button")
        .attribute("type", "button")
        .attribute("id", &violation_id(number))
        .class("check__fault")
        .on("focus", move |_| page.point_at(number))
        .on("click", move |_| page.go_to_place(page.check.left.get_untracked(), number))
        .child(text("check__number", &(number + 1).to_string()))
        .child(text("verdict__level", &violation.level_words()))
        .child(text("verdict__text", &violation.message))
        .child(text("verdict__pointer", &violation.place_words()));
    let to_schema = move || match page.row_of(Text::Schema, number) {
        Some(_) => {
            let label = plain("in the schema");
            button_with("link", label, move || page.go_to_place(Text::Schema, number))
        }
        None => nothing(),
    };
    element("li")
        .attribute_of("class", class)
        .on("mouseenter", move |_| page.point_at(number))
        .child(to_reply.view())
        .child(dynamic(to_schema))
        .view()
}
