//! The browser's own model, which is called and not sent to: what a call of it is made of, and what
//! comes of what it says and throws. Its names are those of the Prompt API.

use super::call::{Call, Format};
use super::complaint::{Complaint, RESPONSE_CONSTRAINT};
use super::connection::Connection;
use super::draft::Draft;
use super::fault::Fault;
use super::json::{object, put};
use super::reply::{Delta, Reply, Usage};
use super::request::Request;
use super::turns::{ImageForm, Turns};
use serde_json::Map;

/// What the browser's model says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The next piece of the answer.
    Piece(String),
    /// How many tokens it has read, and how many of its context are taken now.
    Used {
        /// Those that were there before it answered.
        read: u64,
        /// All of them.
        taken: u64,
    },
    /// That it is done.
    End,
}

/// What the browser throws in place of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thrown {
    /// Its name.
    pub name: String,
    /// Its words.
    pub message: String,
    /// How many tokens there were, where that is too many.
    pub requested: Option<u64>,
    /// How many there may be.
    pub quota: Option<u64>,
    /// Whether there was no session yet to be asked.
    pub is_opening: bool,
}

/// Of what a page has no say in.
const SAMPLING: &str = "Temperature and seed are left out: the browser decides about them.";

/// The arguments of a call: `create` takes of them what opens a session, and `promptStreaming` the others.
pub(super) fn request(call: &Call, connection: &Connection) -> Request {
    let quirks = &connection.quirks;
    let mut turns = Turns::new(call, quirks.system);
    let input = turns.turns.pop().map(|turn| turn.content).unwrap_or_default();
    let mut body = Map::new();
    put(&mut body, "initialPrompts", turns.to_json(Some(quirks.system.name()), ImageForm::LeftOut));
    put(&mut body, "input", input.into());
    let constraint = match &call.format {
        // There are no tools: where one is asked for, this is what holds the model to the schema.
        Format::Strict(document) | Format::Tool(document) => Some(document.schema.clone()),
        Format::Json => Some(object([("type", "object".into())])),
        Format::Prompt => None,
    };
    if let Some(constraint) = constraint {
        put(&mut body, "responseConstraint", constraint);
        // The prompt says it already.
        put(&mut body, "omitResponseConstraintInput", true.into());
    }
    let is_drawn_otherwise = call.sampling.temperature.is_some() || call.sampling.seed.is_some();
    let notes = is_drawn_otherwise.then_some(SAMPLING).into_iter().collect();
    Request::post(connection.base_url.to_string(), Vec::new(), body, notes)
}

/// Takes what the model says.
pub(super) fn take(said: Said, draft: &mut Draft) {
    match said {
        Said::Piece(piece) => draft.add_text(&piece),
        Said::Used { read, taken } => {
            let output = taken.checked_sub(read).filter(|output| *output > 0);
            draft.usage = output.map(|output| Usage { input: read, output, ..Usage::default() });
        }
        Said::End => draft.is_ended = true,
    }
}

/// The fault that is thrown in place of more than came.
pub(super) fn fault(thrown: Thrown, came: Reply) -> Fault {
    let Thrown { name, message, requested, quota, is_opening } = thrown;
    let complaint = match name.as_str() {
        "QuotaExceededError" => Complaint::ContextOverflow { used: requested, limit: quota },
        "NotAllowedError" => Complaint::NoPermission,
        _ if is_opening => Complaint::NoModelLoaded,
        "NotReadableError" => Complaint::ContentFiltered,
        "NotSupportedError" | "SyntaxError" | "TypeError" => {
            Complaint::ModeRefused { parameter: RESPONSE_CONSTRAINT }
        }
        // The session is gone.
        "AbortError" | "InvalidStateError" => return Fault::Cut { reply: Box::new(came) },
        _ => Complaint::Failed,
    };
    Fault::Server { complaint, status: 0, message, wait: None }
}

impl Delta {
    /// How much of its model the browser has fetched, of 1 in all.
    pub fn fetching(loaded: f64) -> Self {
        Self::Fetching((loaded * 100.0).min(100.0) as u8)
    }
}
