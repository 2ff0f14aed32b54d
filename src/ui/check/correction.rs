//! What a model would be told of the reply.

use crate::ui::parts::{Markup, copy_button, group, heading, nothing, preformatted, region, text};
use crate::ui::state::Page;

/// The correction, where there is something to correct.
pub fn correction(page: Page) -> Markup {
    let words = page.check.outcome.with(|outcome| match outcome {
        Some(Ok(checked)) => checked.correction.clone(),
        Some(Err(_)) | None => String::new(),
    });
    if words.is_empty() {
        return nothing();
    }
    let shown = preformatted("raw correction__text", "Correction", &words);
    let head = vec![
        heading("panel__title", "Correction"),
        text("hint", "what a run would tell the model, to paste into any other tool"),
        copy_button("Copy", move || words.clone()),
    ];
    region("panel", "Correction to copy", vec![group("panel__head", head), shown])
}
