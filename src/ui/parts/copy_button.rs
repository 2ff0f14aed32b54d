//! A button that copies a text and says truthfully whether it did.

use super::button;
use crate::web::{clipboard, clock};
use leptos::prelude::*;
use leptos::task::spawn_local;

const SHOWN_MILLIS: u32 = 2_000;

/// Copies what `text` gives when it is pressed.
pub fn copy_button(label: &'static str, text: impl Fn() -> String + 'static) -> AnyView {
    let shown = RwSignal::new(label.to_owned());
    let copy = move || copy(label, shown, text());
    let button = button("button button--quiet", shown, copy);
    view! { <span aria-live="polite">{button}</span> }.into_any()
}

fn copy(label: &'static str, shown: RwSignal<String>, text: String) {
    spawn_local(async move {
        let copied = clipboard::copy(&text).await;
        // The button may be gone by now.
        let _ = shown.try_set(if copied { "Copied ✓" } else { "Copying failed" }.to_owned());
        clock::pause(SHOWN_MILLIS).await;
        let _ = shown.try_set(label.to_owned());
    });
}
