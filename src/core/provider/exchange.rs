//! One call on the wire: the request to send, and the reading of what comes back.
//!
//! What comes back is read by what it is and not by what was asked for: a reply in pieces, or a whole one
//! from a server that was asked for pieces, or an error in the middle of either.

use super::built_in::{self, Said, Thrown};
use super::call::Call;
use super::complaint::Complaint;
use super::connection::{Connection, Secret};
use super::draft::Draft;
use super::error_body::ErrorBody;
use super::fault::Fault;
use super::pieces::Pieces;
use super::preset::Family;
use super::reply::{Delta, Reply};
use super::request::Request;
use super::stream::{Event, Ndjson, Sse};
use super::{anthropic, chat_completions, ollama, wait};
use crate::core::time::Millis;
use serde_json::Value;

/// One call under way.
pub struct Exchange {
    request: Request,
    key: Option<Secret>,
    status: u16,
    wait: Option<Millis>,
    decoder: Decoder,
    reading: Reading,
    /// Everything that came, as long as no piece of a reply was in it.
    body: Vec<u8>,
}

/// The head of a response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The HTTP status.
    pub status: u16,
    /// The header `Retry-After`, where it can be read.
    pub retry_after: Option<String>,
    /// The header `retry-after-ms`, where it can be read.
    pub retry_after_ms: Option<String>,
    /// The wall clock, since 1970: what a date in a header is compared with.
    pub unix_time: Millis,
}

/// How pieces are told apart.
enum Decoder {
    Sse(Sse),
    Ndjson(Ndjson),
}

/// What was understood so far.
struct Reading {
    family: Family,
    draft: Draft,
    /// Those that the browser's own model gave.
    pieces: Pieces,
    /// Whether what comes is given out as it comes.
    is_streamed: bool,
    /// Whether there was a piece of a reply.
    is_begun: bool,
    /// The first piece that could not be understood.
    garbled: Option<String>,
}

impl Exchange {
    /// Writes a call for a connection.
    pub fn new(call: &Call, connection: &Connection) -> Self {
        let family = connection.preset.family;
        let (request, decoder) = match family {
            Family::ChatCompletions => {
                (chat_completions::request(call, connection), Decoder::Sse(Sse::default()))
            }
            Family::Anthropic => (anthropic::request(call, connection), Decoder::Sse(Sse::default())),
            Family::Ollama => (ollama::request(call, connection), Decoder::Ndjson(Ndjson::default())),
            // No bytes come of it.
            Family::Browser => (built_in::request(call, connection), Decoder::Ndjson(Ndjson::default())),
        };
        let (draft, pieces) = (Draft::default(), Pieces::default());
        let reading =
            Reading { family, draft, pieces, is_streamed: call.stream, is_begun: false, garbled: None };
        let key = connection.key.clone();
        Self { request, key, status: 0, wait: None, decoder, reading, body: Vec::new() }
    }

    /// What is to be sent.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Takes the head of the response.
    pub fn handle_head(&mut self, head: &Head) {
        self.status = head.status;
        self.wait = wait::in_headers(head);
    }

    /// Takes a piece of the response's body, and gives what came of the answer with it.
    pub fn handle_bytes(&mut self, bytes: &[u8]) -> Vec<Delta> {
        let Self { decoder, reading, .. } = self;
        if is_success(self.status) {
            match decoder {
                Decoder::Sse(sse) => sse.push(bytes, &mut |event| reading.take(event)),
                Decoder::Ndjson(lines) => lines.push(bytes, &mut |line| reading.take(Event::Data(line))),
            }
        }
        if self.reading.is_begun {
            self.body = Vec::new();
        } else {
            self.body.extend_from_slice(bytes);
        }
        self.reading.draft.take_deltas()
    }

    /// Takes what the browser's own model says, and gives what came of the answer with it.
    pub fn handle_said(&mut self, said: Said) -> Vec<Delta> {
        self.status = 200;
        self.reading.is_begun = true;
        built_in::take(said, &mut self.reading.pieces, &mut self.reading.draft);
        if self.reading.is_streamed { self.reading.draft.take_deltas() } else { Vec::new() }
    }

    /// Takes what the browser throws in place of more: the [`Fault`] it amounts to.
    #[inline(never)]
    pub fn throw(mut self, thrown: Thrown) -> Fault {
        // What is held back came, too.
        self.handle_said(Said::End);
        built_in::fault(thrown, self.reading.draft.into_reply())
    }

    /// Takes the end of the response.
    ///
    /// # Errors
    /// The [`Fault`] the response amounts to when it holds no whole reply.
    pub fn finish(self) -> Result<Reply, Fault> {
        let key = self.key.clone();
        self.conclude().map_err(|fault| fault.without(key.as_ref()))
    }

    /// Takes the news that the connection broke. What came before it can be a whole reply all the same.
    ///
    /// # Errors
    /// As for [`Exchange::finish`]; a response that had not begun was cut, too.
    pub fn cut(self) -> Result<Reply, Fault> {
        match self.finish() {
            Err(Fault::Server { complaint: Complaint::Empty, .. }) => {
                Err(Fault::Cut { reply: Box::default() })
            }
            result => result,
        }
    }

    fn conclude(self) -> Result<Reply, Fault> {
        let Self { status, wait, decoder, mut reading, body, .. } = self;
        if !is_success(status) {
            return match ErrorBody::parse(&String::from_utf8_lossy(&body)) {
                Some(error) => refused(status, wait, error),
                None => Err(Fault::from_unreadable(status, wait, &String::from_utf8_lossy(&body))),
            };
        }
        // What no end came for is read where it can be; where it cannot, it was cut.
        let garbled = reading.garbled.take();
        match decoder {
            Decoder::Sse(sse) => sse.finish(&mut |event| reading.take(event)),
            Decoder::Ndjson(lines) => lines.finish(&mut |line| reading.take(Event::Data(line))),
        }
        if !reading.is_begun {
            return reading.whole(status, wait, &String::from_utf8_lossy(&body));
        }
        let mut draft = reading.draft;
        if let Some(error) = draft.error.take() {
            return refused(status, wait, error);
        }
        match garbled {
            Some(piece) => Err(Fault::from_unreadable(status, wait, &piece)),
            None if draft.is_blank() && draft.is_ended => Err(Fault::empty(status)),
            None if draft.is_complete() => Ok(draft.into_reply()),
            None => Err(Fault::Cut { reply: Box::new(draft.into_reply()) }),
        }
    }
}

impl Reading {
    fn take(&mut self, event: Event) {
        match event {
            Event::Error(data) => self.fail(ErrorBody::of_event(data)),
            Event::Data(data) if self.take_piece(data) => {}
            // Some servers leave out the blank line between events.
            Event::Data(data) => {
                if let Some(line) = data.lines().find(|line| !self.take_piece(line)) {
                    self.garbled.get_or_insert_with(|| line.to_owned());
                }
            }
        }
    }

    /// Takes a piece, if it is one.
    fn take_piece(&mut self, data: &str) -> bool {
        if data.trim() == "[DONE]" {
            (self.is_begun, self.draft.is_ended) = (true, true);
            return true;
        }
        let value = serde_json::from_str(data);
        if let Ok(value) = &value {
            self.read(value);
        }
        value.is_ok()
    }

    fn read(&mut self, value: &Value) {
        match ErrorBody::find(value) {
            Some(error) => self.fail(error),
            None => self.is_begun |= self.read_reply(value),
        }
    }

    fn read_reply(&mut self, value: &Value) -> bool {
        match self.family {
            Family::ChatCompletions => chat_completions::read(value, &mut self.draft),
            Family::Anthropic => anthropic::read(value, &mut self.draft),
            Family::Ollama => ollama::read(value, &mut self.draft),
            Family::Browser => false,
        }
    }

    fn fail(&mut self, error: ErrorBody) {
        self.is_begun = true;
        self.draft.error.get_or_insert(error);
    }

    /// Reads a body that is not in pieces.
    fn whole(mut self, status: u16, wait: Option<Millis>, body: &str) -> Result<Reply, Fault> {
        let text = without_comments(body);
        let value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) if error.is_eof() && text.starts_with('{') => {
                return Err(Fault::Cut { reply: Box::default() });
            }
            Err(_) => return Err(Fault::from_unreadable(status, wait, text)),
        };
        if let Some(error) = ErrorBody::find(&value) {
            return refused(status, wait, error);
        }
        if !self.read_reply(&value) {
            return Err(Fault::from_unreadable(status, wait, text));
        }
        match self.draft.error.take() {
            Some(error) => refused(status, wait, error),
            None if self.draft.is_blank() => Err(Fault::empty(status)),
            None => Ok(self.draft.into_reply()),
        }
    }
}

/// What an error amounts to: a reply where the server withholds one that did not fit the schema.
fn refused(status: u16, wait: Option<Millis>, mut error: ErrorBody) -> Result<Reply, Fault> {
    match error.withheld.take() {
        Some(text) if !text.trim().is_empty() => Ok(Reply { text, ..Reply::default() }),
        Some(_) | None => Err(Fault::from_error(status, wait, error)),
    }
}

pub(super) fn is_success(status: u16) -> bool {
    (200..300).contains(&status)
}

/// The body without the blank and comment lines that some gateways send while they wait.
fn without_comments(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\u{FEFF}').trim_start();
    while rest.starts_with(':') {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest.trim_start());
    }
    rest
}
