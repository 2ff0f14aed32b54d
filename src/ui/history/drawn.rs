//! What the archive has drawn, as elements of the page.

use crate::core::archive::drawn::{ASKS, ATTRIBUTES, CHECKED, OF, SHAPES, TAGS, VALUE};
use crate::ui::parts::{Markup, element, nothing, plain, shape};
use crate::ui::state::Page;
use leptos::prelude::*;
use serde_json::Value;

/// An element with all that is in it, or a text. What is none of those that there are is left out.
pub fn drawn(page: Page, node: &Value) -> Markup {
    let Some(tag) = node.get(0) else { return plain(node.as_str().unwrap_or_default()) };
    let children = node.get(2).and_then(Value::as_array).into_iter().flatten();
    let children = children.map(|child| drawn(page, child)).collect();
    let given = |name: &'static str| Some((name, node.get(1)?.get(name)?.as_str()?));
    let attributes = ATTRIBUTES.iter().filter_map(|name| given(name));
    if let Some(tag) = SHAPES.into_iter().find(|known| tag == known) {
        return shape(tag, attributes, children);
    }
    let Some(tag) = TAGS.into_iter().find(|known| tag == known) else { return nothing() };
    let mut element = attributes.fold(element(tag), |element, (name, value)| element.attribute(name, value));
    if let Some(is_checked) = node.get(1).and_then(|attributes| attributes.get(CHECKED)?.as_bool()) {
        element = element.checked(Box::new(move || is_checked));
    }
    if let Some((name, value)) = given(VALUE) {
        let value = value.to_owned();
        element = match tag {
            "option" => element.attribute(name, &value),
            _ => element.value(Box::new(move || value.clone())),
        };
    }
    if let Some((_, asks)) = given(ASKS) {
        let (asks, of) = (asks.to_owned(), given(OF).map(|(_, of)| of.to_owned()));
        let event = if of.is_none() || tag == "input" { "change" } else { "click" };
        element = element.on(event, move |event| {
            page.ask_archive(&asks, &of.clone().unwrap_or_else(|| event_target_value(&event)));
        });
    }
    element.children(children).view()
}
