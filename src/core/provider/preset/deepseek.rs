//! DeepSeek: is told that the answer is JSON, but takes no schema; and no forced tool while it thinks.

use super::super::quirks::{Modes, Quirks, ThinkingForm};
use super::{KeyUse, Preset};

pub(super) const PRESET: Preset = Preset {
    name: "DeepSeek",
    id: "deepseek",
    base_url: "https://api.deepseek.com/v1",
    quirks: Quirks {
        seed: None,
        modes: Modes { strict: false, tool: false, json: true },
        strict: false,
        tool_stops_thinking: true,
        thinking: ThinkingForm::Switch,
        ..Quirks::USUAL
    },
    key: KeyUse::Needed("https://platform.deepseek.com/api_keys"),
    billing: "https://platform.deepseek.com/top_up",
    ..Preset::HOSTED
};
