//! The fields of the schema as a form: a row each, in the order of the text.

use crate::core::schema::{Constraint, Edit, Entry, FieldEdit, FieldKind, FieldRow, Flag};
use crate::ui::parts::{
    Element, button, checkbox, dynamic, element, group, heading, nothing, paragraph, several, text,
};
use crate::ui::state::{Page, control_id};
use crate::web::file;
use leptos::prelude::*;

const FORMATS_ID: &str = "formats";

/// The form.
pub fn fields(page: Page) -> AnyView {
    let rows = move || {
        page.editor.outlined.with(|outlined| {
            let rows = outlined.rows.iter().enumerate().map(|(row, field)| row_view(page, row, field));
            let list = element("ul").class("form").attribute("aria-label", "Form").children(rows.collect());
            let more = match outlined.more {
                0 => nothing(),
                more => paragraph("hint", &format!("and {more} more, which are edited in the text")),
            };
            let names = outlined.formats.iter();
            let names = names.map(|name| element("option").attribute("value", name).view()).collect();
            let names = element("datalist").attribute("id", FORMATS_ID).children(names);
            several(vec![list.view(), more, names.view()])
        })
    };
    let is_fixed = move || !page.editor.outlined.with(|outlined| outlined.is_editable);
    let form = element("fieldset").class("editor__fields").disabled(is_fixed).child(dynamic(rows));
    several(vec![heading("section__title", "Fields"), dynamic(move || begin(page)), form.view()])
}

/// The way in where there is no schema yet, or one within something else.
fn begin(page: Page) -> AnyView {
    if !page.is_own_schema.get() {
        return nothing();
    }
    let is_empty = page.settings.with(|_| page.own_text().trim().is_empty());
    let (is_editable, is_shown) =
        page.editor.outlined.with(|outlined| (outlined.is_editable, !outlined.understood.is_empty()));
    if is_empty {
        let start = Edit::Field(0, FieldEdit::Kind(FieldKind::Object));
        return button("button", "Start with a field", move || page.edit(start.clone()));
    }
    if is_editable || !is_shown {
        return nothing();
    }
    let words = "The schema stands in something else. Take it out to edit its fields here.";
    several(vec![
        paragraph("hint", words),
        button("button", "Keep the schema alone", move || page.edit(Edit::Unwrap)),
    ])
}

fn row_view(page: Page, row: usize, field: &FieldRow) -> AnyView {
    let name = field.name.as_str();
    let mut head = Vec::new();
    if field.is_named {
        let handle = element("span")
            .class("form__handle")
            .attribute("draggable", "true")
            .attribute("title", "Drag to move")
            .attribute("aria-hidden", "true")
            .on("dragstart", move |event| {
                file::carry(&event);
                page.drag(row);
            });
        head.push(handle.text("⠿").view());
        let input = input(page, row, "name", &format!("Name of {name}"), name, FieldEdit::Rename);
        head.push(input.class("form__name").view());
    } else {
        head.push(text("form__name", name));
    }
    head.push(kind(page, row, field));
    let edit = |sign: &str, label: String, control: &str, edit: FieldEdit| {
        let press = move || page.edit(Edit::Field(row, edit.clone()));
        let press: Box<dyn Fn()> = Box::new(press);
        element("button")
            .attribute("type", "button")
            .class("button button--quiet")
            .attribute("id", &control_id(row, control))
            .attribute("aria-label", &label)
            .attribute("title", &label)
            .on("click", move |_| press())
            .text(sign)
            .view()
    };
    let mut tools = Vec::new();
    if field.has_fields {
        tools.push(edit("+ field", format!("Add a field to {name}"), "add", FieldEdit::Add));
    }
    if field.is_named {
        tools.push(edit("↑", format!("Move {name} up"), "up", FieldEdit::Up));
        tools.push(edit("↓", format!("Move {name} down"), "down", FieldEdit::Down));
        tools.push(edit("✕", format!("Remove {name}"), "remove", FieldEdit::Remove));
    }
    head.push(group("form__tools", tools));
    let flags = field.flags.iter().map(|(flag, is_on)| flag_view(page, row, *flag, *is_on));
    let more = flags.chain([details(page, row, field)]).collect();
    let parts = vec![group("form__head", head), group("form__more", more), paragraph("hint", &field.others)];
    element("li")
        .attribute("style", &format!("--depth: {}", field.depth))
        .on("dragover", |event| event.prevent_default())
        .on("drop", move |event| {
            event.prevent_default();
            page.drop_at(row);
        })
        .child(
            element("div")
                .class("form__row")
                .attribute("role", "group")
                .attribute("aria-label", name)
                .children(parts)
                .view(),
        )
        .view()
}

/// A field for a line of text, which is taken when the person is done with it.
fn input(
    page: Page,
    row: usize,
    control: &str,
    label: &str,
    value: &str,
    edit: impl Fn(String) -> FieldEdit + 'static,
) -> Element {
    let value = value.to_owned();
    let edit: Box<dyn Fn(String) -> FieldEdit> = Box::new(edit);
    element("input")
        .attribute("id", &control_id(row, control))
        .attribute("aria-label", label)
        .attribute("spellcheck", "false")
        .attribute("autocomplete", "off")
        .value(Box::new(move || value.clone()))
        .on("change", move |event| page.edit(Edit::Field(row, edit(event_target_value(&event)))))
}

fn kind(page: Page, row: usize, field: &FieldRow) -> AnyView {
    let offered = FieldKind::ALL.into_iter().filter(|kind| *kind != FieldKind::Other || *kind == field.kind);
    let option = |kind: FieldKind| element("option").attribute("value", kind.name()).text(kind.name()).view();
    let chosen = field.kind.name();
    element("select")
        .class("form__kind")
        .attribute("id", &control_id(row, "kind"))
        .attribute("aria-label", &format!("Type of {}", field.name))
        .on("change", move |event| {
            let name = event_target_value(&event);
            if let Some(kind) = FieldKind::ALL.into_iter().find(|kind| kind.name() == name) {
                page.edit(Edit::Field(row, FieldEdit::Kind(kind)));
            }
        })
        .children(offered.map(option).collect())
        .value(Box::new(move || chosen.to_owned()))
        .view()
}

fn flag_view(page: Page, row: usize, flag: Flag, is_on: bool) -> AnyView {
    checkbox(
        flag.words(),
        move || is_on,
        move |is_on| page.edit(Edit::Field(row, FieldEdit::Flag(flag, is_on))),
    )
}

/// What the values are held to, and what the field is.
fn details(page: Page, row: usize, field: &FieldRow) -> AnyView {
    let set = field.entries.iter().filter(|entry| !entry.value.is_empty());
    let mut words: Vec<_> =
        set.map(|entry| format!("{} {}", entry.constraint.words(), entry.value)).collect();
    words.extend(Some(field.description.clone()).filter(|text| !text.is_empty()));
    let words = if words.is_empty() { "constraints, description".to_owned() } else { words.join(" · ") };
    let mut inputs: Vec<_> = field.entries.iter().map(|entry| entry_view(page, row, field, entry)).collect();
    let label = format!("Description of {}", field.name);
    let description = input(page, row, "description", &label, &field.description, FieldEdit::Describe);
    inputs.push(labelled("description", description));
    let summary = element("summary").text(&words).view();
    element("details").class("fold form__details").child(summary).child(group("form__entries", inputs)).view()
}

fn entry_view(page: Page, row: usize, field: &FieldRow, entry: &Entry) -> AnyView {
    let constraint = entry.constraint;
    let words = constraint.words();
    let edit = move |value| FieldEdit::Constrain(constraint, value);
    let control = input(page, row, words, &format!("{words} of {}", field.name), &entry.value, edit);
    labelled(
        words,
        if constraint == Constraint::Format { control.attribute("list", FORMATS_ID) } else { control },
    )
}

fn labelled(words: &str, input: Element) -> AnyView {
    element("div").class("form__entry").child(text("", words)).child(input.view()).view()
}
