//! A choice of one among several.

use leptos::prelude::*;

/// A list to choose from.
pub struct Choice {
    /// Its id in the page.
    pub id: &'static str,
    /// Its accessible name.
    pub label: &'static str,
    /// The values and what people read of them.
    pub options: Vec<(&'static str, String)>,
    /// The value that is chosen.
    pub chosen: Signal<String>,
    /// Takes the value that was chosen.
    pub choose: Box<dyn Fn(String)>,
}

impl Choice {
    /// The list with its label.
    pub fn view(self) -> AnyView {
        let Self { id, label, options, chosen, choose } = self;
        let options: Vec<_> = options
            .into_iter()
            .map(|(value, text)| view! { <option value=value>{text}</option> }.into_any())
            .collect();
        view! {
            <div class="field">
                <label for=id>{label}</label>
                <select
                    id=id
                    on:change=move |event| choose(event_target_value(&event))
                    prop:value=move || chosen.get()
                >
                    {options}
                </select>
            </div>
        }
        .into_any()
    }
}
