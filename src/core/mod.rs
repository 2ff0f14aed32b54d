//! What is true, whoever asks: schemas, verdicts, extraction, wire formats and the retry loop.
//!
//! Pure: no DOM, clock, network, randomness, storage or global state.
//! Time, seeds and replies come in as arguments, so every part runs in native tests.

pub mod agent;
pub mod archive;
pub mod base64;
pub mod batch;
pub mod code;
pub mod combobox;
pub mod cost;
pub mod counted;
pub mod crash;
pub mod critique;
pub mod csv;
pub mod dialect;
pub mod drawn;
pub mod excerpt;
pub mod extract;
pub mod fenced;
pub mod file_name;
pub mod format;
pub mod hidden;
pub mod image;
pub mod json_text;
pub mod judge;
pub mod link;
pub mod members;
pub mod pattern;
pub mod places;
pub mod pointer;
pub mod provider;
pub mod quotient;
pub mod random;
pub mod report;
pub mod rules;
pub mod run_file;
pub mod schema;
pub mod scroller;
pub mod settings;
pub mod shortcuts;
pub mod simulate;
pub mod thousands;
pub mod time;
pub mod validate;
pub mod value;
pub mod view;
