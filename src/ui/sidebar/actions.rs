//! Run, Stop and Reset, and what keeps a run from beginning.

use crate::ui::parts::{Markup, button, dynamic, element, group, nothing, paragraph};
use crate::ui::state::Page;

/// The buttons.
pub fn actions(page: Page) -> Markup {
    let problem = move || match page.problem.get() {
        text if text.is_empty() => nothing(),
        text => element("p").class("actions__problem").attribute("role", "alert").text(&text).view(),
    };
    let awaited = move || match (page.run.with(|run| run.is_awaited), page.is_listing()) {
        (true, true) => paragraph("hint", "The run begins when the server has told of its models."),
        (true, false) => paragraph("hint", "The run begins when the schema was read."),
        (false, _) => nothing(),
    };
    let kept = move || match page.settings_kept.get() {
        true => nothing(),
        false => paragraph("hint", "This browser does not let the page keep your settings."),
    };
    let toggle = move || match page.run.with(|run| run.is_running()) {
        true => button("button button--stop actions__run", "Stop", move || page.stop()),
        false => button("button button--primary actions__run", "Run", move || page.start()),
    };
    let reset = button("button", "Reset", move || page.reset());
    group("actions", vec![dynamic(problem), dynamic(awaited), dynamic(kept), dynamic(toggle), reset])
}
