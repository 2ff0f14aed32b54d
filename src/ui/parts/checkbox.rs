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
    let field = element("input")
        .attribute("type", "checkbox")
        .checked(Box::new(is_checked))
        .on("change", move |event| check(event_target_checked(&event)));
    element("label").class("check").child(field.view()).child(text("", label)).view()
}
