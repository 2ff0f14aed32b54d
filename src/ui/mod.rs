//! What the person sees: Leptos views, one file each. They show state and pass on what was done;
//! what could be tested without a page is not here but in `core`.
//!
//! Leptos makes code for every type it meets. So views are put together from `parts`, whose elements
//! are all of one type, and given out erased (`Markup`); what they follow is kept in `Live` values.
//! That keeps the page small.

mod app;
mod batch;
mod check;
mod header;
mod history;
mod link_notice;
mod live;
mod parts;
mod results;
mod schema_editor;
mod share;
mod shortcuts;
mod sidebar;
mod state;

use crate::web::{browser, crash};

/// Puts the app in the page.
pub fn mount() {
    crash::report_panics();
    if let Some(element) = browser::mount_point() {
        leptos::mount::mount_to(element, || app::app().into_any_view()).forget();
    }
}
