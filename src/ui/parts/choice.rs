//! A choice of one among several.

use super::{Markup, element, label, several};
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
    pub fn view(self) -> Markup {
        self.view_in_groups(&[])
    }

    /// The list with its label; those of the options that follow each other and are of one group stand under its
    /// name. None are where there are no groups.
    pub fn view_in_groups(self, groups: &[&str]) -> Markup {
        let Self { id, label: name, hint, options, chosen, choose } = self;
        let mut views = Vec::new();
        let mut inside = Vec::new();
        for (position, (value, text)) in options.into_iter().enumerate() {
            inside.push(element("option").attribute("value", &value).text(&text).view());
            let group = groups.get(position);
            if group != groups.get(position + 1) || group.is_none() {
                let options = std::mem::take(&mut inside);
                match group {
                    Some(name) => {
                        views.push(element("optgroup").attribute("label", name).children(options).view())
                    }
                    None => views.extend(options),
                }
            }
        }
        let list = element("select")
            .attribute("id", id)
            .on("change", move |event| choose(event_target_value(&event)))
            .value(chosen)
            .children(views);
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
