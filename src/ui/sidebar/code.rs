//! The next call as code, to be run without the page.

use crate::core::code::Language;
use crate::core::excerpt::{beginning, remark};
use crate::ui::parts::{
    Markup, button, copy_button, dynamic, element, group, nothing, paragraph, preformatted,
};
use crate::ui::state::{CODE_ID, Page, tab_id};
use crate::web::keys;

/// The fold. What is in it is made only while somebody looks at it.
pub fn code_fold(page: Page) -> Markup {
    let content = move || if page.code.is_open.get() { code(page) } else { nothing() };
    element("details")
        .class("fold")
        .on("toggle", move |_| page.code.is_open.update(|is_open| *is_open = !*is_open))
        .child(element("summary").text("Use in code").view())
        .child(dynamic(content))
        .view()
}

fn code(page: Page) -> Markup {
    let tabs = element("div")
        .class("tabs")
        .attribute("role", "tablist")
        .attribute("aria-label", "Language")
        .on("keydown", move |event| {
            if page.go_to_tab(&keys::pressed(&event)) {
                event.prevent_default();
            }
        })
        .children(Language::ALL.map(|language| tab(page, language)).into());
    let panel = element("div")
        .attribute("id", CODE_ID)
        .attribute("role", "tabpanel")
        .attribute_of("aria-labelledby", move || tab_id(page.code.language.get()))
        .child(dynamic(move || page.code.written.with(|written| written_view(page, written.as_ref()))));
    group("use-in-code", vec![tabs.view(), panel.view()])
}

fn tab(page: Page, language: Language) -> Markup {
    let is_chosen = move || page.code.language.get() == language;
    element("button")
        .attribute("type", "button")
        .class("tabs__tab")
        .attribute("id", &tab_id(language))
        .attribute("role", "tab")
        .attribute("aria-controls", CODE_ID)
        .attribute_of("aria-selected", move || is_chosen().to_string())
        .attribute_of("tabindex", move || if is_chosen() { "0" } else { "-1" }.to_owned())
        .on("click", move |_| page.code.language.set(language))
        .text(language.name())
        .view()
}

fn written_view(page: Page, written: Option<&Result<String, String>>) -> Markup {
    match written {
        None => paragraph("hint", "It is being written…"),
        Some(Err(words)) => paragraph("hint", words),
        Some(Ok(code)) => {
            let copy = copy_button("Copy", move || page.code());
            let download = button("button button--quiet", "Download", move || page.download_code());
            let views = vec![
                group("panel__buttons", vec![copy, download]),
                preformatted("raw", "Code", beginning(code)),
                paragraph("hint", &remark(code)),
                paragraph("hint", "A key is never in it: it is read from the environment."),
            ];
            group("use-in-code__written", views)
        }
    }
}
