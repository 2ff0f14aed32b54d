//! What the reply is worth, in a line, and what is worth knowing beside that.

use crate::ui::parts::{Markup, bullets, element, group, nothing, region, text};
use crate::ui::state::Page;

/// The verdict.
pub fn verdict(page: Page) -> Markup {
    let is_under_way = page.check.is_under_way.get();
    page.check.outcome.with(|outcome| match outcome {
        None => nothing(),
        Some(Err(words)) => {
            element("p").class("panel schema__error").attribute("role", "alert").text(words).view()
        }
        Some(Ok(checked)) => {
            let (class, sign, word) = match checked.is_valid {
                true => ("check__verdict check__verdict--valid", "badge badge--valid", "✓ VALID"),
                false => ("check__verdict check__verdict--invalid", "badge badge--failed", "✗ INVALID"),
            };
            let busy = if is_under_way { text("hint", "Checking…") } else { nothing() };
            let line = vec![text(sign, word), text("check__headline", &checked.headline), busy];
            region(
                class,
                "Verdict",
                vec![group("check__line", line), group("hint", vec![bullets(&checked.remarks)])],
            )
        }
    })
}
