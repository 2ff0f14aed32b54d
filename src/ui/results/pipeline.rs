//! The four stages of the loop, the active one pulsing.

use crate::core::agent::{Pipeline, Stage, StageState};
use crate::ui::parts::{Markup, element, icon, nothing, region, text};

/// The four stages.
pub fn pipeline(pipeline: Pipeline) -> Markup {
    let stages = pipeline.stages.into_iter().map(stage_view).collect();
    let stages = element("ol").class("pipeline__stages").children(stages).view();
    let retries = match pipeline.retries {
        0 => nothing(),
        retries => {
            let words = text("", &format!("retry with exact errors ×{retries}"));
            element("p").class("pipeline__loop").child(words).view()
        }
    };
    region("pipeline", "Pipeline", vec![stages, retries])
}

fn stage_view(stage: Stage) -> Markup {
    let (class, sign, word) = match stage.state {
        StageState::Waiting => ("stage", "", "waiting"),
        StageState::Active => ("stage stage--active", "●", "under way"),
        StageState::Passed => ("stage stage--passed", "✓", "passed"),
        StageState::Failed => ("stage stage--failed", "✗", "failed"),
    };
    element("li")
        .class(class)
        .child(text("stage__name", stage.name))
        .child(icon("stage__icon", sign))
        .child(text("visually-hidden", word))
        .child(text("stage__detail", &stage.detail))
        .view()
}
