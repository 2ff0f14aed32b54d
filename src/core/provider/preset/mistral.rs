//! Mistral: refuses every field it does not know.

use super::super::quirks::Quirks;
use super::{KeyUse, Preset, Provider};

pub(super) const PRESET: Preset = Preset {
    name: "Mistral",
    id: "mistral",
    provider: Provider::Mistral,
    base_url: "https://api.mistral.ai/v1",
    quirks: Quirks { seed: Some("random_seed"), stream_usage: false, ..Quirks::USUAL },
    key: KeyUse::Needed,
    ..Preset::HOSTED
};
