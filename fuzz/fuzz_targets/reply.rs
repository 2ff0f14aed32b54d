//! A reply of any bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/extraction/invariants.rs"]
mod invariants;

fuzz_target!(|bytes: &[u8]| invariants::check(&String::from_utf8_lossy(bytes)));
