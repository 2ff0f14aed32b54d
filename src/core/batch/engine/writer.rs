//! Writing calls into files, as many as an engine's limits ask for.

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
    /// The calls of the file that is being written, each as its JSON.
    lines: Vec<String>,
    bytes: usize,
    files: Vec<String>,
    /// How many calls were written.
    pub count: usize,
}

impl Engine {
    /// What its provider allows, with some room for what stands around the calls.
    pub fn limits(self) -> Limits {
        match self {
            Self::OpenAi => Limits { calls: 50_000, bytes: 199_000_000 },
            Self::Anthropic => Limits { calls: 100_000, bytes: 255_000_000 },
        }
    }
}

impl Writer {
    /// No file yet.
    pub fn new(engine: Engine, limits: Limits) -> Self {
        Self { engine, limits, lines: Vec::new(), bytes: 0, files: Vec::new(), count: 0 }
    }

    /// Writes a call of a batch, as this connection would send it, but not in pieces.
    pub fn write(&mut self, job: &str, key: CallKey, call: &Call, connection: &Connection) {
        let call = Call { stream: false, ..call.clone() };
        let exchange = Exchange::new(&call, &Connection { key: None, ..connection.clone() });
        let body: Value = serde_json::from_str(&exchange.request().body).unwrap_or_default();
        let id = key.custom_id(job);
        let line = match self.engine {
            Engine::OpenAi => {
                json!({"custom_id": id, "method": "POST", "url": "/v1/chat/completions", "body": body})
            }
            Engine::Anthropic => json!({"custom_id": id, "params": body}),
        };
        let line = line.to_string();
        if self.lines.len() >= self.limits.calls || self.bytes + line.len() + 1 > self.limits.bytes {
            self.close();
        }
        self.bytes += line.len() + 1;
        self.lines.push(line);
        self.count += 1;
    }

    /// All files.
    pub fn finish(mut self) -> Vec<String> {
        self.close();
        self.files
    }

    fn close(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        self.bytes = 0;
        if lines.is_empty() {
            return;
        }
        self.files.push(match self.engine {
            Engine::OpenAi => lines.iter().fold(String::new(), |file, line| file + line + "\n"),
            Engine::Anthropic => format!("{{\"requests\":[{}]}}\n", lines.join(",\n")),
        });
    }
}
