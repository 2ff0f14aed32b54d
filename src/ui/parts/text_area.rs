//! A field for a longer text.

use super::{Element, Markup, element};
use leptos::prelude::*;

/// A field for a longer text. Its label stands elsewhere and names it by its id.
pub struct TextArea {
    /// Its id in the page.
    pub id: &'static str,
    /// How many lines it shows.
    pub rows: &'static str,
    /// Whether it holds prose, whose spelling browsers may check.
    pub is_prose: bool,
    /// What stands in it while it is empty.
    pub placeholder: &'static str,
    /// The text.
    pub value: Box<dyn Fn() -> String + Send>,
    /// Takes the text with every key.
    pub input: Box<dyn Fn(String)>,
}

impl TextArea {
    /// The field.
    pub fn view(self) -> Markup {
        self.element().view()
    }

    /// The field, to which more can be added.
    pub fn element(self) -> Element {
        let Self { id, rows, is_prose, placeholder, value, input } = self;
        element("textarea")
            .attribute("id", id)
            .attribute("rows", rows)
            .attribute("spellcheck", if is_prose { "true" } else { "false" })
            .attribute("placeholder", placeholder)
            .value(value)
            .on("input", move |event| input(event_target_value(&event)))
    }
}
