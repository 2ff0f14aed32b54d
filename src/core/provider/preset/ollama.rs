//! Ollama, by its own chat: only there can a call say how much the model shall be able to read.
//! It cannot be made to call a tool.

use super::super::quirks::{Modes, Quirks, ThinkingForm, ToolChoice};
use super::{Family, MoreOnModels, Preset};
use crate::core::dialect::Dialect;

pub(super) const PRESET: Preset = Preset {
    name: "Ollama",
    id: "ollama",
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
    browser_switch: &[
        "Start Ollama with the environment variable OLLAMA_ORIGINS={origin}",
        "macOS: run launchctl setenv OLLAMA_ORIGINS \"{origin}\" and restart Ollama.",
        "Linux: run sudo systemctl edit ollama, add the lines [Service] and \
         Environment=\"OLLAMA_ORIGINS={origin}\", then sudo systemctl restart ollama.",
        "Windows: set OLLAMA_ORIGINS to {origin} in your account's environment variables and restart Ollama.",
    ],
    start: "Start Ollama: open the app, or run: ollama serve",
    load: "Fetch the model with: ollama pull {model}",
    widen: "Raise the context length here, or start Ollama with a larger OLLAMA_CONTEXT_LENGTH.",
    ..Preset::HOSTED
};
