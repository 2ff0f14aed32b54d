//! The stand-in model.

use super::super::quirks::{Modes, Quirks};
use super::{Preset, Provider};

pub(super) const PRESET: Preset = Preset {
    name: "Simulated model",
    id: "simulated",
    provider: Provider::Simulated,
    quirks: Quirks { modes: Modes { strict: false, tool: false, json: false }, ..Quirks::USUAL },
    ..Preset::HOSTED
};
