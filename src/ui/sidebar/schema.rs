//! What a valid answer is: the chosen schema and what it amounts to.

use crate::core::judge::{Progress, Reading};
use crate::core::schema::BuiltIn;
use crate::core::settings::Unready;
use crate::ui::parts::{
    Choice, Markup, button, drawn, dynamic, element, group, nobody, nothing, paragraph, region,
};
use crate::ui::schema_editor::schema_editor;
use crate::ui::state::Page;

/// The chosen schema.
pub fn schema_section(page: Page) -> Markup {
    let edit = button("link", "Edit schema", move || page.open_editor());
    let title = element("h2").class("section__title").text("Schema").child(edit).view();
    let parts = vec![
        title,
        dynamic(move || page.own_schemas.with(|own| choice(page, own))),
        dynamic(move || deleted(page)),
        dynamic(move || page.schema.with(|reading| remarks(page, reading))),
        dynamic(move || page.schema.with(preview)),
        schema_editor(page),
    ];
    region("section section--schema", "Schema", parts)
}

/// The schemas there are; the last is a new one.
fn choice(page: Page, own: &[(String, String)]) -> Markup {
    let built_in = BuiltIn::ALL.map(|built_in| (built_in.id().to_owned(), built_in.label().to_owned()));
    let new = if own.is_empty() { "Your own…" } else { "Another of your own…" };
    let mut options: Vec<_> = built_in.into_iter().chain(own.iter().cloned()).collect();
    options.push((String::new(), new.to_owned()));
    let groups: Vec<_> = (0..options.len())
        .map(|place| if place < BuiltIn::ALL.len() { "Built in" } else { "Yours" })
        .collect();
    let schema = Choice {
        id: "schema",
        label: "Schema",
        hint: "",
        options,
        chosen: Box::new(move || page.settings.with(|settings| settings.schema.clone())),
        choose: Box::new(move |id| page.choose_schema(id)),
    };
    schema.view_in_groups(&groups)
}

/// The way back to a schema that was deleted.
fn deleted(page: Page) -> Markup {
    page.editor.deleted.with(|deleted| match deleted {
        None => nothing(),
        Some((_, own)) => {
            let words = format!("Deleted {}.", own.name);
            let undo = button("link", "Undo", move || page.undelete_schema());
            element("p").class("hint").attribute("role", "status").text(&words).child(undo).view()
        }
    })
}

/// What is to be said of the schema: what is wrong, how it was read, what is doubtful in it.
fn remarks(page: Page, reading: &Reading) -> Markup {
    let description = reading.description();
    match reading.settled() {
        Progress::Empty => nothing(),
        Progress::UnderWay | Progress::Done => drawn(&description.remarks, &nobody()),
        Progress::Wrong(error) => {
            element("p").class("schema__error").attribute("role", "alert").text(error).view()
        }
        Progress::Undecided(reason) => {
            let words = paragraph("", &Unready::Judge(reason.clone()).message());
            group("hint hint--bad", vec![words, button("link", "Try again", move || page.read_schema())])
        }
    }
}

/// The fields of the schema.
fn preview(reading: &Reading) -> Markup {
    let description = reading.description();
    if description.preview.get(0).is_none() {
        return nothing();
    }
    let list = element("ul")
        .class(if reading.is_stale() { "preview preview--stale" } else { "preview" })
        .attribute("tabindex", "0")
        .attribute("aria-label", "Fields")
        .child(drawn(&description.preview, &nobody()));
    list.view()
}
