//! The whole run, to be taken elsewhere.

use crate::core::report::ReportKind;
use crate::ui::parts::{Markup, button, dynamic_text, element, file_button, fold, group, nothing, paragraph};
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
    let report = |label, kind, is_copied| button("button", label, move || page.report(kind, is_copied));
    let ways = vec![
        report("Save run file", ReportKind::Run, false),
        report("Save as Markdown", ReportKind::Markdown, false),
        report("Copy as Markdown", ReportKind::Markdown, true),
        report("Save as JSON", ReportKind::Json, false),
        report("Copy as JSON", ReportKind::Json, true),
        open_file(page),
    ];
    let said = element("span").class("hint").child(dynamic_text(move || page.exported.get())).view();
    let hint = "A run file holds all of the run, without the key: it opens on any machine, and is judged again there.";
    fold("Export", vec![group("export__ways", ways), said, paragraph("hint", hint)])
}
