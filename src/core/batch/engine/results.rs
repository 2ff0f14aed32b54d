//! What an engine has made of calls: its files of results and of errors.

use super::CallKey;
use crate::core::batch::job::Cell;
use crate::core::counted::counted;
use crate::core::provider::{Call, Connection, Exchange, Fault, Head, Reply};
use serde_json::Value;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The status of a call that was answered.
const SUCCEEDED: u16 = 200;

/// What came back of calls, from any number of files.
#[derive(Clone, Debug, Default)]
pub struct Results {
    bodies: HashMap<CallKey, Body>,
    /// Lines of other batches, or of none.
    foreign: usize,
    /// Lines that are no results.
    broken: usize,
    /// Calls that came back more than once.
    repeated: usize,
    /// Calls that the engine has not made.
    unmade: usize,
    /// Results of runs that needed none.
    late: usize,
}

/// A response as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    pub(super) status: u16,
    text: String,
}

/// What a line of a file is.
enum Line {
    Response(Body),
    /// The engine has not made the call: it was cancelled, or its time was over.
    Unmade,
}

impl Results {
    /// Takes a file of results, or of errors.
    pub fn add(&mut self, text: &str, job: &str) {
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let json: Value = serde_json::from_str(line).unwrap_or_default();
            let Some((id, line)) = json.get("custom_id").and_then(Value::as_str).zip(read(&json)) else {
                self.broken += 1;
                continue;
            };
            match (CallKey::read(id, job), line) {
                (None, _) => self.foreign += 1,
                (Some(_), Line::Unmade) => self.unmade += 1,
                (Some(key), Line::Response(body)) => match self.bodies.entry(key) {
                    Entry::Vacant(place) => {
                        place.insert(body);
                    }
                    Entry::Occupied(mut place) => {
                        self.repeated += 1;
                        // What has succeeded is paid for.
                        if place.get().status != SUCCEEDED {
                            place.insert(body);
                        }
                    }
                },
            }
        }
    }

    /// Leaves out what is of runs that are over.
    pub fn leave_out(&mut self, is_over: impl Fn(Cell) -> bool) {
        let all = self.bodies.len();
        self.bodies.retain(|key, _| !is_over(key.cell));
        self.late += all - self.bodies.len();
    }

    /// Takes the response to a call; none where there is none.
    pub fn take(&mut self, key: CallKey) -> Option<Body> {
        self.bodies.remove(&key)
    }

    /// What was found, in a sentence or two.
    pub fn summary(&self) -> String {
        let mut words =
            vec![format!("{} read.", counted(self.bodies.len(), "result").replacen("no", "No", 1))];
        for (count, noun, what) in [
            (self.unmade, "call", "not made by the engine: in the next file again"),
            (self.repeated, "result", "there before: the first that succeeded counts, or else the last"),
            (self.late, "result", "of runs that are over"),
            (self.foreign, "line", "of another batch"),
            (self.broken, "line", "no result"),
        ] {
            if count > 0 {
                words.push(format!("{} {what}.", counted(count, noun)));
            }
        }
        words.join(" ")
    }
}

impl Body {
    /// What the response amounts to, read as if it had come over the network by this connection.
    ///
    /// # Errors
    /// The fault that it amounts to where it holds no reply.
    pub fn reply(&self, connection: &Connection) -> Result<Reply, Fault> {
        let mut exchange = Exchange::new(&Call::default(), connection);
        exchange.handle_head(&Head { status: self.status, ..Head::default() });
        exchange.handle_bytes(self.text.as_bytes());
        exchange.finish()
    }
}

/// What a line says; none where it is no result.
fn read(json: &Value) -> Option<Line> {
    if let Some(result) = json.get("result") {
        return match result.get("type")?.as_str()? {
            "succeeded" => {
                Some(Line::Response(Body { status: SUCCEEDED, text: result.get("message")?.to_string() }))
            }
            "errored" => {
                // The error is in an object of its own, as in a response.
                let error = result.get("error")?;
                let kind = error.get("error").and_then(|error| error.get("type")?.as_str());
                let status = status_of(kind.unwrap_or_default());
                Some(Line::Response(Body { status, text: error.to_string() }))
            }
            "canceled" | "expired" => Some(Line::Unmade),
            _ => None,
        };
    }
    if let Some(response) = json.get("response").filter(|response| response.is_object()) {
        let status = response.get("status_code")?.as_u64()?.try_into().ok()?;
        return Some(Line::Response(Body { status, text: response.get("body")?.to_string() }));
    }
    // Where there is no response, the engine has made no call: its time was over, or it was cancelled.
    json.get("error").filter(|error| error.is_object()).map(|_| Line::Unmade)
}

/// The status that Anthropic sends an error of this type with: a file of results has the type only.
fn status_of(kind: &str) -> u16 {
    match kind {
        "invalid_request_error" => 400,
        "authentication_error" => 401,
        "billing_error" => 402,
        "permission_error" => 403,
        "not_found_error" => 404,
        "request_too_large" => 413,
        "rate_limit_error" => 429,
        "timeout_error" => 504,
        "overloaded_error" => 529,
        // `api_error`, and what is not known yet.
        _ => 500,
    }
}
