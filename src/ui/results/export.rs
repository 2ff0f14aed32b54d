//! The whole run, to be taken elsewhere.

use crate::ui::parts::{Markup, button, fold, group, nothing, paragraph};
use crate::ui::state::Page;

/// What a run that is over can be had as.
pub fn export(page: Page) -> Markup {
    if page.run.with(|run| run.ending.is_none()) {
        return nothing();
    }
    let file = vec![
        button("button", "Save run file", move || page.save_run_file()),
        paragraph("hint", "All of the run, without the key: open it here again, or on another machine."),
    ];
    fold("Export", vec![group("export__way", file)])
}
