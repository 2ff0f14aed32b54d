//! A field for a line of text.

use leptos::prelude::*;

/// A labelled field for a line of text.
pub struct TextField {
    /// Its id in the page.
    pub id: &'static str,
    /// Its accessible name.
    pub label: &'static str,
    /// What kind of text it takes, in HTML's words.
    pub kind: &'static str,
    /// What stands in it while it is empty.
    pub placeholder: Signal<String>,
    /// The text.
    pub value: Signal<String>,
    /// Takes the text with every key.
    pub input: Box<dyn Fn(String)>,
    /// Is called when the person comes to it.
    pub enter: Box<dyn Fn()>,
    /// Is called when the person is done with it.
    pub done: Box<dyn Fn()>,
}

impl TextField {
    /// The field with its label. Suggestions for it stand in a `datalist` of its id and `-list`.
    pub fn view(self) -> AnyView {
        let Self { id, label, kind, placeholder, value, input, enter, done } = self;
        view! {
            <div class="field">
                <label for=id>{label}</label>
                <input
                    id=id
                    type=kind
                    list=format!("{id}-list")
                    spellcheck="false"
                    autocomplete="off"
                    placeholder=move || placeholder.get()
                    prop:value=move || value.get()
                    on:input=move |event| input(event_target_value(&event))
                    on:focus=move |_| enter()
                    on:change=move |_| done()
                />
            </div>
        }
        .into_any()
    }
}
