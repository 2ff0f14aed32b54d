//! The final JSON, first thing under the banner.

use super::json_view::json_view;
use crate::ui::parts::{button, copy_button, group, heading, nothing, region};
use crate::ui::state::Page;
use crate::web::file;
use leptos::prelude::*;

/// The valid answer, once there is one.
pub fn final_answer(page: Page) -> AnyView {
    let Some(value) = page.valid_answer() else { return nothing() };
    let pretty = StoredValue::new(format!("{value:#}"));
    let minified = StoredValue::new(value.to_string());
    let download = move || file::download_json("answer.json", &pretty.get_value());
    let head = vec![
        heading("Final JSON"),
        copy_button("Copy", move || pretty.get_value()),
        copy_button("Copy minified", move || minified.get_value()),
        button("button button--quiet", "Download", download),
    ];
    region("answer", "Final JSON", vec![group("panel__head", head), json_view(&value, &[])])
}
