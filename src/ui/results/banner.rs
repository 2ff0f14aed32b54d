//! How the run ended, and what that means.

use super::diagnosis::diagnosis_view;
use super::verdict::violation_list;
use crate::core::agent::Ending;
use crate::ui::parts::{Markup, element, group, heading, icon, nothing, paragraph, text};
use crate::ui::state::Page;

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
    parts.extend(diagnosis.map(|diagnosis| diagnosis_view(&diagnosis, page.saved())));
    element("section")
        .class(class)
        .attribute("id", "result")
        .attribute("aria-label", "Result")
        .attribute("tabindex", "-1")
        .children(parts)
        .view()
}
