//! The right side: where the run is, how it ended, and every attempt.

mod answer;
mod banner;
mod card;
mod content;
mod json_view;
mod log;
mod pipeline;
mod verdict;

use super::parts::dynamic;
use super::state::Page;
use answer::final_answer;
use banner::banner;
use leptos::prelude::*;
use log::{introduction, log};
use pipeline::pipeline;

/// The right side.
pub fn results(page: Page) -> AnyView {
    let parts = vec![
        dynamic(move || pipeline(page.pipeline())),
        dynamic(move || banner(page)),
        dynamic(move || final_answer(page)),
        dynamic(move || introduction(page)),
        log(page),
    ];
    view! { <main class="results">{parts}</main> }.into_any()
}
