//! The card of one attempt: badge and figures, what came back beside the verdict, and the correction
//! that followed.

use super::content::content;
use super::verdict::verdict;
use crate::core::agent::{Attempt, Badge};
use crate::ui::parts::{copy_button, dynamic, group, heading, nothing, preformatted, region, text};
use crate::ui::state::{Page, Row};
use leptos::prelude::*;

/// The card of one attempt.
pub fn card(page: Page, row: Row) -> AnyView {
    let id = format!("attempt-{}", row.number);
    let head = dynamic(move || row.view(|attempt| head(row.is_open.get(), attempt)));
    let halves = vec![content(page, row), dynamic(move || row.view(|attempt| verdict(page, row, attempt)))];
    let correction = move || row.view(|attempt| attempt.correction.clone().map_or_else(nothing, correction));
    let toggle = view! {
        <h3 class="card__head">
            <button
                type="button"
                class="card__toggle"
                aria-expanded=move || row.is_open.get().to_string()
                aria-controls=id.clone()
                on:click=move |_| row.is_open.update(|open| *open = !*open)
            >
                {head}
            </button>
        </h3>
    };
    let body = view! {
        <div class="card__body" id=id hidden=move || !row.is_open.get()>
            {group("card__halves", halves)}
            {dynamic(correction)}
        </div>
    };
    region("card", format!("Attempt {}", row.number), vec![toggle.into_any(), body.into_any()])
}

fn head(is_open: bool, attempt: &Attempt) -> AnyView {
    let badge = attempt.badge();
    let badge_class = match badge {
        Badge::Running => "badge badge--running",
        Badge::Valid => "badge badge--valid",
        Badge::Invalid | Badge::ParseError | Badge::CallFailed => "badge badge--failed",
        Badge::Stopped => "badge",
    };
    let parts = vec![
        text("card__arrow", if is_open { "▾" } else { "▸" }),
        text("card__name", format!("Attempt {}", attempt.number)),
        text("card__icon", badge.icon()),
        text(badge_class, badge.word()),
        text("card__glance", attempt.glance().join(" · ")),
        text("card__figures", attempt.figures()),
    ];
    view! { {parts} }.into_any()
}

/// What the model was told after a failed attempt.
fn correction(words: String) -> AnyView {
    let copied = StoredValue::new(words.clone());
    let head = vec![
        heading("Correction sent"),
        text("hint", "to the model, word for word"),
        copy_button("Copy", move || copied.get_value()),
    ];
    let words = preformatted("raw correction__text", "Correction", words);
    group("correction", vec![group("panel__head", head), words])
}
