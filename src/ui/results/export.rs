//! The whole run, to be taken elsewhere.

use crate::ui::parts::{Markup, button, file_button, fold, group, nothing, paragraph};
use crate::ui::state::Page;

/// What opens a run file.
pub fn open_file(page: Page) -> Markup {
    file_button("link file-button", "Open a run file", ".json", Box::new(|file| page.open_file(file)))
}

/// What a run that is over can be had as.
pub fn export(page: Page) -> Markup {
    if page.run.with(|run| run.ending.is_none()) {
        return nothing();
    }
    let file = vec![
        button("button", "Save run file", move || page.save_run_file()),
        open_file(page),
        paragraph(
            "hint",
            "All of the run, without the key: it opens on any machine, and is judged again there.",
        ),
    ];
    fold("Export", vec![group("export__way", file)])
}
