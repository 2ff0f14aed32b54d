//! Run files: all of a run that is over, as versioned JSON, to be kept, handed on, opened again and judged again.
//!
//! Facts are kept, and the verdict that was reached on each reply: what else is to be seen of a judgement is found
//! anew by the judge, so that a file stays readable however that grows. A file is untrusted; there is no key in it.

mod again;
mod attempt;
mod ending;
mod verdict;

#[cfg(test)]
mod tests;

pub use again::{Again, Column};
pub use verdict::Verdict;

use super::agent::{Attempt, AttemptLimit, Ending, Outcome};
use super::file_name::stem;
use super::image::Image;
use super::judge::{Repaired, SchemaSource};
use super::members::{Members, Object};
use super::provider::Provider;
use super::settings::Settings;
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
    /// The image the answers are about.
    pub image: Option<Image>,
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
pub const FORMAT: &str = "structured-output-validator run";

/// Where settings stand that no setup was made of yet.
const SETTINGS: &str = "settings";

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
            image: None,
            repaired: Repaired::default(),
            ending: Ending::Stopped,
            attempts: Vec::new(),
            requests: Vec::new(),
        }
    }
}

impl RunFile {
    /// The run as JSON.
    pub fn into_json(mut self) -> Value {
        Members::write(&mut self)
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
        Members::read(&mut file, &json).map_err(RunFileError::Wrong)?;
        if file.attempts.len() > AttemptLimit::MOST.into() {
            return Err(RunFileError::Wrong("attempts".to_owned()));
        }
        for (position, attempt) in file.attempts.iter_mut().enumerate() {
            // Their places in the log go by it.
            attempt.number = position + 1;
            if matches!(attempt.outcome(), Some(Outcome::Valid | Outcome::Invalid)) {
                // Whatever the file says, it will be judged.
                attempt.judgement.get_or_insert_default();
            }
        }
        file.mend_ending();
        Ok(file)
    }

    /// Reads the text of a run as the page has it: what is set on it, in full, stands where a file has the setup.
    ///
    /// # Errors
    /// As for [`RunFile::read`].
    pub fn received(text: &str) -> Result<Self, RunFileError> {
        let mut file = Self::read(text)?;
        if let Some(settings) = file.setup.get(SETTINGS) {
            file.setup = Settings::from_json(settings).setup(true);
        }
        Ok(file)
    }

    /// What is set, in full, in the place of a setup: to make that of it is left to whoever receives the run.
    pub fn unreduced(settings: &Settings) -> Value {
        Value::Object([(SETTINGS.to_owned(), settings.to_json())].into_iter().collect())
    }

    /// Has the ending be what the attempts come to.
    fn mend_ending(&mut self) {
        let last = self.attempts.last().and_then(Attempt::outcome);
        self.ending = ending::after(self.ending.clone(), self.attempts.len(), last == Some(&Outcome::Valid));
    }

    /// What its file is called.
    pub fn file_name(&self) -> String {
        let id: String = self.id.chars().take(6).collect();
        format!("{}.run.json", stem(&format!("{} {id}", self.schema_name)))
    }

    /// Whether the simulated model answered.
    pub fn is_simulated(&self) -> bool {
        self.served.is_none()
    }
}

impl Object for RunFile {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("format", &mut FORMAT.to_owned())
            .member("version", &mut { VERSION })
            .member("id", &mut self.id)
            .member("began", &mut self.began);
        if let Some(json) = members.as_value("setup", || self.setup.clone()) {
            if json.is_object() {
                self.setup = json.clone();
            } else {
                members.refuse("setup");
            }
        }
        if let Some(json) = members.as_value("schema", || self.schema.to_json()) {
            match SchemaSource::from_json(json) {
                Some(schema) => self.schema = schema,
                None => members.refuse("schema"),
            }
        }
        let mut accepts_repaired = self.repaired.is_accepted();
        members
            .member("schemaName", &mut self.schema_name)
            .member("server", &mut self.served)
            .member("prompt", &mut self.prompt)
            .member("input", &mut self.input);
        let image = || self.image.as_ref().map_or(Value::Null, Image::to_json);
        if let Some(json) = members.as_value("image", image) {
            // Without it there is still a run to be seen.
            self.image = Image::from_json(json);
        }
        members
            .member("acceptRepaired", &mut accepts_repaired)
            .member("ending", &mut self.ending)
            .member("attempts", &mut self.attempts)
            .member("requests", &mut self.requests);
        self.repaired = Repaired::accepted_if(accepts_repaired);
    }
}

impl Object for Served {
    fn blank() -> Self {
        Self { provider: Provider::default(), base_url: String::new(), model: String::new() }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        let ids = &mut Provider::ALL.into_iter().map(|provider| provider.preset().id);
        if let Some(chosen) = members.choice("provider", Some(self.provider.preset().id), ids) {
            self.provider = Provider::ALL.into_iter().nth(chosen).unwrap_or_default();
        }
        members.member("baseUrl", &mut self.base_url).member("model", &mut self.model);
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
