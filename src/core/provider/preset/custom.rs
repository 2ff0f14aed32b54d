//! Any other server that speaks OpenAI's chat completions.

use super::{Preset, Provider};

pub(super) const PRESET: Preset =
    Preset { name: "Custom (OpenAI-compatible)", id: "custom", provider: Provider::Custom, ..Preset::HOSTED };
