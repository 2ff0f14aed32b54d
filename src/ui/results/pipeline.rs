//! The four stages of the loop, the active one pulsing.

use crate::core::agent::{Pipeline, Stage, StageState};
use crate::ui::parts::{nothing, region, text};
use leptos::prelude::*;

/// The four stages.
pub fn pipeline(pipeline: Pipeline) -> AnyView {
    let stages: Vec<_> = pipeline.stages.into_iter().map(stage_view).collect();
    let stages = view! { <ol class="pipeline__stages">{stages}</ol> }.into_any();
    let retries = match pipeline.retries {
        0 => nothing(),
        retries => {
            let words = text("", format!("retry with exact errors ×{retries}"));
            view! { <p class="pipeline__loop">{words}</p> }.into_any()
        }
    };
    region("pipeline", "Pipeline", vec![stages, retries])
}

fn stage_view(stage: Stage) -> AnyView {
    let (class, icon, word) = match stage.state {
        StageState::Waiting => ("stage", "", "waiting"),
        StageState::Active => ("stage stage--active", "●", "under way"),
        StageState::Passed => ("stage stage--passed", "✓", "passed"),
        StageState::Failed => ("stage stage--failed", "✗", "failed"),
    };
    let parts = vec![
        text("stage__name", stage.name),
        text("stage__icon", icon),
        text("visually-hidden", word),
        text("stage__detail", stage.detail),
    ];
    view! { <li class=class>{parts}</li> }.into_any()
}
