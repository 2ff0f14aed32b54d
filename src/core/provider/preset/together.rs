//! Together: what it takes depends on the model.

use super::super::quirks::Quirks;
use super::{KeyUse, Preset, Provider};

pub(super) const PRESET: Preset = Preset {
    name: "Together",
    id: "together",
    provider: Provider::Together,
    base_url: "https://api.together.ai/v1",
    other_urls: &["https://api.together.xyz/v1"],
    quirks: Quirks { strict: false, stream_usage: false, ..Quirks::USUAL },
    key: KeyUse::Needed,
    ..Preset::HOSTED
};
