//! The smallest pieces: texts, groups and what changes.

use super::{Element, Markup, element};
use leptos::prelude::*;
use leptos::tachys::view::iterators::StaticVec;

/// The view of nothing.
pub fn nothing() -> Markup {
    Markup::new(().into_any())
}

/// A text as it is.
pub fn plain(text: &str) -> Markup {
    Markup::new(text.to_owned().into_any())
}

/// A text of a certain class.
pub fn text(class: &'static str, text: &str) -> Markup {
    element("span").class(class).text(text).view()
}

/// A sign for the eye alone: what it means stands beside it in words.
pub fn icon(class: &'static str, sign: &str) -> Markup {
    element("span").class(class).attribute("aria-hidden", "true").text(sign).view()
}

/// A paragraph of a certain class.
pub fn paragraph(class: &'static str, text: &str) -> Markup {
    element("p").class(class).text(text).view()
}

/// A heading of the second level.
pub fn heading(class: &'static str, text: &str) -> Markup {
    element("h2").class(class).text(text).view()
}

/// A heading within a card, whose own is of the third level.
pub fn subheading(class: &'static str, text: &str) -> Markup {
    element("h4").class(class).text(text).view()
}

/// The name of the field with a certain id.
pub fn label(id: &'static str, text: &str) -> Markup {
    element("label").attribute("for", id).text(text).view()
}

/// A text as it is, line by line.
pub fn preformatted(class: &'static str, name: &str, text: &str) -> Markup {
    lines(name).class(class).text(text).view()
}

/// What holds the lines of a text; it can be reached by keyboard to be scrolled.
pub fn lines(name: &str) -> Element {
    element("pre").attribute("role", "group").attribute("tabindex", "0").attribute("aria-label", name)
}

/// A list of texts.
pub fn bullets(texts: &[String]) -> Markup {
    let items = texts.iter().map(|text| element("li").text(text).view());
    element("ul").children(items.collect()).view()
}

/// Views that belong together.
pub fn group(class: &'static str, views: Vec<Markup>) -> Markup {
    element("div").class(class).children(views).view()
}

/// Views one after another.
pub fn several(views: Vec<Markup>) -> Markup {
    let views: Vec<_> = views.into_iter().map(Markup::into_any_view).collect();
    Markup::new(StaticVec::from(views).into_any())
}

/// A part of the page that has a name.
pub fn region(class: &'static str, name: &str, views: Vec<Markup>) -> Markup {
    element("section").class(class).attribute("aria-label", name).children(views).view()
}

/// Views that can be opened, under a summary.
pub fn fold(summary: &str, views: Vec<Markup>) -> Markup {
    let summary = element("summary").text(summary).view();
    element("details").class("fold").child(summary).children(views).view()
}

/// A view that is made again whenever what it reads has changed.
pub fn dynamic(view: impl Fn() -> Markup + Send + 'static) -> Markup {
    erased(Box::new(view))
}

/// A text that is made again whenever what it reads has changed.
pub fn dynamic_text(text: impl Fn() -> String + Send + 'static) -> Markup {
    erased_text(Box::new(text))
}

fn erased_text(text: Box<dyn Fn() -> String + Send>) -> Markup {
    dynamic(move || plain(&text()))
}

fn erased(view: Box<dyn Fn() -> Markup + Send>) -> Markup {
    let view = move || view().into_any_view();
    Markup::new(view.into_any())
}
