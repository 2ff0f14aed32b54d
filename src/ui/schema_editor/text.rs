//! The text of the schema: with numbered lines, what is wrong at its place, and what may be written at the caret.

use super::fields::part;
use crate::core::combobox::{Step, step};
use crate::core::judge::Formats;
use crate::core::schema::{Completion, Suggestion};
use crate::ui::parts::{
    Choice, DocumentField, Element, Markup, Overlong, TextArea, button, checkbox, dynamic, dynamic_text,
    element, group, label, nothing, paragraph, several, text,
};
use crate::ui::state::{Page, TEXT_ID};
use crate::web::{browser, caret, keys};
use leptos::ev::Event;

const LIST_ID: &str = "suggestions";

/// More lines than these have no number.
const MOST_NUMBERS: usize = 20_000;

/// The left column.
pub fn text_column(page: Page) -> Markup {
    // Only the change from a built-in schema to one's own builds the field anew.
    let field = dynamic(move || if page.is_own_schema.get() { own(page) } else { built_in(page) });
    let shown = part(page, |outlined| &outlined.remarks);
    group("editor__text", vec![field, dynamic(move || remarks(page)), shown])
}

fn own(page: Page) -> Markup {
    let field = DocumentField {
        area: area(page),
        label: "Your own schema",
        open: "open a schema file",
        accept: ".json,.jsonl,.csv,.txt,application/json,text/*",
        remark: Box::new(|| {
            "JSON Schema, field form, response_format, tool, OpenAPI; examples as JSON, JSON lines or CSV. \
             Ctrl+Space suggests what fits."
                .to_owned()
        }),
        overlong: Overlong::Taken,
        images: None,
    };
    several(vec![dynamic(move || tools(page)), field.view_with(move |area| frame(page, area))])
}

/// The text of a built-in schema, which is only looked at.
fn built_in(page: Page) -> Markup {
    let area = area(page).element().attribute("readonly", "");
    let words = paragraph("hint", "This schema is built in. Duplicate it to change it.");
    several(vec![words, label(TEXT_ID, "Text of the schema"), frame(page, area)])
}

fn area(page: Page) -> TextArea {
    TextArea {
        id: TEXT_ID,
        rows: "24",
        is_prose: false,
        placeholder: "Paste a schema or an example, or drop a file.",
        value: Box::new(move || shown_text(page)),
        input: Box::new(move |text| page.change_own_schema(|own| own.text = text)),
    }
}

/// The text of the schema that is set: that of a built-in one comes from the judge.
fn shown_text(page: Page) -> String {
    match page.is_own_schema.get() {
        true => page.settings.with(|_| page.own_text()),
        false => page.editor.outlined.with(|outlined| outlined.text.clone()),
    }
}

/// What is done with the text as a whole.
fn tools(page: Page) -> Markup {
    let (has_past, has_future) =
        page.editor.history.with(|history| (history.has_past(), history.has_future()));
    let tool = |label: &str, is_there: bool, press: Box<dyn Fn()>| match is_there {
        true => button("button button--quiet", label, press),
        false => nothing(),
    };
    let is_checked = move || {
        page.settings.with(|settings| settings.own_schema().is_none_or(|own| own.formats == Formats::Assert))
    };
    let formats = checkbox("Check formats", is_checked, move |is_checked| {
        let formats = if is_checked { Formats::Assert } else { Formats::Annotate };
        page.change_own_schema(|own| own.formats = formats);
    });
    let tools = vec![
        tool("Format", true, Box::new(move || page.edit("format".to_owned(), String::new()))),
        tool("From an example", true, Box::new(move || page.infer_schema())),
        tool("Undo", has_past, Box::new(move || page.undo())),
        tool("Redo", has_future, Box::new(move || page.redo())),
        formats,
    ];
    group("editor__tools", tools)
}

/// The field between the numbers of its lines and what may be written in it.
fn frame(page: Page, area: Element) -> Markup {
    let area = area
        .attribute("wrap", "off")
        .attribute("aria-autocomplete", "list")
        .attribute("aria-haspopup", "listbox")
        .attribute("aria-controls", LIST_ID)
        .attribute_of("aria-activedescendant", move || match page.editor.completion.with(Option::is_some) {
            true => row_id(page.editor.suggested.get()),
            false => String::new(),
        })
        .on("input", move |event| {
            if let Some(at) = caret::of(&event) {
                page.complete(at, false);
            }
        })
        .on("keydown", move |event| press(page, &event))
        .on("scroll", |event| caret::scrolled(&event))
        .on("blur", move |_| page.editor.completion.set(None))
        .on("click", move |_| page.editor.completion.set(None));
    let numbers = dynamic_text(move || {
        let lines = 1 + shown_text(page).matches('\n').count();
        (1..=lines.min(MOST_NUMBERS)).map(|line| format!("{line}\n")).collect()
    });
    let marks = part(page, |outlined| &outlined.marks);
    let gutter = element("div").class("code__gutter").attribute("aria-hidden", "true");
    let gutter = gutter.child(element("pre").child(numbers).child(marks).view()).view();
    let suggestions = dynamic(move || {
        page.editor
            .completion
            .with(|completion| completion.as_ref().map_or_else(nothing, |completion| popup(page, completion)))
    });
    group("code", vec![gutter, area.view(), suggestions])
}

fn popup(page: Page, completion: &Completion) -> Markup {
    let row = |(row, Suggestion { label, meaning, .. }): (usize, &Suggestion)| {
        element("li")
            .attribute("id", &row_id(row))
            .attribute("role", "option")
            .attribute_of("aria-selected", move || (page.editor.suggested.get() == row).to_string())
            .on("click", move |_| page.take_suggestion(row))
            .text(label)
            .child(text("hint", meaning))
            .view()
    };
    let place = completion.start;
    element("ul")
        .class("combobox__rows code__suggestions")
        .attribute("id", LIST_ID)
        .attribute("role", "listbox")
        .attribute("aria-label", "Suggestions")
        // So that it can be scrolled without a pointer.
        .attribute("tabindex", "0")
        .attribute("style", &format!("--line: {}; --column: {}", place.line, place.column.saturating_sub(1)))
        // The field keeps the focus.
        .on("mousedown", |event| event.prevent_default())
        .children(completion.suggestions.iter().enumerate().map(row).collect())
        .view()
}

fn press(page: Page, event: &Event) {
    if keys::asks_for_suggestions(event) {
        event.prevent_default();
        if let Some(at) = caret::of(event) {
            page.complete(at, true);
        }
        return;
    }
    let rows = page.editor.completion.with_untracked(|completion| {
        completion.as_ref().map_or(0, |completion| completion.suggestions.len())
    });
    if rows == 0 {
        return;
    }
    let active = page.editor.suggested.get_untracked();
    let key = match keys::pressed(event) {
        key if key == "Tab" => "Enter".to_owned(),
        // They are for the text.
        key if key == "Home" || key == "End" => return,
        key => key,
    };
    let Some(step) = step(&key, true, Some(active), rows) else { return };
    event.prevent_default();
    event.stop_propagation();
    match step {
        Step::Open => {}
        Step::Close => page.editor.completion.set(None),
        Step::Go(row) => {
            page.editor.suggested.set(row);
            browser::reveal(&row_id(row));
        }
        Step::Take(row) => page.take_suggestion(row),
    }
}

fn row_id(row: usize) -> String {
    format!("{LIST_ID}-{row}")
}

/// Why the last edit was not possible, and which schema of the text is meant.
fn remarks(page: Page) -> Markup {
    let refused = page.editor.refused.get();
    let refused = match refused.as_str() {
        "" => nothing(),
        words => element("p").class("schema__error").attribute("role", "alert").text(words).view(),
    };
    several(vec![refused, component(page)])
}

/// Which of the schemas in a document is meant.
fn component(page: Page) -> Markup {
    page.schema.with(|reading| {
        let description = reading.description();
        if description.components.is_empty() || !page.is_own_schema.get() {
            return nothing();
        }
        let chosen = description.component.clone().unwrap_or_default();
        let names = description.components.iter();
        let mut options: Vec<_> = names.map(|name| (name.clone(), name.clone())).collect();
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
    })
}
