//! What is asked: prompt, input and system prompt.

use super::in_run;
use super::templates::templates;
use crate::core::settings::input_size;
use crate::core::view::View;
use crate::ui::parts::{
    DocumentField, Markup, Overlong, TextArea, button, dynamic, dynamic_text, element, fold, group, label,
    nothing, paragraph, picture, region,
};
use crate::ui::state::{Attached, Page};
use leptos::prelude::*;

/// What is asked.
pub fn prompt_section(page: Page) -> Markup {
    let prompt = TextArea {
        id: "prompt",
        rows: "4",
        is_prose: true,
        placeholder: "",
        value: Box::new(move || {
            let example = page.example();
            page.settings.with(|settings| settings.prompt(&example).to_owned())
        }),
        input: Box::new(move |text| {
            let example = untrack(|| page.example());
            page.settings.update(|settings| settings.set_prompt(text, &example));
        }),
    };
    let use_example = move || {
        let example = page.example();
        let is_used = page.settings.with(|settings| {
            let is_prompt = settings.prompt(&example) == example.prompt || example.prompt.is_empty();
            is_prompt && (settings.input(&example) == example.input || example.input.is_empty())
        });
        if is_used {
            return nothing();
        }
        button("link", "use the example", move || {
            page.settings.update(|settings| (settings.prompt, settings.input) = (None, None));
        })
    };
    let title =
        element("h2").class("section__title").child(label("prompt", "Prompt")).child(dynamic(use_example));
    let views = vec![
        in_run(page, vec![title.view(), prompt.view()]),
        input_field(page),
        dynamic(move || match page.view.get() {
            View::Run => page.attached.with(|attached| image_view(page, attached)),
            // A batch has images of its own.
            View::Batch | View::Check | View::History => nothing(),
        }),
        in_run(page, vec![system_prompt(page)]),
        templates(page),
    ];
    region("section", "Prompt", views)
}

/// Standing instructions, and what is said of the schema.
fn system_prompt(page: Page) -> Markup {
    let system = TextArea {
        id: "system",
        rows: "3",
        is_prose: true,
        placeholder: "Standing instructions",
        value: Box::new(move || page.settings.with(|settings| settings.system.clone())),
        input: Box::new(move |text| page.settings.update(|settings| settings.system = text)),
    };
    let name = element("label").class("visually-hidden").attribute("for", "system").text("System prompt");
    let schema = dynamic_text(move || page.schema.with(|schema| schema.description().prompt_text.clone()));
    let views = vec![
        name.view(),
        system.view(),
        paragraph("hint", "What is said of the schema:"),
        element("pre").class("fold__text").child(schema).view(),
    ];
    fold("System prompt", views)
}

/// The image the answer is about.
fn image_view(page: Page, attached: &Attached) -> Markup {
    match attached {
        Attached::Nothing => nothing(),
        Attached::Awaited(_) => paragraph("hint", "The image is being read…"),
        Attached::Refused(words) => {
            element("p").class("hint hint--bad").attribute("role", "alert").text(words).view()
        }
        Attached::Taken(image) => {
            let remove = button("button", "Remove the image", move || page.remove_image());
            let words =
                paragraph("hint", "It is sent with the prompt. It is gone when the page is reloaded.");
            group("document", vec![picture(image), words, remove])
        }
    }
}

/// The document the answer is about.
fn input_field(page: Page) -> Markup {
    let input = DocumentField {
        area: TextArea {
            id: "input",
            rows: "2",
            is_prose: true,
            placeholder: "Optional: the text or image it is about. Paste it, or drop a file.",
            value: Box::new(move || {
                let example = page.example();
                page.settings.with(|settings| settings.input(&example).to_owned())
            }),
            input: Box::new(move |text| {
                let example = untrack(|| page.example());
                page.settings.update(|settings| settings.set_input(text, &example));
                page.outline();
            }),
        },
        label: "Input",
        open: "open a file",
        accept: ".txt,.md,.csv,.json,text/*,image/*",
        remark: Box::new(move || {
            let example = page.example();
            page.settings.with(|settings| input_size(settings.input(&example)))
        }),
        overlong: Overlong::Taken,
        images: Some(Box::new(move |file| page.take_image(file))),
    };
    input.view()
}
