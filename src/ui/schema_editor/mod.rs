//! The editor of the schema, over the whole page: its text, and the form that shows the same.

mod fields;
mod text;
mod trial;

use super::parts::{Markup, button, dynamic, element, group, heading, nothing, several};
use super::state::{EDITOR_ID, Page};
use crate::core::schema::BuiltIn;
use crate::web::dialog;
use fields::{fields, rules};
use leptos::prelude::*;
use text::text_column;
use trial::trial;

/// The dialog, which holds nothing while it is closed.
pub fn schema_editor(page: Page) -> Markup {
    let inside = move || if page.editor.is_open.get() { editor(page) } else { nothing() };
    element("dialog")
        .attribute("id", EDITOR_ID)
        .class("editor")
        .attribute("aria-label", "Schema editor")
        .on("close", move |_| page.leave_editor())
        .child(dynamic(inside))
        .view()
}

fn editor(page: Page) -> Markup {
    let form = vec![fields(page), rules(page), trial(page)];
    let columns = vec![text_column(page), group("editor__form", form)];
    several(vec![dynamic(move || head(page, page.is_own_schema.get())), group("editor__columns", columns)])
}

/// Which schema it is, and what is done with the whole of it.
fn head(page: Page, is_own: bool) -> Markup {
    let close = button("button", "Close", || dialog::close(EDITOR_ID));
    if !is_own {
        let name =
            page.settings.with_untracked(|settings| BuiltIn::from_id(&settings.schema)).unwrap_or_default();
        let duplicate = button("button button--primary", "Duplicate to change", move || {
            let text = page.editor.outlined.with_untracked(|outlined| outlined.text.clone());
            page.new_schema(text, name.label());
        });
        return group("editor__head", vec![heading("editor__name", name.label()), duplicate, close]);
    }
    let name = element("input")
        .attribute("id", "schema-name")
        .attribute("aria-label", "Name of the schema")
        .attribute("autocomplete", "off")
        .value(Box::new(move || {
            page.settings
                .with(|settings| settings.own_schema().map(|own| own.name.clone()).unwrap_or_default())
        }))
        .on("input", move |event| page.rename_schema(event_target_value(&event)));
    let duplicate = button("button", "Duplicate", move || {
        let name = page
            .settings
            .with_untracked(|settings| settings.own_schema().map(|own| own.name.clone()).unwrap_or_default());
        page.new_schema(page.own_text(), &name);
    });
    let delete = button("button", "Delete", move || page.delete_schema());
    let kept = dynamic(move || match page.settings_kept.get() {
        true => nothing(),
        false => {
            let words = "This browser does not keep it: it has no room, or is not allowed to.";
            element("p").class("hint hint--bad").attribute("role", "alert").text(words).view()
        }
    });
    group("editor__head", vec![name.view(), duplicate, delete, close, kept])
}
