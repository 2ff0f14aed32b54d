//! A button.

use leptos::prelude::*;

/// A button that does something when it is pressed.
pub fn button(class: &'static str, label: impl Into<Signal<String>>, press: impl Fn() + 'static) -> AnyView {
    shared(class, label.into(), Box::new(press))
}

fn shared(class: &'static str, label: Signal<String>, press: Box<dyn Fn()>) -> AnyView {
    view! {
        <button type="button" class=class on:click=move |_| press()>
            {move || label.get()}
        </button>
    }
    .into_any()
}
