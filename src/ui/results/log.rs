//! The attempt log: one card a round.

use super::card::card;
use crate::ui::parts::{dynamic, nothing};
use crate::ui::state::Page;
use leptos::prelude::*;

/// Every attempt of the current run. There are few, so each has its place from the start.
pub fn log(page: Page) -> AnyView {
    let place = |row: crate::ui::state::Row| {
        dynamic(move || if row.is_there.get() { card(page, row) } else { nothing() })
    };
    let places: Vec<_> = page.rows.into_iter().map(place).collect();
    view! { <div class="log" role="log" aria-label="Attempt log" aria-live="off">{places}</div> }.into_any()
}

/// What to do where there is no run yet.
pub fn introduction(page: Page) -> AnyView {
    if page.run.with(|run| run.asked.is_some()) {
        return nothing();
    }
    view! {
        <section class="empty">
            <h2>"Press Run to watch an answer being caught, corrected and accepted"</h2>
            <p>
                "The model's reply is searched for JSON, and the JSON is judged by every rule of the schema. \
                 What is wrong goes back to the model word for word, until the answer is valid or the attempts are spent."
            </p>
            <p>"Nothing to set up: the simulated model answers at first. Choose LM Studio or another provider to ask a real one."</p>
        </section>
    }
    .into_any()
}
