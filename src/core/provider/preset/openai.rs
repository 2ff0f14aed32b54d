//! OpenAI.

use super::super::quirks::{Quirks, ThinkingForm};
use super::{KeyUse, Preset, Provider};
use crate::core::dialect::Dialect;

pub(super) const PRESET: Preset = Preset {
    name: "OpenAI",
    id: "openai",
    provider: Provider::OpenAi,
    base_url: "https://api.openai.com/v1",
    quirks: Quirks {
        limit: "max_completion_tokens",
        thinking: ThinkingForm::ReasoningEffort,
        ..Quirks::USUAL
    },
    dialects: &[("", Dialect::OpenAiStrict)],
    key: KeyUse::Needed,
    ..Preset::HOSTED
};
