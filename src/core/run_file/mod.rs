//! Run files: all of a run that is over, as versioned JSON, to be kept, handed on, opened again and judged again.
//!
//! Facts are kept, and the verdict that was reached on each reply: what else is to be seen of a judgement is found
//! anew by the judge, so that a file stays readable however that grows. A file is untrusted; there is no key in it.

mod attempt;
mod ending;
mod verdict;

#[cfg(test)]
mod tests;

pub use verdict::{Again, Verdict};

use super::agent::{Attempt, AttemptLimit, Ending};
use super::judge::{Case, Repaired, SchemaSource};
use super::members::Members;
use super::provider::Provider;
use super::time::Millis;
use serde_json::Value;
use std::fmt;

/// All of a run that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct RunFile {
    /// What tells it from every other.
    pub id: String,
    /// When it began: the wall clock, since 1970.
    pub began: Millis,
    /// What was set for it: settings by their names, without any key.
    pub setup: Value,
    /// What a valid answer is.
    pub schema: SchemaSource,
    /// What people call that schema.
    pub schema_name: String,
    /// Who was asked; none for the simulated model.
    pub served: Option<Served>,
    /// What was asked.
    pub prompt: String,
    /// What the answers are about; may be empty.
    pub input: String,
    /// Whether an answer that had to be repaired counted.
    pub repaired: Repaired,
    /// How it ended.
    pub ending: Ending,
    /// Every attempt.
    pub attempts: Vec<Attempt>,
    /// The request of each attempt as a command for a shell, without the key; empty where none was sent.
    pub requests: Vec<String>,
}

/// A server that was asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Served {
    /// Whose it is.
    pub provider: Provider,
    /// Its base URL.
    pub base_url: String,
    /// The model.
    pub model: String,
}

/// Why a text is no run file that can be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunFileError {
    /// It is not JSON, or not that of a run.
    NoRunFile,
    /// A later version of the page made it.
    Newer(u64),
    /// A member of it cannot be read: its path.
    Wrong(String),
}

/// What the file says that it is.
const FORMAT: &str = "structured-output-validator run";

/// The version that is written, and the newest that is read.
const VERSION: u64 = 1;

impl Default for RunFile {
    fn default() -> Self {
        Self {
            id: String::new(),
            began: Millis(0),
            setup: Value::Null,
            schema: SchemaSource::default(),
            schema_name: String::new(),
            served: None,
            prompt: String::new(),
            input: String::new(),
            repaired: Repaired::default(),
            ending: Ending::Stopped,
            attempts: Vec::new(),
            requests: Vec::new(),
        }
    }
}

impl RunFile {
    /// The run as JSON.
    pub fn to_json(&self) -> Value {
        let mut copy = self.clone();
        Members::write(|members| {
            members.text("format", &mut FORMAT.to_owned()).number("version", &mut { VERSION });
            copy.describe(members);
        })
    }

    /// Reads the text of a file, whatever it may be.
    ///
    /// # Errors
    /// A [`RunFileError`] where it is none that can be opened.
    pub fn read(text: &str) -> Result<Self, RunFileError> {
        let json: Value = serde_json::from_str(text).map_err(|_| RunFileError::NoRunFile)?;
        if json.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(RunFileError::NoRunFile);
        }
        match json.get("version").and_then(Value::as_u64) {
            Some(1..=VERSION) => {}
            Some(version) => return Err(RunFileError::Newer(version)),
            None => return Err(RunFileError::Wrong("version".to_owned())),
        }
        let mut file = Self::default();
        Members::read(&json, |members| file.describe(members)).map_err(RunFileError::Wrong)?;
        // Their places in the log go by it.
        file.attempts.iter_mut().enumerate().for_each(|(position, attempt)| attempt.number = position + 1);
        Ok(file)
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .text("id", &mut self.id)
            .number("began", &mut self.began.0)
            .as_value("setup", &mut self.setup, Value::clone, |json| json.is_object().then(|| json.clone()))
            .as_value("schema", &mut self.schema, SchemaSource::to_json, SchemaSource::from_json)
            .text("schemaName", &mut self.schema_name)
            .optional("server", &mut self.served, Served::blank, Served::describe)
            .text("prompt", &mut self.prompt)
            .text("input", &mut self.input)
            .as_value(
                "acceptRepaired",
                &mut self.repaired,
                |repaired| repaired.is_accepted().into(),
                |json| json.as_bool().map(Repaired::accepted_if),
            )
            .object("ending", &mut self.ending, ending::describe)
            .list(
                "attempts",
                &mut self.attempts,
                AttemptLimit::MOST.into(),
                attempt::blank,
                attempt::describe,
            )
            .texts("requests", &mut self.requests);
    }

    /// Whether the simulated model answered.
    pub fn is_simulated(&self) -> bool {
        self.served.is_none()
    }

    /// What the reply of an attempt, by its position, is judged by; none where it was not judged.
    pub fn case(&self, position: usize) -> Option<Case> {
        let attempts = self.attempts.get(..=position)?;
        attempts.last()?.judgement.as_ref()?;
        Some(Attempt::case(attempts, &self.input, self.repaired))
    }
}

impl Served {
    fn blank() -> Self {
        Self { provider: Provider::default(), base_url: String::new(), model: String::new() }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .as_value(
                "provider",
                &mut self.provider,
                |provider| provider.preset().id.into(),
                |json| Provider::from_id(json.as_str()?),
            )
            .text("baseUrl", &mut self.base_url)
            .text("model", &mut self.model);
    }
}

impl fmt::Display for RunFileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRunFile => out.write_str("This is not a run file."),
            Self::Newer(version) => {
                write!(
                    out,
                    "A newer version of this page made this run file (format {version}). Reload the page to get it."
                )
            }
            Self::Wrong(path) => write!(out, "This run file is broken: {path} cannot be read."),
        }
    }
}
