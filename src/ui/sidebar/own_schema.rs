//! The person's own schema: typed, pasted or dropped.

use crate::core::judge::Formats;
use crate::ui::parts::{
    DocumentField, Overlong, TextArea, button, checkbox, dynamic, element, group, several,
};
use crate::ui::state::{Inference, Page};
use leptos::prelude::*;

/// The field for it, and how it is read.
pub fn own_schema(page: Page) -> AnyView {
    let field = DocumentField {
        area: TextArea {
            id: "own-schema",
            rows: "10",
            is_prose: false,
            placeholder: "Paste a schema or an example, or drop a file.",
            value: Box::new(move || page.settings.with(|settings| settings.own_schema.text.clone())),
            input: Box::new(move |text| page.change_own_schema(|own| own.text = text)),
        },
        label: "Your own schema",
        open: "open a schema file",
        accept: ".json,.jsonl,.csv,.txt,application/json,text/*",
        remark: Box::new(|| "JSON Schema, field form, tool definition, OpenAPI".to_owned()),
        overlong: Overlong::Taken,
    };
    group("section", vec![field.view(), from_example(page), check_formats(page)])
}

/// The way from an example to a schema, and back.
fn from_example(page: Page) -> AnyView {
    let outcome = move || {
        page.inference.with(|Inference { examples, problem }| {
            let mut views = Vec::new();
            if !examples.is_empty() {
                views.push(button("link", "Back to the example", move || page.restore_examples()));
            }
            if !problem.is_empty() {
                views.push(
                    element("p").class("schema__error").attribute("role", "alert").text(problem).view(),
                );
            }
            several(views)
        })
    };
    group(
        "schema__example",
        vec![button("link", "From an example", move || page.infer_schema()), dynamic(outcome)],
    )
}

fn check_formats(page: Page) -> AnyView {
    let is_checked = move || page.settings.with(|settings| settings.own_schema.formats == Formats::Assert);
    checkbox("Check formats", is_checked, move |is_checked| {
        let formats = if is_checked { Formats::Assert } else { Formats::Annotate };
        page.change_own_schema(|own| own.formats = formats);
    })
}
