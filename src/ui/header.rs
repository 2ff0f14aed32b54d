//! The head of the page: its name, and the theme.

use super::parts::button;
use super::state::Page;
use leptos::prelude::*;

/// The head of the page.
pub fn header(page: Page) -> AnyView {
    let label = Signal::derive(move || {
        let other = page.settings.with(|settings| settings.theme.other());
        format!("◐ {} theme", other.name())
    });
    let change = move || page.settings.update(|settings| settings.theme = settings.theme.other());
    view! {
        <header class="header">
            <span class="header__mark" aria-hidden="true"></span>
            <h1 class="header__name">"Structured Output Validator"</h1>
            {button("button button--quiet", label, change)}
        </header>
    }
    .into_any()
}
