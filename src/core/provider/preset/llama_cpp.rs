//! llama.cpp's `llama-server`, on its port of many years and on its new one.

use super::super::quirks::{Quirks, ThinkingForm, ToolChoice};
use super::{MoreOnModels, Preset, Provider};
use crate::core::dialect::Dialect;

pub(super) const PRESET: Preset = Preset {
    name: "llama.cpp",
    id: "llama.cpp",
    provider: Provider::LlamaCpp,
    base_url: "http://127.0.0.1:8080/v1",
    other_urls: &["http://127.0.0.1:9931/v1"],
    quirks: Quirks { tool_choice: ToolChoice::Required, thinking: ThinkingForm::Template, ..Quirks::USUAL },
    dialects: &[("", Dialect::LlamaCpp)],
    more_on_models: MoreOnModels::LlamaCpp,
    ..Preset::HOSTED
};
