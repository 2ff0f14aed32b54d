//! Mistral: refuses every field it does not know.

use super::super::quirks::Quirks;
use super::{KeyUse, Preset};

pub(super) const PRESET: Preset = Preset {
    name: "Mistral",
    id: "mistral",
    base_url: "https://api.mistral.ai/v1",
    quirks: Quirks { seed: Some("random_seed"), stream_usage: false, ..Quirks::USUAL },
    key: KeyUse::Needed("https://console.mistral.ai/api-keys"),
    billing: "https://admin.mistral.ai/organization/billing",
    ..Preset::HOSTED
};
