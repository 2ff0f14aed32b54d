//! OpenAI.

use super::super::quirks::{Quirks, ThinkingForm};
use super::{KeyUse, Preset};
use crate::core::dialect::Dialect;

pub(super) const PRESET: Preset = Preset {
    name: "OpenAI",
    id: "openai",
    base_url: "https://api.openai.com/v1",
    quirks: Quirks {
        limit: "max_completion_tokens",
        thinking: ThinkingForm::ReasoningEffort,
        ..Quirks::USUAL
    },
    dialects: &[("", Dialect::OpenAiStrict)],
    key: KeyUse::Needed("https://platform.openai.com/api-keys"),
    billing: "https://platform.openai.com/settings/organization/billing",
    ..Preset::HOSTED
};
