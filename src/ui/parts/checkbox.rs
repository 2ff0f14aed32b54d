//! A box to tick.

use super::{Markup, element, text};
use leptos::prelude::*;

/// A box to tick, with its label. `is_checked` says whether it is ticked, `check` takes it when it is
/// ticked or not any more.
pub fn checkbox(
    label: &str,
    is_checked: impl Fn() -> bool + Send + 'static,
    check: impl Fn(bool) + 'static,
) -> Markup {
    erased(label, Box::new(is_checked), Box::new(check))
}

fn erased(label: &str, is_checked: Box<dyn Fn() -> bool + Send>, check: Box<dyn Fn(bool)>) -> Markup {
    let field = element("input")
        .attribute("type", "checkbox")
        .checked(is_checked)
        .on("change", move |event| check(event_target_checked(&event)));
    element("label").class("check").child(field.view()).child(text("", label)).view()
}
