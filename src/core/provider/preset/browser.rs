//! The model that comes with the browser. Nobody says which schemas it takes: what vLLM takes is the least
//! that is common to what such models are held to forms with.

use super::super::quirks::{Images, Modes, Quirks};
use super::{Family, Preset, Provider};
use crate::core::dialect::Dialect;

pub(super) const PRESET: Preset = Preset {
    name: "Built into this browser",
    id: "browser",
    provider: Provider::Browser,
    family: Family::Browser,
    quirks: Quirks {
        temperature: false,
        seed: None,
        modes: Modes { tool: false, ..Modes::ALL },
        strict: false,
        stream_usage: false,
        images: Images::Refused,
        ..Quirks::USUAL
    },
    dialects: &[("", Dialect::Vllm)],
    ..Preset::HOSTED
};
