//! vLLM.

use super::super::quirks::{Quirks, ThinkingForm};
use super::{Preset, Provider};
use crate::core::dialect::Dialect;

pub(super) const PRESET: Preset = Preset {
    name: "vLLM",
    id: "vllm",
    provider: Provider::Vllm,
    base_url: "http://localhost:8000/v1",
    quirks: Quirks { thinking: ThinkingForm::Template, ..Quirks::USUAL },
    dialects: &[("", Dialect::Vllm)],
    ..Preset::HOSTED
};
