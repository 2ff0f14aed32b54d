//! LM Studio: takes a schema, but refuses to be told only that the answer is JSON.

use super::super::quirks::{Modes, Quirks, ToolChoice};
use super::{MoreOnModels, Preset, Provider};
use crate::core::dialect::Dialect;

pub(super) const PRESET: Preset = Preset {
    name: "LM Studio",
    id: "lm-studio",
    provider: Provider::LmStudio,
    base_url: "http://localhost:1234/v1",
    quirks: Quirks {
        modes: Modes { json: false, ..Modes::ALL },
        tool_choice: ToolChoice::Required,
        ..Quirks::USUAL
    },
    dialects: &[("mlx", Dialect::LmStudioMlx), ("", Dialect::LlamaCpp)],
    more_on_models: MoreOnModels::LmStudio,
    ..Preset::HOSTED
};
