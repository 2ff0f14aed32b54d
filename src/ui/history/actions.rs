//! What can be done with the runs that are found, or with all of them.

use crate::core::archive::ExportFormat;
use crate::ui::parts::{Markup, button, dynamic, dynamic_text, element, group, nothing, paragraph, text};
use crate::ui::state::Page;

/// How many there are, and the buttons.
pub fn actions(page: Page) -> Markup {
    let count = element("h2").class("history__count").child(dynamic_text(move || page.history.count.get()));
    let compare = element("button")
        .attribute("type", "button")
        .class("button button--quiet")
        .disabled(move || page.history.chosen.with(|chosen| chosen.len() < 2))
        .attribute("title", "Tick two runs")
        .on("click", move |_| page.compare_runs())
        .text("Compare two");
    let mut views = vec![count.view(), compare.view()];
    views.extend(ExportFormat::ALL.map(|format| {
        button("button button--quiet", export_words(format), move || page.export_runs(format))
    }));
    views.push(button("button button--quiet", "Delete all…", move || page.history.is_clearing.set(true)));
    let buttons =
        element("div").class("history__actions").hidden(move || page.history.kept.get() == 0).children(views);
    group(
        "history__head",
        vec![buttons.view(), dynamic(move || deleted(page)), dynamic(move || clearing(page))],
    )
}

fn export_words(format: ExportFormat) -> &'static str {
    match format {
        ExportFormat::JsonLines => "Export JSONL",
        ExportFormat::Csv => "Export CSV",
    }
}

/// What can be brought back.
fn deleted(page: Page) -> Markup {
    let words = page.history.deleted.get();
    if words.is_empty() {
        return nothing();
    }
    let undo = button("button button--quiet", "Undo", move || page.restore_runs());
    element("div")
        .class("history__notice")
        .attribute("role", "status")
        .children(vec![text("", &words), undo])
        .view()
}

/// The question before all are deleted.
fn clearing(page: Page) -> Markup {
    if !page.history.is_clearing.get() {
        return nothing();
    }
    let clear = move |with_pinned| move || page.clear_runs(with_pinned);
    let buttons = vec![
        button("button", "Delete all but the pinned", clear(false)),
        button("button button--stop", "Delete all", clear(true)),
        button("button", "Cancel", move || page.history.is_clearing.set(false)),
    ];
    element("section")
        .class("history__notice")
        .attribute("aria-label", "Delete all runs")
        .child(paragraph("", "Delete every run that is kept, whatever is looked for?"))
        .children(buttons)
        .view()
}
