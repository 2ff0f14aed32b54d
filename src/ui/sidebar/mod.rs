//! The left side: what is asked of whom, and what a valid answer is.

mod actions;
mod limits;
mod prompt;
mod provider;
mod schema;

use super::state::Page;
use actions::actions;
use leptos::prelude::*;
use limits::limits_section;
use prompt::prompt_section;
use provider::provider_section;
use schema::schema_section;

/// The left side.
pub fn sidebar(page: Page) -> AnyView {
    let sections = [provider_section, schema_section, prompt_section, limits_section];
    let sections: Vec<_> = sections.into_iter().map(|section| section(page)).collect();
    view! {
        <aside class="sidebar" aria-label="Settings">
            <div class="sidebar__fields">{sections}</div>
            {actions(page)}
        </aside>
    }
    .into_any()
}
