//! LM Studio: takes a schema, but refuses to be told only that the answer is JSON.

use super::super::quirks::{Modes, Quirks, ToolChoice};
use super::{MoreOnModels, Preset};
use crate::core::dialect::Dialect;

pub(super) const PRESET: Preset = Preset {
    name: "LM Studio",
    id: "lm-studio",
    base_url: "http://localhost:1234/v1",
    quirks: Quirks {
        modes: Modes { json: false, ..Modes::ALL },
        tool_choice: ToolChoice::Required,
        ..Quirks::USUAL
    },
    dialects: &[("mlx", Dialect::LmStudioMlx), ("", Dialect::LlamaCpp)],
    more_on_models: MoreOnModels::LmStudio,
    browser_switch: &["In LM Studio, open Developer, Server Settings and turn on \"Enable CORS\", \
                       or start the server with: lms server start --cors"],
    start: "Start LM Studio's server: the Developer page, or: lms server start --cors",
    load: "Load a model in LM Studio, or run: lms load {model}",
    widen: "In LM Studio, load the model again with a larger context length.",
    ..Preset::HOSTED
};
