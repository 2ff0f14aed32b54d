//! Ollama, by its own chat: only there can a call say how much the model shall be able to read.
//! It cannot be made to call a tool.

use super::super::quirks::{Modes, Quirks, ThinkingForm, ToolChoice};
use super::{Family, MoreOnModels, Preset, Provider};
use crate::core::dialect::Dialect;

pub(super) const PRESET: Preset = Preset {
    name: "Ollama",
    id: "ollama",
    provider: Provider::Ollama,
    family: Family::Ollama,
    base_url: "http://localhost:11434",
    quirks: Quirks {
        limit: "num_predict",
        modes: Modes { tool: false, ..Modes::ALL },
        strict: false,
        tool_choice: ToolChoice::Offered,
        thinking: ThinkingForm::Think,
        stream_usage: false,
        context_length: Some("num_ctx"),
        ..Quirks::USUAL
    },
    dialects: &[("", Dialect::LlamaCpp)],
    more_on_models: MoreOnModels::Ollama,
    ..Preset::HOSTED
};
