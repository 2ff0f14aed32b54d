//! Writing calls into files: one model to a file, and as many files as an engine's limits ask for.

use super::{CallKey, Engine};
use crate::core::provider::{Call, Connection, Exchange};
use serde_json::{Value, json};

/// What a file may hold at the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Calls.
    pub calls: usize,
    /// Bytes.
    pub bytes: usize,
}

/// Files that are being written for one engine.
#[derive(Clone, Debug)]
pub struct Writer {
    engine: Engine,
    limits: Limits,
    /// The file that is being written for each model.
    open: Vec<File>,
    files: Vec<File>,
    /// How many calls were written.
    pub count: usize,
}

/// A file, in the parts it is made of: one for each call, and what comes behind the last.
#[derive(Clone, Debug, Default)]
struct File {
    model: String,
    parts: Vec<String>,
    bytes: usize,
}

impl Engine {
    /// What its provider allows, with some room for what stands around the calls.
    pub fn limits(self) -> Limits {
        match self {
            Self::OpenAi => Limits { calls: 50_000, bytes: 199_000_000 },
            // Together allows less than Mistral.
            Self::Bodies => Limits { calls: 50_000, bytes: 99_000_000 },
            Self::Anthropic => Limits { calls: 100_000, bytes: 255_000_000 },
        }
    }

    /// A call as it stands in a file, behind so many others.
    fn part(self, id: &str, body: &Value, place: usize) -> String {
        match (self, place) {
            (Self::OpenAi, _) => {
                let line =
                    json!({"custom_id": id, "method": "POST", "url": "/v1/chat/completions", "body": body});
                format!("{line}\n")
            }
            (Self::Bodies, _) => format!("{}\n", json!({"custom_id": id, "body": body})),
            (Self::Anthropic, 0) => format!("{{\"requests\":[{}", json!({"custom_id": id, "params": body})),
            (Self::Anthropic, _) => format!(",\n{}", json!({"custom_id": id, "params": body})),
        }
    }

    /// What comes behind the last call of a file.
    fn end(self) -> Option<&'static str> {
        match self {
            Self::OpenAi | Self::Bodies => None,
            Self::Anthropic => Some("]}\n"),
        }
    }
}

impl Writer {
    /// No file yet.
    pub fn new(engine: Engine, limits: Limits) -> Self {
        Self { engine, limits, open: Vec::new(), files: Vec::new(), count: 0 }
    }

    /// Writes a call of a batch, as this connection would send it, but not in pieces.
    pub fn write(&mut self, job: &str, key: CallKey, call: &Call, connection: &Connection) {
        let call = Call { stream: false, ..call.clone() };
        let exchange = Exchange::new(&call, &Connection { key: None, ..connection.clone() });
        let body: Value = serde_json::from_str(&exchange.request().body).unwrap_or_default();
        let id = key.custom_id(job);
        self.count += 1;
        let file = self.open.iter_mut().find(|file| file.model == connection.model);
        if let Some(file) = file {
            let part = self.engine.part(&id, &body, file.parts.len());
            if file.parts.len() < self.limits.calls && file.bytes + part.len() <= self.limits.bytes {
                return file.push(part);
            }
            self.files.push(std::mem::take(file));
            file.model.clone_from(&connection.model);
            return file.push(self.engine.part(&id, &body, 0));
        }
        let mut file = File { model: connection.model.clone(), ..File::default() };
        file.push(self.engine.part(&id, &body, 0));
        self.open.push(file);
    }

    /// All files, each in parts that make it up.
    pub fn finish(self) -> Vec<Vec<String>> {
        let end = self.engine.end().map(str::to_owned);
        let whole = |file: File| file.parts.into_iter().chain(end.clone()).collect();
        self.files.into_iter().chain(self.open).map(whole).collect()
    }
}

impl File {
    fn push(&mut self, part: String) {
        self.bytes += part.len();
        self.parts.push(part);
    }
}
