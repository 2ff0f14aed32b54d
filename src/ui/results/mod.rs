//! The right side: where the run is, how it ended, and every attempt.

mod again;
mod answer;
mod banner;
mod card;
mod comparison;
mod draft;
mod export;
mod folds;
mod follow;
mod json_view;
mod log;
mod panes;
mod pipeline;
mod so_far;
mod strip;
mod texts;
mod verdict;

use super::parts::{Markup, dynamic, element};
use super::state::Page;
use crate::core::view::View;
use again::again;
use answer::final_answer;
use banner::banner;
use draft::draft;
use export::export;
use follow::way_to_newest;
pub use json_view::json_view;
use log::{introduction, log};
use pipeline::pipeline;

/// The right side.
pub fn results(page: Page) -> Markup {
    element("main")
        .class("results")
        .attribute("id", "results")
        .hidden(move || page.view.get() != View::Run)
        .child(dynamic(move || pipeline(page.pipeline())))
        .child(dynamic(move || banner(page)))
        .child(dynamic(move || again(page)))
        .child(dynamic(move || final_answer(page)))
        .child(draft(page))
        .child(dynamic(move || export(page)))
        .child(dynamic(move || introduction(page)))
        .child(log(page))
        .child(way_to_newest(page))
        .view()
}
