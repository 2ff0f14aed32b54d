//! The fields and the rules of the schema as a form, as the judge draws it, in the order of the text.

use crate::core::judge::DrawnSchema;
use crate::ui::parts::{Markup, drawn_form, dynamic, element, heading, paragraph, several};
use crate::ui::state::Page;
use serde_json::Value;

/// The fields.
pub fn fields(page: Page) -> Markup {
    several(vec![
        heading("section__title", "Fields"),
        part(page, |outlined| &outlined.way_in),
        editable(page, part(page, |outlined| &outlined.fields)),
    ])
}

/// The rules, and the field for another one.
pub fn rules(page: Page) -> Markup {
    let hint = "A rule is an expression (CEL) that must be true. self is the value it stands at: the whole answer, \
                unless the rule says where. input is the document.";
    several(vec![
        heading("section__title", "Rules"),
        paragraph("hint", hint),
        editable(page, part(page, |outlined| &outlined.rules)),
    ])
}

/// A part of what the judge has drawn of the schema; its controls change the schema.
pub fn part(page: Page, part: fn(&DrawnSchema) -> &Value) -> Markup {
    let ask = page.editor_ask();
    dynamic(move || {
        page.editor.outlined.with(|outlined| drawn_form(part(outlined), &ask, Some(&page.editor.draft)))
    })
}

/// Controls that work as long as the schema can be edited by its form.
fn editable(page: Page, controls: Markup) -> Markup {
    element("fieldset")
        .class("editor__fields")
        .disabled(move || !page.editor.outlined.with(|outlined| outlined.is_editable))
        .on("focusout", move |_| page.leave_edit())
        .child(controls)
        .view()
}
