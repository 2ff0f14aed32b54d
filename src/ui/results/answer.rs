//! The final JSON, first thing under the banner.

use super::json_view::json_view;
use crate::ui::parts::{Markup, button, copy_button, group, heading, nothing, region};
use crate::ui::state::Page;
use crate::web::file;

/// The valid answer, once there is one.
pub fn final_answer(page: Page) -> Markup {
    let Some(value) = page.valid_answer() else { return nothing() };
    let view = json_view(&value);
    let (pretty, minified, download) = (value.clone(), value.clone(), value);
    let head = vec![
        heading("panel__title", "Final JSON"),
        copy_button("Copy", move || pretty.pretty()),
        copy_button("Copy minified", move || minified.as_str().to_owned()),
        button("button button--quiet", "Download", move || file::download("answer.json", &download.pretty())),
    ];
    region("answer", "Final JSON", vec![group("panel__head", head), view])
}
