//! A choice of one among several.

use super::{element, label};
use leptos::prelude::*;

/// A list to choose from.
pub struct Choice {
    /// Its id in the page.
    pub id: &'static str,
    /// Its accessible name.
    pub label: &'static str,
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
        let Self { id, label: name, options, chosen, choose } = self;
        let option =
            |(value, text): (String, String)| element("option").attribute("value", &value).text(&text).view();
        let list = element("select")
            .attribute("id", id)
            .on("change", move |event| choose(event_target_value(&event)))
            .value(chosen)
            .children(options.into_iter().map(option).collect());
        element("div").class("field").child(label(id, name)).child(list.view()).view()
    }
}
