//! xAI.

use super::super::quirks::{Quirks, ThinkingForm};
use super::{KeyUse, Preset, Provider};
use crate::core::dialect::Dialect;

pub(super) const PRESET: Preset = Preset {
    name: "xAI",
    id: "xai",
    provider: Provider::Xai,
    base_url: "https://api.x.ai/v1",
    quirks: Quirks { thinking: ThinkingForm::ReasoningEffort, ..Quirks::USUAL },
    dialects: &[("", Dialect::Xai)],
    key: KeyUse::Needed,
    ..Preset::HOSTED
};
