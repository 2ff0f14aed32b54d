//! The card of one attempt: badge and figures, the verdict, what came back beside what was read from it, what else is
//! to be known of it, and the correction that followed.

use super::folds::folds;
use super::panes::panes;
use super::strip::strip;
use super::texts::{long_text, titled};
use super::verdict::verdict;
use crate::core::agent::{Attempt, Section};
use crate::core::drawn::badge_class;
use crate::ui::parts::{Markup, dynamic, element, icon, nothing, region, several, text};
use crate::ui::state::{Page, Row};

/// The card of one attempt.
pub fn card(page: Page, row: &'static Row) -> Markup {
    let id = format!("attempt-{}", row.number);
    let head = dynamic(move || {
        let is_open = row.is_open.get();
        row.view(|attempt| head(is_open, attempt))
    });
    let toggle = element("button")
        .attribute("type", "button")
        .class("card__toggle")
        .attribute("id", &format!("{id}-head"))
        .attribute_of("aria-expanded", move || row.is_open.get().to_string())
        .attribute("aria-controls", &id)
        .on("click", move |_| row.is_open.update(|open| *open = !*open))
        .child(head);
    let toggle = element("h3").class("card__head").child(toggle.view());
    let body = element("div")
        .class("card__body")
        .attribute("id", &id)
        .hidden(move || !row.is_open.get())
        .child(dynamic(move || row.view(|attempt| verdict(page, row, attempt))))
        .child(panes(page, row))
        .child(dynamic(move || row.view(strip)))
        .child(folds(page, row))
        .child(dynamic(move || row.view(|attempt| correction(row, attempt))));
    region("card", &format!("Attempt {}", row.number), vec![toggle.view(), body.view()])
}

fn head(is_open: bool, attempt: &Attempt) -> Markup {
    let badge = attempt.badge();
    let parts = vec![
        icon("card__arrow", if is_open { "▾" } else { "▸" }),
        text("card__name", &format!("Attempt {}", attempt.number)),
        icon("card__icon", badge.icon()),
        text(badge_class(badge.tone()), badge.word()),
        text("card__glance", &attempt.glance().join(" · ")),
        text("card__figures", &attempt.figures()),
    ];
    several(parts)
}

/// What the model was told after a failed attempt.
fn correction(row: &'static Row, attempt: &Attempt) -> Markup {
    let Some(words) = &attempt.correction else { return nothing() };
    let way = attempt.strategy.map(|strategy| format!(" · {}", strategy.name())).unwrap_or_default();
    let shown = long_text("raw correction__text", "Correction", words);
    titled(row, Section::Correction, &format!("to the model, word for word{way}"), shown)
}
