//! What a valid answer is: the chosen schema and its preview.

use crate::core::schema::PreviewLine;
use crate::ui::parts::{Choice, dynamic, region, text};
use crate::ui::state::Page;
use leptos::prelude::*;

/// The chosen schema.
pub fn schema_section(page: Page) -> AnyView {
    let schema = Choice {
        id: "schema",
        label: "Schema",
        options: page.catalogue.with_value(|catalogue| {
            catalogue.iter().map(|entry| (entry.id, entry.schema.label.clone())).collect()
        }),
        chosen: Signal::derive(move || page.settings.with(|settings| settings.schema.clone())),
        choose: Box::new(move |id| page.settings.update(|settings| settings.schema = id)),
    };
    let preview = move || {
        let lines: Vec<_> =
            page.schema.with(|schema| schema.preview()).into_iter().map(preview_line).collect();
        view! { <ul class="preview" aria-label="Fields">{lines}</ul> }.into_any()
    };
    let title = view! { <h2 class="section__title">"Schema"</h2> }.into_any();
    region("section section--schema", "Schema", vec![title, schema.view(), dynamic(preview)])
}

fn preview_line(line: PreviewLine) -> AnyView {
    let optional = if line.optional { "optional " } else { "" };
    let parts = vec![
        text("", "  ".repeat(line.depth)),
        text("preview__name", line.name),
        text("preview__type", line.kind),
        text("preview__constraint", format!("{optional}{}", line.constraint)),
        text("preview__description", line.description.unwrap_or_default()),
    ];
    view! { <li>{parts}</li> }.into_any()
}
