//! What a worker has drawn, as elements of the page.

use super::{Markup, element, nothing, plain, shape};
use crate::core::drawn::{ASKS, ATTRIBUTES, CHECKED, OF, SHAPES, TAGS, VALUE};
use leptos::prelude::*;
use serde_json::Value;
use std::sync::Arc;

/// Is told what is asked, and of what.
pub type Ask = Arc<dyn Fn(&str, &str) + Send + Sync>;

/// Is told of what asks for nothing.
pub fn nobody() -> Ask {
    Arc::new(|_, _| ())
}

/// An element with all that is in it, or a text. What is none of those that there are is left out.
pub fn drawn(node: &Value, ask: &Ask) -> Markup {
    let Some(tag) = node.get(0) else { return plain(node.as_str().unwrap_or_default()) };
    let children = node.get(2).and_then(Value::as_array).into_iter().flatten();
    let children = children.map(|child| drawn(child, ask)).collect();
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
        let ask = ask.clone();
        let event = if of.is_none() || tag == "input" { "change" } else { "click" };
        element = element.on(event, move |event| {
            ask(&asks, &of.clone().unwrap_or_else(|| event_target_value(&event)));
        });
    }
    element.children(children).view()
}
