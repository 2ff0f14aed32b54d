//! What a worker has drawn, as elements of the page.

use super::{Element, Markup, element, nothing, plain, several, shape};
use crate::core::drawn::{ASKS, ATTRIBUTES, CHECKED, DRAG, DROP, NUMBERS, OF, SHAPES, TAGS, TYPED, VALUE};
use crate::ui::live::Live;
use crate::web::file;
use leptos::ev::Event;
use leptos::prelude::*;
use serde_json::Value;
use std::sync::Arc;

/// Is told what is asked, and of what.
pub type Ask = Arc<dyn Fn(&str, &str) + Send + Sync>;

/// Is told of what asks for nothing.
pub fn nobody() -> Ask {
    Arc::new(|_, _| ())
}

/// What is being typed, behind what its field asks.
pub type Draft = Live<(String, String)>;

/// An element with all that is in it, several of them, or a text. What is none of those that there are is left out.
pub fn drawn(node: &Value, ask: &Ask) -> Markup {
    drawn_form(node, ask, None)
}

/// The same where it may be drawn anew while somebody types: what is being typed stays.
pub fn drawn_form(node: &Value, ask: &Ask, draft: Option<&'static Draft>) -> Markup {
    let Some(tag) = node.get(0) else { return plain(node.as_str().unwrap_or_default()) };
    let all = |nodes: Option<&Value>| {
        let nodes = nodes.and_then(Value::as_array).into_iter().flatten();
        nodes.map(|node| drawn_form(node, ask, draft)).collect()
    };
    if tag.is_array() {
        return several(all(Some(node)));
    }
    let children = all(node.get(2));
    let member = |name: &str| node.get(1)?.get(name);
    let given = |name: &'static str| Some((name, member(name)?.as_str()?));
    let attributes = ATTRIBUTES.iter().filter_map(|name| given(name));
    if let Some(tag) = SHAPES.into_iter().find(|known| tag == known) {
        return shape(tag, attributes, children);
    }
    let Some(tag) = TAGS.into_iter().find(|known| tag == known) else { return nothing() };
    let mut element = attributes.fold(element(tag), |element, (name, value)| element.attribute(name, value));
    for name in NUMBERS {
        if let Some(number) = member(name) {
            element = element.attribute("style", &format!("{name}: {}", number.as_u64().unwrap_or_default()));
        }
    }
    let is_checked = member(CHECKED).and_then(Value::as_bool);
    if let Some(is_checked) = is_checked {
        element = element.checked(Box::new(move || is_checked));
    }
    let asks = given(ASKS).map(|(_, asks)| asks.to_owned());
    if let Some((name, value)) = given(VALUE) {
        let value = value.to_owned();
        element = match (tag, &asks, draft) {
            ("option", _, _) => element.attribute(name, &value),
            (_, Some(asks), Some(draft)) => typed(element, asks.clone(), value, draft),
            _ => element.value(Box::new(move || value.clone())),
        };
    }
    if let Some(asks) = asks {
        let of = given(OF).map(|(_, of)| of.to_owned());
        let name = if of.is_none() || tag == "input" { "change" } else { "click" };
        let is_box = is_checked.is_some();
        let ask = ask.clone();
        let press = move |event: Event| match &of {
            Some(of) => ask(&asks, of),
            None if is_box => ask(&asks, if event_target_checked(&event) { "on" } else { "" }),
            None => ask(&asks, &event_target_value(&event)),
        };
        if given(TYPED).is_some() {
            element = element.on("input", press.clone());
        }
        element = element.on(name, press);
    }
    moved(element, given(DRAG).or_else(|| given(DROP)), ask).children(children).view()
}

/// A field in which what is being typed stands before anything else.
fn typed(element: Element, asks: String, value: String, draft: &'static Draft) -> Element {
    let field = asks.clone();
    let shown = move || draft.with(|(typed, text)| if *typed == field { text } else { &value }.clone());
    element
        .value(Box::new(shown))
        .on("input", move |event| draft.set((asks.clone(), event_target_value(&event))))
}

/// An element that is taken up to be moved, or on which another one is let go.
fn moved(element: Element, given: Option<(&'static str, &str)>, ask: &Ask) -> Element {
    let Some((name, of)) = given else { return element };
    let (ask, of) = (ask.clone(), of.to_owned());
    let element = match name {
        DROP => element.on("dragover", |event| event.prevent_default()),
        _ => element,
    };
    element.on(name, move |event| {
        match name {
            DROP => event.prevent_default(),
            _ => file::carry(&event),
        }
        ask(name, &of);
    })
}
