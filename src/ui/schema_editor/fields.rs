//! The fields and the rules of the schema as a form, as the judge gives it: rows of controls, in the order of the
//! text.

use crate::core::judge::{Control, ControlKind, FormRow};
use crate::ui::parts::{
    Markup, button, checkbox, dynamic, element, group, heading, label, nothing, paragraph, several, text,
};
use crate::ui::state::Page;
use crate::web::file;
use leptos::prelude::*;

/// The fields.
pub fn fields(page: Page) -> Markup {
    let rows = move || {
        page.editor.outlined.with(|outlined| {
            let more = match outlined.more {
                0 => nothing(),
                more => paragraph("hint", &format!("and {more} more, which are edited in the text")),
            };
            several(vec![list(page, "Form", &outlined.rows), more])
        })
    };
    several(vec![
        heading("section__title", "Fields"),
        dynamic(move || begin(page)),
        editable(page, vec![dynamic(rows)]),
    ])
}

/// The rules, and the field for another one.
pub fn rules(page: Page) -> Markup {
    let rows = move || page.editor.outlined.with(|outlined| list(page, "Rules", &outlined.rules));
    let new = Control {
        kind: ControlKind::Line,
        id: "new-rule".to_owned(),
        label: "New rule".to_owned(),
        edit: "new".to_owned(),
        ..Control::default()
    };
    // It is empty again once the rule is there.
    let new = move || page.editor.outlined.with(|_| control_view(page, &new));
    let new =
        group("form__entry", vec![label("new-rule", "another rule, such as self.total > 0.0"), dynamic(new)]);
    let hint = "A rule is an expression (CEL) that must be true. self is the value it stands at: the whole answer, \
                unless the rule says where. input is the document.";
    several(vec![
        heading("section__title", "Rules"),
        paragraph("hint", hint),
        editable(page, vec![dynamic(rows), new]),
    ])
}

/// Controls that work as long as the schema can be edited by its form.
fn editable(page: Page, views: Vec<Markup>) -> Markup {
    let is_fixed = move || !page.editor.outlined.with(|outlined| outlined.is_editable);
    element("fieldset").class("editor__fields").disabled(is_fixed).children(views).view()
}

/// The way in where there is no schema yet, or one within something else.
fn begin(page: Page) -> Markup {
    if !page.is_own_schema.get() {
        return nothing();
    }
    let way = |label: &str, edit: &'static str, value: &'static str| {
        button("button", label, move || page.edit(edit.to_owned(), value.to_owned()))
    };
    if page.settings.with(|_| page.own_text().trim().is_empty()) {
        return way("Start with a field", "kind 0", "object");
    }
    let is_within =
        page.editor.outlined.with(|outlined| !outlined.is_editable && !outlined.understood.is_empty());
    if !is_within {
        return nothing();
    }
    let words = "The schema stands in something else. Take it out to edit its fields here.";
    several(vec![paragraph("hint", words), way("Keep the schema alone", "unwrap", "")])
}

fn list(page: Page, name: &str, rows: &[FormRow]) -> Markup {
    let rows = rows.iter().enumerate().map(|(position, row)| row_view(page, position, row));
    element("ul").class("form").attribute("aria-label", name).children(rows.collect()).view()
}

fn row_view(page: Page, position: usize, row: &FormRow) -> Markup {
    let controls = |controls: &[Control]| -> Vec<Markup> {
        controls.iter().map(|control| control_view(page, control)).collect()
    };
    let mut head = controls(&row.head);
    if row.is_movable {
        let handle = element("span")
            .class("form__handle")
            .attribute("draggable", "true")
            .attribute("title", "Drag to move")
            .attribute("aria-hidden", "true")
            .on("dragstart", move |event| {
                file::carry(&event);
                page.drag(position);
            });
        head.insert(0, handle.text("⠿").view());
    }
    let mut more = controls(&row.boxes);
    if !row.summary.is_empty() {
        let entry = |control: &Control| {
            group("form__entry", vec![text("", &control.words), control_view(page, control)])
        };
        let summary = element("summary").text(&row.summary).view();
        let entries = group("form__entries", row.details.iter().map(entry).collect());
        more.push(element("details").class("fold form__details").child(summary).child(entries).view());
    }
    let remark = match row.is_well {
        None => "hint",
        Some(true) => "hint hint--good",
        Some(false) => "hint hint--bad",
    };
    let parts = vec![group("form__head", head), group("form__more", more), paragraph(remark, &row.remark)];
    let inside =
        element("div").class("form__row").attribute("role", "group").attribute("aria-label", &row.name);
    element("li")
        .attribute("style", &format!("--depth: {}", row.depth))
        .on("dragover", |event| event.prevent_default())
        .on("drop", move |event| {
            event.prevent_default();
            page.drop_at(position);
        })
        .child(inside.children(parts).view())
        .view()
}

fn control_view(page: Page, control: &Control) -> Markup {
    let Control { kind, id, label, words, value, options, edit } = control.clone();
    let tag = match kind {
        ControlKind::Words => return text("form__name", &words),
        ControlKind::Box => {
            let is_on = !value.is_empty();
            return checkbox(
                &words,
                move || is_on,
                move |is_on| {
                    page.edit(edit.clone(), if is_on { "on".to_owned() } else { String::new() });
                },
            );
        }
        ControlKind::Button => "button",
        ControlKind::Line | ControlKind::Typed => "input",
        ControlKind::Choice => "select",
    };
    let control = element(tag).attribute("id", &id).attribute("aria-label", &label);
    match kind {
        ControlKind::Button => control
            .attribute("type", "button")
            .attribute("title", &label)
            .class("button button--quiet")
            .on("click", move |_| page.edit(edit.clone(), String::new()))
            .text(&words)
            .view(),
        ControlKind::Words
        | ControlKind::Box
        | ControlKind::Line
        | ControlKind::Typed
        | ControlKind::Choice => {
            let option = |option: &String| element("option").attribute("value", option).text(option).view();
            let control = control.attribute("spellcheck", "false").attribute("autocomplete", "off");
            let typed = edit.clone();
            let control = control.value(Box::new(move || page.typed(&typed, &value)));
            let (typed, is_typed) = (edit.clone(), kind == ControlKind::Typed);
            control
                .on("input", move |event| page.type_edit(&typed, event_target_value(&event), is_typed))
                .on("change", move |event| page.edit(edit.clone(), event_target_value(&event)))
                .on("blur", move |_| page.leave_edit())
                .children(options.iter().map(option).collect())
                .view()
        }
    }
}
