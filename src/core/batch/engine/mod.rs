//! Calls as files for the batch engines of providers, and what comes back of them: the loop at any size, on an engine
//! that exists.
//!
//! OpenAI's Batch API takes a line for each request (`custom_id`, `method`, `url`, `body`), and so do those that copy it;
//! Mistral and Together take lines of `custom_id` and `body`; Anthropic's Message Batches take one JSON object (`requests`,
//! each `custom_id` and `params`). Results come as a line for each request, in any order, and may lack some. A body is what
//! would be sent over the network; no key is in it. One file asks one model.

mod key;
mod results;
#[cfg(test)]
mod tests;
mod writer;

pub use key::CallKey;
pub use results::{Body, Results};
pub use writer::{Limits as FileLimits, Writer};

use crate::core::provider::{Connection, Provider};

/// How an engine wants its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// OpenAI's Batch API, and whatever takes the same: Groq, Gemini, vLLM's `run-batch` and others.
    OpenAi,
    /// Lines that say no more than the body: where it goes is said when the batch is begun. Mistral and Together.
    Bodies,
    /// Anthropic's Message Batches.
    Anthropic,
}

impl Engine {
    /// The engine of a server.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    pub fn of(connection: &Connection) -> Result<Self, String> {
        match connection.preset.provider {
            Provider::OpenAi | Provider::Groq | Provider::Gemini | Provider::Vllm | Provider::Custom => {
                Ok(Self::OpenAi)
            }
            Provider::Mistral | Provider::Together => Ok(Self::Bodies),
            Provider::Anthropic => Ok(Self::Anthropic),
            Provider::Simulated => Err("The simulated model takes no batch files.".to_owned()),
            Provider::Browser => Err("The browser's own model takes no batch files.".to_owned()),
            Provider::Xai => {
                Err("Batch files for xAI cannot be made here: its results are of another form.".to_owned())
            }
            Provider::LmStudio
            | Provider::Ollama
            | Provider::LlamaCpp
            | Provider::OpenRouter
            | Provider::DeepSeek => Err(format!("{} takes no batch files.", connection.preset.name)),
        }
    }

    /// What one of its files is called.
    pub fn file_name(self, setup: &str, number: usize) -> String {
        let ending = match self {
            Self::OpenAi | Self::Bodies => "jsonl",
            Self::Anthropic => "json",
        };
        format!("{}-{number}.{ending}", crate::core::file_name::stem(&format!("calls {setup}")))
    }
}
