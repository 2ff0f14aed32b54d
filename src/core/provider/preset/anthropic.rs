//! Anthropic: newer models refuse a temperature, none takes a seed, and all take images.

use super::super::quirks::{Images, Modes, Quirks, ThinkingForm};
use super::{Family, KeyUse, Preset, Provider};
use crate::core::dialect::Dialect;

pub(super) const PRESET: Preset = Preset {
    name: "Anthropic",
    id: "anthropic",
    provider: Provider::Anthropic,
    family: Family::Anthropic,
    base_url: "https://api.anthropic.com",
    quirks: Quirks {
        temperature: false,
        seed: None,
        modes: Modes { json: false, ..Modes::ALL },
        strict: false,
        tool_stops_thinking: true,
        thinking: ThinkingForm::Adaptive,
        stream_usage: false,
        images: Images::Taken,
        ..Quirks::USUAL
    },
    dialects: &[("", Dialect::Anthropic)],
    key: KeyUse::Needed,
    ..Preset::HOSTED
};
