//! DeepSeek: is told that the answer is JSON, but takes no schema; and no forced tool while it thinks.

use super::super::quirks::{Modes, Quirks, ThinkingForm};
use super::{KeyUse, Preset, Provider};

pub(super) const PRESET: Preset = Preset {
    name: "DeepSeek",
    id: "deepseek",
    provider: Provider::DeepSeek,
    base_url: "https://api.deepseek.com/v1",
    quirks: Quirks {
        seed: None,
        modes: Modes { strict: false, tool: false, json: true },
        strict: false,
        tool_stops_thinking: true,
        thinking: ThinkingForm::Switch,
        ..Quirks::USUAL
    },
    key: KeyUse::Needed,
    ..Preset::HOSTED
};
