//! How the run ended, and what that means.

use super::verdict::violation_list;
use crate::core::agent::Ending;
use crate::ui::parts::{Ask, Markup, drawn, element, group, heading, icon, nothing, paragraph, text};
use crate::ui::state::Page;
use crate::web::browser;
use std::sync::Arc;

/// The banner, once a run is over.
pub fn banner(page: Page) -> Markup {
    let Some(ending) = page.run.with(|run| run.ending.clone()) else { return nothing() };
    let (class, sign) = match ending {
        Ending::Valid { .. } => ("banner banner--valid", "✓"),
        Ending::Failed { .. } | Ending::Stalled { .. } | Ending::OverBudget { .. } => {
            ("banner banner--failed", "✗")
        }
        Ending::Stopped => ("banner", "■"),
    };
    let summary = page.summary(&ending);
    let mut parts = vec![
        icon("banner__icon", sign),
        heading("banner__headline", &summary.headline),
        text("banner__figures", &summary.figures),
        paragraph("banner__meaning", &summary.meaning),
    ];
    if !summary.warnings.is_empty() {
        parts.push(group("banner__more", vec![violation_list(&summary.warnings)]));
    }
    let diagnosis = page.run.with(|run| run.diagnosis.clone());
    if let Some(diagnosis) = diagnosis {
        let to_input: Ask = Arc::new(|_, id| browser::focus(id));
        parts.push(drawn(&diagnosis, &to_input));
        parts.extend(page.saved().map(|saved| paragraph("banner__more hint", &saved.words())));
    }
    element("section")
        .class(class)
        .attribute("id", "result")
        .attribute("aria-label", "Result")
        .attribute("tabindex", "-1")
        .children(parts)
        .view()
}
