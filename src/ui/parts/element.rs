//! The elements of the page, put together step by step.
//!
//! Leptos makes code for every type of element, attribute and handler it meets. What is put together
//! here is of one type whatever its tag and attributes are, so that one such code serves the page.

use super::{Kept, Markup, plain, several};
use leptos::attr::any_attribute::{AnyAttribute, IntoAnyAttribute};
use leptos::attr::custom::custom_attribute;
use leptos::ev::{self, Event};
use leptos::html;
use leptos::prelude::*;
use leptos::tachys::html::property::prop;

/// The attribute that is set as a property: the page's policy takes no style that stands in an attribute.
const STYLE: &str = "style";

/// An element that is put together; like [`Markup`] as small as a pointer.
pub struct Element(Box<Parts>);

struct Parts {
    tag: &'static str,
    attributes: Vec<AnyAttribute>,
    children: Vec<Markup>,
}

/// An element with neither attributes nor children.
pub fn element(tag: &'static str) -> Element {
    Element(Box::new(Parts { tag, attributes: Vec::new(), children: Vec::new() }))
}

impl Element {
    /// Gives it a class, or several.
    pub fn class(self, class: &str) -> Self {
        self.attribute("class", class)
    }

    /// Gives it an attribute.
    pub fn attribute(mut self, name: &'static str, value: &str) -> Self {
        let value = value.to_owned();
        if name == STYLE {
            return self.property(STYLE, Box::new(move || value.clone()));
        }
        self.0.attributes.push(custom_attribute(name, value).into_any_attr());
        self
    }

    /// Gives it an attribute that changes.
    pub fn attribute_of(self, name: &'static str, value: impl Fn() -> String + Send + 'static) -> Self {
        self.changing_text(name, Box::new(value))
    }

    fn changing_text(self, name: &'static str, value: Box<dyn Fn() -> String + Send>) -> Self {
        if name == STYLE {
            return self.property(STYLE, value);
        }
        self.changing(name, Box::new(move || Some(value())))
    }

    /// Switches it, and the controls in it, off at times.
    pub fn disabled(self, is_disabled: impl Fn() -> bool + Send + 'static) -> Self {
        self.at_times("disabled", Box::new(is_disabled))
    }

    /// Hides it at times.
    pub fn hidden(self, is_hidden: impl Fn() -> bool + Send + 'static) -> Self {
        self.at_times("hidden", Box::new(is_hidden))
    }

    fn at_times(self, name: &'static str, is_there: Box<dyn Fn() -> bool + Send>) -> Self {
        self.changing(name, Box::new(move || is_there().then(String::new)))
    }

    fn changing(mut self, name: &'static str, value: Box<dyn Fn() -> Option<String> + Send>) -> Self {
        self.0.attributes.push(custom_attribute(name, value).into_any_attr());
        self
    }

    /// Gives a field what stands in it.
    pub fn value(mut self, value: Box<dyn Fn() -> String + Send>) -> Self {
        self.0.attributes.push(Kept(prop("value", value)).into_any_attr());
        self
    }

    fn property(mut self, name: &'static str, value: Box<dyn Fn() -> String + Send>) -> Self {
        self.0.attributes.push(prop(name, value).into_any_attr());
        self
    }

    /// Ticks a box, or does not.
    pub fn checked(mut self, is_checked: Box<dyn Fn() -> bool + Send>) -> Self {
        self.0.attributes.push(prop("checked", is_checked).into_any_attr());
        self
    }

    /// Does something when an event happens to it.
    pub fn on(self, event: &'static str, handle: impl Fn(Event) + 'static) -> Self {
        self.handler(event, Box::new(handle))
    }

    fn handler(mut self, event: &'static str, handle: Box<dyn Fn(Event)>) -> Self {
        self.0.attributes.push(ev::on(ev::Custom::new(event), handle).into_any_attr());
        self
    }

    /// Puts a view into it, behind those that are there.
    pub fn child(mut self, view: Markup) -> Self {
        self.0.children.push(view);
        self
    }

    /// Puts views into it, behind those that are there.
    pub fn children(mut self, views: Vec<Markup>) -> Self {
        self.0.children.extend(views);
        self
    }

    /// Puts a text into it, behind what is there.
    pub fn text(self, text: &str) -> Self {
        self.child(plain(text))
    }

    /// The view of it.
    pub fn view(self) -> Markup {
        let Parts { tag, attributes, children } = *self.0;
        // Leptos compares the tag with the DOM's name of it, which is in capitals, to see whether the
        // element can stay when the view is made again.
        let element = html::custom(tag.to_ascii_uppercase());
        let children = several(children).into_any_view();
        Markup::new(element.add_any_attr(attributes).child(children).into_any())
    }
}
