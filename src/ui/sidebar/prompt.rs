//! What is asked: prompt, input and system prompt.

use crate::core::settings::input_size;
use crate::ui::parts::{
    TextArea, button, dynamic, dynamic_text, element, fold, group, label, nothing, paragraph, region,
};
use crate::ui::state::Page;
use crate::web::{file, task};
use leptos::prelude::*;

/// What is asked.
pub fn prompt_section(page: Page) -> AnyView {
    let prompt = TextArea {
        id: "prompt",
        rows: "4",
        placeholder: "",
        value: Box::new(move || {
            let example = page.example_prompt();
            page.settings.with(|settings| settings.prompt(&example).to_owned())
        }),
        input: Box::new(move |text| {
            let example = untrack(|| page.example_prompt());
            page.settings.update(|settings| settings.set_prompt(text, &example));
        }),
    };
    let use_example = move || {
        if page.settings.with(|settings| settings.prompt.is_none()) {
            return nothing();
        }
        button("link", "use the example", move || page.settings.update(|settings| settings.prompt = None))
    };
    let title =
        element("h2").class("section__title").child(label("prompt", "Prompt")).child(dynamic(use_example));
    region("section", "Prompt", vec![title.view(), prompt.view(), input_field(page), system_prompt(page)])
}

/// Standing instructions, and what is said of the schema.
fn system_prompt(page: Page) -> AnyView {
    let system = TextArea {
        id: "system",
        rows: "3",
        placeholder: "Standing instructions, before what is said of the schema",
        value: Box::new(move || page.settings.with(|settings| settings.system.clone())),
        input: Box::new(move |text| page.settings.update(|settings| settings.system = text)),
    };
    let name = element("label").class("visually-hidden").attribute("for", "system").text("System prompt");
    let schema = dynamic_text(move || page.schema.with(|schema| schema.description().prompt_text.clone()));
    let views = vec![
        name.view(),
        system.view(),
        paragraph("hint", "This follows it:"),
        element("pre").class("fold__text").child(schema).view(),
    ];
    fold("System prompt", views)
}

/// The document the answer is about.
fn input_field(page: Page) -> AnyView {
    let input = TextArea {
        id: "input",
        rows: "2",
        placeholder: "Optional: the document it is about. Paste it, or drop a file.",
        value: Box::new(move || page.settings.with(|settings| settings.input.clone())),
        input: Box::new(move |text| {
            page.file_note.set(String::new());
            page.settings.update(|settings| settings.input = text);
        }),
    };
    let size = dynamic_text(move || {
        format!("{} {}", page.file_note.get(), page.settings.with(|settings| input_size(&settings.input)))
    });
    let choose = element("input")
        .attribute("type", "file")
        .class("visually-hidden")
        .attribute("accept", ".txt,.md,.csv,.json,text/*")
        .on("change", move |event| task::spawn(take(page, file::chosen(&event))));
    let choose = element("label").class("link input-field__file").text("open a file").child(choose.view());
    let head = group("input-field__head", vec![label("input", "Input"), choose.view()]);
    element("div")
        .attribute_of("class", move || match page.is_dragged_over.get() {
            true => "input-field input-field--over".to_owned(),
            false => "input-field".to_owned(),
        })
        .on("dragover", move |event| {
            event.prevent_default();
            page.is_dragged_over.set(true);
        })
        .on("dragleave", move |_| page.is_dragged_over.set(false))
        .on("drop", move |event| {
            event.prevent_default();
            page.is_dragged_over.set(false);
            task::spawn(take(page, file::dropped(&event)));
        })
        .child(head)
        .child(input.view())
        .child(element("p").class("hint").child(size).view())
        .view()
}

/// Takes a file as the input.
async fn take(page: Page, file: Option<file::File>) {
    match file::text_of(file).await {
        Some((name, text)) => {
            page.file_note.set(name);
            page.settings.update(|settings| settings.input = text);
        }
        None => page.file_note.set("Only text files can be read: .txt, .md, .csv, .json".to_owned()),
    }
}
