//! How the run ended, and what that means.

use crate::core::agent::Ending;
use crate::ui::parts::{nothing, paragraph, region, text};
use crate::ui::state::Page;
use leptos::prelude::*;

/// The banner, once a run is over.
pub fn banner(page: Page) -> AnyView {
    let Some(ending) = page.run.with(|run| run.ending.clone()) else { return nothing() };
    let (class, icon) = match ending {
        Ending::Valid { .. } => ("banner banner--valid", "✓"),
        Ending::Failed { .. } => ("banner banner--failed", "✗"),
        Ending::Stopped => ("banner", "■"),
    };
    let summary = page.summary(&ending);
    let headline = view! { <h2 class="banner__headline">{summary.headline}</h2> }.into_any();
    let parts = vec![
        text("banner__icon", icon),
        headline,
        text("banner__figures", summary.figures),
        paragraph("banner__meaning", summary.meaning),
    ];
    region(class, "Result", parts)
}
