//! A field for a line of text.

use super::{Markup, element, label};
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
    pub placeholder: &'static str,
    /// The text.
    pub value: Box<dyn Fn() -> String + Send>,
    /// Takes the text with every key.
    pub input: Box<dyn Fn(String)>,
    /// Is called when the person is done with it.
    pub done: Box<dyn Fn()>,
}

impl TextField {
    /// The field with its label.
    pub fn view(self) -> Markup {
        let Self { id, label: name, kind, placeholder, value, input, done } = self;
        let field = element("input")
            .attribute("id", id)
            .attribute("type", kind)
            .attribute("spellcheck", "false")
            .attribute("autocomplete", "off")
            .attribute("placeholder", placeholder)
            .value(value)
            .on("input", move |event| input(event_target_value(&event)))
            .on("change", move |_| done());
        element("div").class("field").child(label(id, name)).child(field.view()).view()
    }
}
