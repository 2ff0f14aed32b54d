//! The stand-in model.

use super::super::quirks::{Modes, Quirks};
use super::Preset;

pub(super) const PRESET: Preset = Preset {
    name: "Simulated model",
    id: "simulated",
    quirks: Quirks { modes: Modes { strict: false, tool: false, json: false }, ..Quirks::USUAL },
    browser_switch: &[],
    ..Preset::HOSTED
};
