//! Google's Gemini, by its endpoint that is compatible with OpenAI: it refuses every field it does not know.

use super::super::quirks::{Quirks, ThinkingForm};
use super::{KeyUse, Preset, Provider};
use crate::core::dialect::Dialect;

pub(super) const PRESET: Preset = Preset {
    name: "Gemini",
    id: "gemini",
    provider: Provider::Gemini,
    base_url: "https://generativelanguage.googleapis.com/v1beta/openai",
    quirks: Quirks { seed: None, strict: false, thinking: ThinkingForm::ReasoningEffort, ..Quirks::USUAL },
    dialects: &[("", Dialect::Gemini)],
    key: KeyUse::Needed,
    ..Preset::HOSTED
};
