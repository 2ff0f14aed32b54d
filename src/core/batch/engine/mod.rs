//! Calls as files for the batch engines of providers, and what comes back of them: the loop at any size, on an engine
//! that exists.
//!
//! OpenAI's Batch API takes a line for each request (`custom_id`, `method`, `url`, `body`), and so do those that copy it;
//! Anthropic's Message Batches take one JSON object (`requests`, each `custom_id` and `params`). Results come as a line
//! for each request, in any order, and may lack some. A body is what would be sent over the network; no key is in it.

mod key;
mod results;
#[cfg(test)]
mod tests;
mod writer;

pub use key::CallKey;
pub use results::{Body, Results};
pub use writer::{Limits as FileLimits, Writer};

use crate::core::provider::{Connection, Family, Provider};

/// How an engine wants its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// OpenAI's Batch API, and whatever takes the same: Groq, vLLM's `run-batch` and others.
    OpenAi,
    /// Anthropic's Message Batches.
    Anthropic,
}

impl Engine {
    /// The engine of a server.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    pub fn of(connection: &Connection) -> Result<Self, String> {
        let preset = connection.preset;
        match (preset.family, preset.provider) {
            (_, Provider::Simulated) => Err("The simulated model takes no batch files.".to_owned()),
            (Family::Anthropic, _) => Ok(Self::Anthropic),
            (Family::ChatCompletions, _) => Ok(Self::OpenAi),
            (Family::Ollama | Family::Browser, _) => Err(format!("{} takes no batch files.", preset.name)),
        }
    }

    /// What one of its files is called.
    pub fn file_name(self, setup: &str, number: usize) -> String {
        let ending = match self {
            Self::OpenAi => "jsonl",
            Self::Anthropic => "json",
        };
        format!("{}-{number}.{ending}", crate::core::file_name::stem(&format!("calls {setup}")))
    }
}
