//! Any other server that speaks OpenAI's chat completions.

use super::Preset;

pub(super) const PRESET: Preset = Preset {
    name: "Custom (OpenAI-compatible)",
    id: "custom",
    browser_switch: &["Allow the origin {origin} in the server's CORS settings"],
    ..Preset::HOSTED
};
