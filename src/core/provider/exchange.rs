//! One call on the wire: the request to send, and the reading of what comes back.

use super::call::Call;
use super::connection::Connection;
use super::fault::Fault;
use super::preset::Family;
use super::reply::Reply;
use super::request::Request;
use super::{anthropic, chat_completions};
use serde_json::Value;

/// One call under way.
pub struct Exchange {
    family: Family,
    request: Request,
    status: u16,
    retry_after: Option<u64>,
    body: Vec<u8>,
}

impl Exchange {
    /// Writes a call for a connection.
    pub fn new(call: &Call, connection: &Connection) -> Self {
        let family = connection.preset.family;
        let request = match family {
            Family::ChatCompletions => chat_completions::request(call, connection),
            Family::Anthropic => anthropic::request(call, connection),
        };
        Self { family, request, status: 0, retry_after: None, body: Vec::new() }
    }

    /// What is to be sent.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Takes the head of the response: its status, and the `Retry-After` header where it can be read.
    pub fn handle_head(&mut self, status: u16, retry_after: Option<&str>) {
        self.status = status;
        self.retry_after = retry_after
            .and_then(|text| serde_json::from_str::<Value>(text.trim()).ok()?.as_f64())
            .map(seconds_to_millis);
    }

    /// Takes a piece of the response's body.
    pub fn handle_bytes(&mut self, bytes: &[u8]) {
        self.body.extend_from_slice(bytes);
    }

    /// Takes the end of the response.
    ///
    /// # Errors
    /// The [`Fault`] the response amounts to when it holds no reply.
    pub fn finish(self) -> Result<Reply, Fault> {
        if !(200..300).contains(&self.status) {
            return Err(Fault::from_response(self.status, self.retry_after, &self.body));
        }
        let text = String::from_utf8_lossy(&self.body);
        let unreadable = || Fault::from_unreadable(self.status, self.retry_after, &text);
        let body: Value = serde_json::from_str(without_comments(&text)).map_err(|_| unreadable())?;
        let reply = match self.family {
            Family::ChatCompletions => chat_completions::reply(&body),
            Family::Anthropic => anthropic::reply(&body),
        };
        // Some servers report an error with the status of a success.
        reply.ok_or_else(|| match body.get("error") {
            Some(_) => {
                let status = body.pointer("/error/code").and_then(Value::as_u64).unwrap_or(400);
                Fault::from_response(u16::try_from(status).unwrap_or(400), self.retry_after, &self.body)
            }
            None => unreadable(),
        })
    }
}

/// The body without the blank and comment lines that some gateways send while they wait.
fn without_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    while rest.starts_with(':') {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest.trim_start());
    }
    rest
}

fn seconds_to_millis(seconds: f64) -> u64 {
    (seconds.max(0.0) * 1000.0) as u64
}
