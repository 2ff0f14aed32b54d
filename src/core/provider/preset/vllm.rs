//! vLLM.

use super::super::quirks::{Quirks, ThinkingForm};
use super::Preset;
use crate::core::dialect::Dialect;

pub(super) const PRESET: Preset = Preset {
    name: "vLLM",
    id: "vllm",
    base_url: "http://localhost:8000/v1",
    quirks: Quirks { thinking: ThinkingForm::Template, ..Quirks::USUAL },
    dialects: &[("", Dialect::Vllm)],
    browser_switch: &["Start vLLM with: --allowed-origins '[\"{origin}\"]'"],
    start: "Start it with: vllm serve {model}",
    load: "Start vLLM with the model: vllm serve {model}",
    widen: "Start vLLM with a larger --max-model-len.",
    ..Preset::HOSTED
};
