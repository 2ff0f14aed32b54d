//! A reply that a model may write, changed here and there.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/extraction/invariants.rs"]
mod invariants;
#[path = "../../tests/extraction/mutate.rs"]
mod mutate;

fuzz_target!(|seed: &[u8]| invariants::check(&mutate::mutated(seed)));
