//! A button.

use super::{Markup, element, plain};

/// A button that does something when it is pressed.
pub fn button(class: &'static str, label: &str, press: impl Fn() + 'static) -> Markup {
    button_with(class, plain(label), press)
}

/// A button with a view of its own on it.
pub fn button_with(class: &'static str, label: Markup, press: impl Fn() + 'static) -> Markup {
    erased(class, label, Box::new(press))
}

fn erased(class: &'static str, label: Markup, press: Box<dyn Fn()>) -> Markup {
    let button = element("button").attribute("type", "button").class(class);
    button.on("click", move |_| press()).child(label).view()
}
