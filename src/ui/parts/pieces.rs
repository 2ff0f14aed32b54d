//! The smallest pieces: texts, groups and what changes.

use super::{Element, element};
use leptos::prelude::*;
use leptos::tachys::view::iterators::StaticVec;

/// The view of nothing.
pub fn nothing() -> AnyView {
    ().into_any()
}

/// A text of a certain class.
pub fn text(class: &'static str, text: &str) -> AnyView {
    element("span").class(class).text(text).view()
}

/// A sign for the eye alone: what it means stands beside it in words.
pub fn icon(class: &'static str, sign: &str) -> AnyView {
    element("span").class(class).attribute("aria-hidden", "true").text(sign).view()
}

/// A paragraph of a certain class.
pub fn paragraph(class: &'static str, text: &str) -> AnyView {
    element("p").class(class).text(text).view()
}

/// A heading of the second level.
pub fn heading(class: &'static str, text: &str) -> AnyView {
    element("h2").class(class).text(text).view()
}

/// A heading within a card, whose own is of the third level.
pub fn subheading(class: &'static str, text: &str) -> AnyView {
    element("h4").class(class).text(text).view()
}

/// The name of the field with a certain id.
pub fn label(id: &'static str, text: &str) -> AnyView {
    element("label").attribute("for", id).text(text).view()
}

/// A text as it is, line by line.
pub fn preformatted(class: &'static str, name: &str, text: &str) -> AnyView {
    lines(name).class(class).text(text).view()
}

/// What holds the lines of a text; it can be reached by keyboard to be scrolled.
pub fn lines(name: &str) -> Element {
    element("pre").attribute("role", "group").attribute("tabindex", "0").attribute("aria-label", name)
}

/// A list of texts.
pub fn bullets(texts: &[String]) -> AnyView {
    let items = texts.iter().map(|text| element("li").text(text).view());
    element("ul").children(items.collect()).view()
}

/// Views that belong together.
pub fn group(class: &'static str, views: Vec<AnyView>) -> AnyView {
    element("div").class(class).children(views).view()
}

/// Views one after another.
pub fn several(views: Vec<AnyView>) -> AnyView {
    StaticVec::from(views).into_any()
}

/// A part of the page that has a name.
pub fn region(class: &'static str, name: &str, views: Vec<AnyView>) -> AnyView {
    element("section").class(class).attribute("aria-label", name).children(views).view()
}

/// Views that can be opened, under a summary.
pub fn fold(summary: &str, views: Vec<AnyView>) -> AnyView {
    let summary = element("summary").text(summary).view();
    element("details").class("fold").child(summary).children(views).view()
}

/// A view that is made again whenever what it reads has changed.
pub fn dynamic(view: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    erased(Box::new(view))
}

/// A text that is made again whenever what it reads has changed.
pub fn dynamic_text(text: impl Fn() -> String + Send + 'static) -> AnyView {
    dynamic(move || text().into_any())
}

fn erased(view: Box<dyn Fn() -> AnyView + Send>) -> AnyView {
    view.into_any()
}
