//! What a valid answer is: the chosen schema and what it amounts to.

use super::own_schema::own_schema;
use super::trial::trial;
use crate::core::judge::{Progress, Reading};
use crate::core::schema::{BuiltIn, Note, PreviewLine};
use crate::core::settings::{OWN_SCHEMA, Unready};
use crate::ui::parts::{
    Choice, button, dynamic, element, group, heading, icon, nothing, paragraph, region, several, text,
};
use crate::ui::state::Page;
use leptos::prelude::*;

/// The chosen schema.
pub fn schema_section(page: Page) -> AnyView {
    let mut options: Vec<_> =
        BuiltIn::ALL.map(|built_in| (built_in.id().to_owned(), built_in.label().to_owned())).into();
    options.push((OWN_SCHEMA.to_owned(), "Your own…".to_owned()));
    let schema = Choice {
        id: "schema",
        label: "Schema",
        hint: "",
        options,
        chosen: Box::new(move || page.settings.with(|settings| settings.schema.clone())),
        choose: Box::new(move |id| page.choose_schema(id)),
    };
    // Only a change of schema builds the field anew, not what is typed in it.
    let own = move || if page.is_own_schema.get() { own_schema(page) } else { nothing() };
    let parts = vec![
        heading("section__title", "Schema"),
        schema.view(),
        dynamic(own),
        dynamic(move || page.schema.with(|reading| remarks(page, reading))),
        dynamic(move || page.schema.with(preview)),
        trial(page),
    ];
    region("section section--schema", "Schema", parts)
}

/// What is to be said of the schema: what is wrong, how it was read, what is doubtful in it.
fn remarks(page: Page, reading: &Reading) -> AnyView {
    let description = reading.description();
    match reading.settled() {
        Progress::Empty => nothing(),
        Progress::UnderWay | Progress::Done => {
            let notes = description.notes.iter().map(|note| paragraph("hint", note)).collect();
            several(vec![several(notes), component(page, reading), warnings(&description.warnings)])
        }
        Progress::Wrong(error) => {
            element("p").class("schema__error").attribute("role", "alert").text(error).view()
        }
        Progress::Undecided(reason) => {
            let words = paragraph("", &Unready::Judge(reason.clone()).message());
            group("hint hint--bad", vec![words, button("link", "Try again", move || page.read_schema())])
        }
    }
}

/// Which of the schemas in a document is meant.
fn component(page: Page, reading: &Reading) -> AnyView {
    let description = reading.description();
    if description.components.is_empty() {
        return nothing();
    }
    let chosen = description.component.clone().unwrap_or_default();
    let mut options: Vec<_> =
        description.components.iter().map(|name| (name.clone(), name.clone())).collect();
    if chosen.is_empty() {
        options.insert(0, (String::new(), "Choose one…".to_owned()));
    }
    let component = Choice {
        id: "component",
        label: "Component",
        hint: "",
        options,
        chosen: Box::new(move || chosen.clone()),
        choose: Box::new(move |name| page.change_own_schema(|own| own.component = name)),
    };
    component.view()
}

fn warnings(warnings: &[Note]) -> AnyView {
    if warnings.is_empty() {
        return nothing();
    }
    let warning = |warning: &Note| {
        let path = text("schema__path", &warning.path);
        element("li").child(icon("schema__sign", "⚠")).child(path).child(text("", &warning.message)).view()
    };
    element("ul")
        .class("schema__warnings")
        .attribute("aria-label", "Schema warnings")
        .children(warnings.iter().map(warning).collect())
        .view()
}

/// The fields of the schema.
fn preview(reading: &Reading) -> AnyView {
    let description = reading.description();
    if description.preview.is_empty() {
        return nothing();
    }
    let list = element("ul")
        .class(if reading.is_stale() { "preview preview--stale" } else { "preview" })
        .attribute("tabindex", "0")
        .attribute("aria-label", "Fields")
        .children(description.preview.iter().map(preview_line).collect());
    list.view()
}

fn preview_line(line: &PreviewLine) -> AnyView {
    let optional = if line.optional { "optional " } else { "" };
    element("li")
        .attribute("style", &format!("--depth: {}", line.depth))
        .child(text("preview__name", &line.name))
        .child(text("preview__type", &line.kind))
        .child(text("preview__constraint", &format!("{optional}{}", line.constraint)))
        .child(text("preview__description", line.description.as_deref().unwrap_or_default()))
        .view()
}
