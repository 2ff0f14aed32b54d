//! The person's own schema: typed, pasted or dropped.

use crate::core::judge::Formats;
use crate::ui::parts::{DocumentField, TextArea, element, group, text};
use crate::ui::state::Page;
use leptos::prelude::*;

/// The field for it, and how it is read.
pub fn own_schema(page: Page) -> AnyView {
    let field = DocumentField {
        area: TextArea {
            id: "own-schema",
            rows: "10",
            is_prose: false,
            placeholder: "Paste a schema, or drop a file.",
            value: Box::new(move || page.settings.with(|settings| settings.own_schema.text.clone())),
            input: Box::new(move |text| page.change_own_schema(|own| own.text = text)),
        },
        label: "Your own schema",
        open: "open a schema file",
        accept: ".json,.txt,application/json,text/*",
        remark: Box::new(|| "JSON Schema, field form, tool definition, OpenAPI".to_owned()),
    };
    group("section", vec![field.view(), check_formats(page)])
}

fn check_formats(page: Page) -> AnyView {
    let is_checked = page.settings.with_untracked(|settings| settings.own_schema.formats == Formats::Assert);
    let checkbox = element("input").attribute("type", "checkbox").on("change", move |event| {
        let formats = if event_target_checked(&event) { Formats::Assert } else { Formats::Annotate };
        page.change_own_schema(|own| own.formats = formats);
    });
    let checkbox = if is_checked { checkbox.attribute("checked", "") } else { checkbox };
    element("label").class("check").child(checkbox.view()).child(text("", "Check formats")).view()
}
