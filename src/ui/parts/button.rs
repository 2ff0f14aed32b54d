//! A button.

use super::element;
use leptos::prelude::*;

/// A button that does something when it is pressed.
pub fn button(class: &'static str, label: &str, press: impl Fn() + 'static) -> AnyView {
    button_with(class, label.to_owned().into_any(), press)
}

/// A button with a view of its own on it.
pub fn button_with(class: &'static str, label: AnyView, press: impl Fn() + 'static) -> AnyView {
    let button = element("button").attribute("type", "button").class(class);
    button.on("click", move |_| press()).child(label).view()
}
