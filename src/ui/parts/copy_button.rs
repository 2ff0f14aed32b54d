//! A button that copies a text and says truthfully whether it did.

use super::{Markup, button_with, dynamic_text, element};
use crate::ui::live::Live;
use crate::web::{clipboard, clock, task};
use std::sync::Arc;

const SHOWN_MILLIS: u32 = 2_000;

/// Copies what `text` gives when it is pressed.
pub fn copy_button(label: &'static str, text: impl Fn() -> String + 'static) -> Markup {
    erased(label, Box::new(text))
}

fn erased(label: &'static str, text: Box<dyn Fn() -> String>) -> Markup {
    let shown = Arc::new(Live::new(label));
    let words = dynamic_text({
        let shown = shown.clone();
        move || shown.get().to_owned()
    });
    let button =
        button_with("button button--quiet", words, move || task::spawn(copy(label, shown.clone(), text())));
    element("span").attribute("aria-live", "polite").child(button).view()
}

async fn copy(label: &'static str, shown: Arc<Live<&'static str>>, text: String) {
    let copied = clipboard::copy(&text).await;
    shown.set(if copied { "Copied ✓" } else { "Copying failed" });
    clock::pause(SHOWN_MILLIS).await;
    shown.set(label);
}
