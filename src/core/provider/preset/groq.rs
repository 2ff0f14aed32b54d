//! Groq: only some models can be held to a schema strictly.

use super::super::quirks::{Quirks, ThinkingForm};
use super::{KeyUse, Preset, Provider};
use crate::core::dialect::Dialect;

pub(super) const PRESET: Preset = Preset {
    name: "Groq",
    id: "groq",
    provider: Provider::Groq,
    base_url: "https://api.groq.com/openai/v1",
    quirks: Quirks {
        limit: "max_completion_tokens",
        strict: false,
        thinking: ThinkingForm::ReasoningEffort,
        ..Quirks::USUAL
    },
    dialects: &[("gpt-oss", Dialect::OpenAiStrict)],
    key: KeyUse::Needed,
    ..Preset::HOSTED
};
