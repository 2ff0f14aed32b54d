//! The elements of plots, which are in a namespace of their own.

use super::Markup;
use leptos::attr::any_attribute::{AnyAttribute, IntoAnyAttribute};
use leptos::attr::custom::custom_attribute;
use leptos::prelude::*;
use leptos::svg;
use leptos::tachys::view::iterators::StaticVec;

/// A plot, or a path in one.
pub fn shape<'a>(
    tag: &str,
    attributes: impl Iterator<Item = (&'static str, &'a str)>,
    children: Vec<Markup>,
) -> Markup {
    let attributes: Vec<AnyAttribute> =
        attributes.map(|(name, value)| custom_attribute(name, value.to_owned()).into_any_attr()).collect();
    if tag == "path" {
        return Markup::new(svg::path().add_any_attr(attributes).into_any());
    }
    let children: Vec<_> = children.into_iter().map(Markup::into_any_view).collect();
    let children = StaticVec::from(children).into_any();
    Markup::new(svg::svg().add_any_attr(attributes).child(children).into_any())
}
