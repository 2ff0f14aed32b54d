//! What a valid answer is: the chosen schema and its preview.

use crate::core::judge::{Progress, Reading};
use crate::core::schema::PreviewLine;
use crate::core::settings::Unready;
use crate::ui::parts::{Choice, button, dynamic, element, group, heading, nothing, paragraph, region, text};
use crate::ui::state::Page;
use leptos::prelude::*;

/// The chosen schema.
pub fn schema_section(page: Page) -> AnyView {
    let schema = Choice {
        id: "schema",
        label: "Schema",
        options: page.catalogue.iter().map(|entry| (entry.id, entry.label.clone())).collect(),
        chosen: Box::new(move || page.settings.with(|settings| settings.schema.clone())),
        choose: Box::new(move |id| page.choose_schema(id)),
    };
    let preview = move || {
        let line = |line: &PreviewLine| preview_line(line);
        let lines = page.schema.with(|schema| schema.description().preview.iter().map(line).collect());
        element("ul").class("preview").attribute("aria-label", "Fields").children(lines).view()
    };
    let fault = dynamic(move || page.schema.with(|reading| fault(page, reading)));
    let title = heading("section__title", "Schema");
    region("section section--schema", "Schema", vec![title, schema.view(), fault, dynamic(preview)])
}

/// What keeps the schema from being used.
fn fault(page: Page, reading: &Reading) -> AnyView {
    match reading.progress() {
        Progress::Empty | Progress::UnderWay | Progress::Done | Progress::Wrong(_) => nothing(),
        Progress::Undecided(reason) => {
            let words = paragraph("", &Unready::Judge(reason.clone()).message());
            group("hint hint--bad", vec![words, button("link", "Try again", move || page.read_schema())])
        }
    }
}

fn preview_line(line: &PreviewLine) -> AnyView {
    let optional = if line.optional { "optional " } else { "" };
    element("li")
        .child(text("", &"  ".repeat(line.depth)))
        .child(text("preview__name", &line.name))
        .child(text("preview__type", &line.kind))
        .child(text("preview__constraint", &format!("{optional}{}", line.constraint)))
        .child(text("preview__description", line.description.as_deref().unwrap_or_default()))
        .view()
}
