//! Together: what it takes depends on the model.

use super::super::quirks::Quirks;
use super::{KeyUse, Preset};

pub(super) const PRESET: Preset = Preset {
    name: "Together",
    id: "together",
    base_url: "https://api.together.ai/v1",
    other_urls: &["https://api.together.xyz/v1"],
    quirks: Quirks { strict: false, stream_usage: false, ..Quirks::USUAL },
    key: KeyUse::Needed("https://api.together.ai/settings/api-keys"),
    billing: "https://api.together.ai/settings/billing",
    ..Preset::HOSTED
};
