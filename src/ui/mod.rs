//! What the person sees: Leptos views, one file each. They show state and pass on what was done;
//! what could be tested without a page is not here but in `core`.
//!
//! Views are given out erased (`AnyView`), and what changes in them is a `String`, a `bool` or again an
//! erased view: Leptos makes code for every type it meets, and this keeps the types, and the page, few.

mod app;
mod header;
mod link_notice;
mod parts;
mod results;
mod sidebar;
mod state;

use crate::web::browser;

/// Puts the app in the page.
pub fn mount() {
    console_error_panic_hook::set_once();
    if let Some(element) = browser::mount_point() {
        leptos::mount::mount_to(element, app::app).forget();
    }
}
