//! Google's Gemini, by its endpoint that is compatible with OpenAI: it refuses every field it does not know, and
//! all of its chat models take images.

use super::super::quirks::{Images, Quirks, ThinkingForm};
use super::{KeyUse, Preset, Provider};
use crate::core::dialect::Dialect;

pub(super) const PRESET: Preset = Preset {
    name: "Gemini",
    id: "gemini",
    provider: Provider::Gemini,
    base_url: "https://generativelanguage.googleapis.com/v1beta/openai",
    quirks: Quirks {
        seed: None,
        strict: false,
        thinking: ThinkingForm::ReasoningEffort,
        images: Images::Taken,
        ..Quirks::USUAL
    },
    dialects: &[("", Dialect::Gemini)],
    key: KeyUse::Needed,
    ..Preset::HOSTED
};
