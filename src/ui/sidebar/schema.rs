//! What a valid answer is: the chosen schema and its preview.

use crate::core::schema::PreviewLine;
use crate::ui::parts::{Choice, dynamic, element, heading, region, text};
use crate::ui::state::Page;
use leptos::prelude::*;

/// The chosen schema.
pub fn schema_section(page: Page) -> AnyView {
    let schema = Choice {
        id: "schema",
        label: "Schema",
        options: page.catalogue.iter().map(|entry| (entry.id, entry.schema.label.clone())).collect(),
        chosen: Box::new(move || page.settings.with(|settings| settings.schema.clone())),
        choose: Box::new(move |id| page.choose_schema(id)),
    };
    let preview = move || {
        let lines = page.schema.with(|schema| schema.preview());
        let lines = lines.into_iter().map(preview_line).collect();
        element("ul").class("preview").attribute("aria-label", "Fields").children(lines).view()
    };
    let title = heading("section__title", "Schema");
    region("section section--schema", "Schema", vec![title, schema.view(), dynamic(preview)])
}

fn preview_line(line: PreviewLine) -> AnyView {
    let optional = if line.optional { "optional " } else { "" };
    element("li")
        .child(text("", &"  ".repeat(line.depth)))
        .child(text("preview__name", &line.name))
        .child(text("preview__type", &line.kind))
        .child(text("preview__constraint", &format!("{optional}{}", line.constraint)))
        .child(text("preview__description", &line.description.unwrap_or_default()))
        .view()
}
