//! OpenRouter: unless told otherwise it drops what the model behind it does not know.

use super::super::quirks::{Quirks, ThinkingForm};
use super::{KeyUse, Preset, Provider};
use crate::core::dialect::Dialect;

pub(super) const PRESET: Preset = Preset {
    name: "OpenRouter",
    id: "openrouter",
    provider: Provider::OpenRouter,
    base_url: "https://openrouter.ai/api/v1",
    quirks: Quirks {
        limit: "max_completion_tokens",
        thinking: ThinkingForm::Reasoning,
        require_parameters: true,
        ..Quirks::USUAL
    },
    dialects: &[
        ("openai/", Dialect::OpenAiStrict),
        ("anthropic/", Dialect::Anthropic),
        ("google/", Dialect::Gemini),
        ("x-ai/", Dialect::Xai),
    ],
    key: KeyUse::Needed,
    ..Preset::HOSTED
};
