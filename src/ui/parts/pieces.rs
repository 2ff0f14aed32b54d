//! The smallest pieces: texts, groups and what changes.

use leptos::prelude::*;

/// The view of nothing.
pub fn nothing() -> AnyView {
    ().into_any()
}

/// A text of a certain class.
pub fn text(class: &'static str, text: impl Into<String>) -> AnyView {
    let text: String = text.into();
    view! { <span class=class>{text}</span> }.into_any()
}

/// A paragraph of a certain class.
pub fn paragraph(class: &'static str, text: impl Into<String>) -> AnyView {
    let text: String = text.into();
    view! { <p class=class>{text}</p> }.into_any()
}

/// The heading of a panel.
pub fn heading(text: &'static str) -> AnyView {
    view! { <h2 class="panel__title">{text}</h2> }.into_any()
}

/// A text as it is, line by line; it can be reached by keyboard to be scrolled.
pub fn preformatted(class: &'static str, name: &'static str, text: String) -> AnyView {
    view! { <pre class=class tabindex="0" aria-label=name>{text}</pre> }.into_any()
}

/// A list of texts.
pub fn bullets(texts: Vec<String>) -> AnyView {
    let items: Vec<_> = texts.into_iter().map(|text| view! { <li>{text}</li> }.into_any()).collect();
    view! { <ul>{items}</ul> }.into_any()
}

/// Views that belong together.
pub fn group(class: &'static str, views: Vec<AnyView>) -> AnyView {
    view! { <div class=class>{views}</div> }.into_any()
}

/// A part of the page that has a name.
pub fn region(class: &'static str, name: impl Into<String>, views: Vec<AnyView>) -> AnyView {
    let name: String = name.into();
    view! { <section class=class aria-label=name>{views}</section> }.into_any()
}

/// A view that is made again whenever what it reads has changed.
pub fn dynamic(view: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    shared(Box::new(view))
}

fn shared(view: Box<dyn Fn() -> AnyView + Send>) -> AnyView {
    view! { {move || view()} }.into_any()
}
