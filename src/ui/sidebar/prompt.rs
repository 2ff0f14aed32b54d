//! What is asked: prompt, input and system prompt.

use crate::core::settings::input_size;
use crate::ui::parts::{TextArea, button, dynamic, nothing, region};
use crate::ui::state::Page;
use crate::web::file;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// What is asked.
pub fn prompt_section(page: Page) -> AnyView {
    let prompt = TextArea {
        id: "prompt",
        rows: "4",
        placeholder: "",
        value: Signal::derive(move || {
            page.schema.with(|schema| page.settings.with(|settings| settings.prompt(schema).to_owned()))
        }),
        input: Box::new(move |text| {
            let schema = page.schema.get_untracked();
            page.settings.update(|settings| settings.set_prompt(text, &schema));
        }),
    };
    let use_example = move || {
        if page.settings.with(|settings| settings.prompt.is_none()) {
            return nothing();
        }
        button("link", "use the example", move || page.settings.update(|settings| settings.prompt = None))
    };
    let title = view! {
        <h2 class="section__title"><label for="prompt">"Prompt"</label>{dynamic(use_example)}</h2>
    };
    region("section", "Prompt", vec![title.into_any(), prompt.view(), input_field(page), system_prompt(page)])
}

/// Standing instructions, and what is said of the schema.
fn system_prompt(page: Page) -> AnyView {
    let system = TextArea {
        id: "system",
        rows: "3",
        placeholder: "Standing instructions, before what is said of the schema",
        value: Signal::derive(move || page.settings.with(|settings| settings.system.clone())),
        input: Box::new(move |text| page.settings.update(|settings| settings.system = text)),
    };
    view! {
        <details class="fold">
            <summary>"System prompt"</summary>
            <label class="visually-hidden" for="system">"System prompt"</label>
            {system.view()}
            <p class="hint">"This follows it:"</p>
            <pre class="fold__text">{move || page.schema.with(|schema| schema.prompt_text())}</pre>
        </details>
    }
    .into_any()
}

/// The document the answer is about.
fn input_field(page: Page) -> AnyView {
    let file_note = RwSignal::new(String::new());
    let over = RwSignal::new(false);
    let input = TextArea {
        id: "input",
        rows: "2",
        placeholder: "Optional: the document it is about. Paste it, or drop a file.",
        value: Signal::derive(move || page.settings.with(|settings| settings.input.clone())),
        input: Box::new(move |text| {
            file_note.set(String::new());
            page.settings.update(|settings| settings.input = text);
        }),
    };
    let take = move |file: Option<file::File>| {
        spawn_local(async move {
            match file::text_of(file).await {
                Some((name, text)) => {
                    let _ = file_note.try_set(name);
                    page.settings.update(|settings| settings.input = text);
                }
                None => {
                    drop(file_note.try_set("Only text files can be read: .txt, .md, .csv, .json".to_owned()))
                }
            }
        });
    };
    view! {
        <div
            class="input-field"
            class:input-field--over=move || over.get()
            on:dragover=move |event| {
                event.prevent_default();
                over.set(true);
            }
            on:dragleave=move |_| over.set(false)
            on:drop=move |event| {
                event.prevent_default();
                over.set(false);
                take(file::dropped(&event));
            }
        >
            <div class="input-field__head">
                <label for="input">"Input"</label>
                <label class="link input-field__file">
                    "open a file"
                    <input
                        type="file"
                        class="visually-hidden"
                        accept=".txt,.md,.csv,.json,text/*"
                        on:change=move |event| take(file::chosen(&event))
                    />
                </label>
            </div>
            {input.view()}
            <p class="hint">
                {move || format!("{} {}", file_note.get(), page.settings.with(|settings| input_size(&settings.input)))}
            </p>
        </div>
    }
    .into_any()
}
