//! A choice of one among several.

use super::{element, label, several};
use leptos::prelude::*;

/// A list to choose from.
pub struct Choice {
    /// Its id in the page.
    pub id: &'static str,
    /// Its accessible name.
    pub label: &'static str,
    /// What it means, in a sentence; may be empty.
    pub hint: &'static str,
    /// The values and what people read of them.
    pub options: Vec<(String, String)>,
    /// The value that is chosen.
    pub chosen: Box<dyn Fn() -> String + Send>,
    /// Takes the value that was chosen.
    pub choose: Box<dyn Fn(String)>,
}

impl Choice {
    /// The list with its label.
    pub fn view(self) -> AnyView {
        let Self { id, label: name, hint, options, chosen, choose } = self;
        let option =
            |(value, text): (String, String)| element("option").attribute("value", &value).text(&text).view();
        let list = element("select")
            .attribute("id", id)
            .on("change", move |event| choose(event_target_value(&event)))
            .value(chosen)
            .children(options.into_iter().map(option).collect());
        let field = element("div").class("field").child(label(id, name));
        if hint.is_empty() {
            return field.child(list.view()).view();
        }
        let hint_id = format!("{id}-hint");
        let list = list.attribute("aria-describedby", &hint_id);
        let hint = element("p").attribute("id", &hint_id).class("hint").text(hint);
        several(vec![field.child(list.view()).view(), hint.view()])
    }
}
