//! What is asked: frozen before it was measured, so that nothing in it fits what came out.

use std::ops::Range;
use structured_output_validator::core::agent::{Correcting, Task};
use structured_output_validator::core::judge::SchemaSource;
use structured_output_validator::core::provider::Sampling;
use structured_output_validator::core::schema::{BuiltIn, Schema};
use structured_output_validator::core::time::Millis;

/// The seeds with which each schema is asked for.
pub const SEEDS: Range<u64> = 101..125;
/// Others than those that count, by which words may be chosen.
pub const SEEDS_FOR_TRYING_OUT: Range<u64> = 1001..1009;

/// A flat schema with its prompt.
pub struct Setting {
    built_in: BuiltIn,
    schema: Schema,
}

/// The three that are measured.
pub fn settings() -> Vec<Setting> {
    [BuiltIn::WeatherReport, BuiltIn::ProductReview, BuiltIn::SupportTicket]
        .map(|built_in| Setting { built_in, schema: built_in.schema().expect("a built-in schema") })
        .into()
}

impl Setting {
    /// The schema, for the judge.
    pub fn schema(&self) -> SchemaSource {
        SchemaSource::BuiltIn(self.built_in)
    }

    /// A run of three attempts.
    pub fn task(&self, correcting: Correcting, seed: u64) -> Task {
        Task {
            schema_text: self.schema.prompt_text(),
            prompt: self.schema.example.prompt.clone(),
            input: self.schema.example.input.clone(),
            image: None,
            sampling: Sampling { temperature: Some(0.7), seed: Some(seed) },
            token_limit: 128,
            silence: Millis(600_000),
            correcting,
            stream: false,
            ..Task::default()
        }
    }
}
