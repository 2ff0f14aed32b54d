//! What can go wrong with a call, told apart by what can be done about it.

use super::complaint::Complaint;
use super::connection::Secret;
use super::error_body::ErrorBody;
use super::network::NetworkFault;
use super::reply::Reply;
use crate::core::time::Millis;

/// Why a call gave no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The browser gave no response at all.
    Network(NetworkFault),
    /// The response ended before the reply did.
    Cut {
        /// What had come of it.
        reply: Box<Reply>,
    },
    /// The server answered, but with no reply.
    Server {
        /// What it complains of, or is complained of its response.
        complaint: Complaint,
        /// The HTTP status.
        status: u16,
        /// The server's words, or how its response begins.
        message: String,
        /// How long it asks to wait.
        wait: Option<Millis>,
    },
}

/// The longest words of a server that are kept, in characters.
const LONGEST_MESSAGE: usize = 1_000;
/// The longest excerpt of an unreadable body, in characters.
const LONGEST_EXCERPT: usize = 200;

impl Fault {
    /// Whether the same call may be answered a while later.
    pub fn passes(&self) -> bool {
        match self {
            Self::Server { complaint, .. } => complaint.passes(),
            Self::Network(_) | Self::Cut { .. } => false,
        }
    }

    /// Whether what is known of it leaves several causes.
    pub fn is_guess(&self) -> bool {
        match self {
            Self::Network(fault) => fault.is_guess(),
            Self::Cut { .. } | Self::Server { .. } => false,
        }
    }

    /// How long the server asks to wait.
    pub fn wait(&self) -> Option<Millis> {
        match self {
            Self::Server { wait, .. } => *wait,
            Self::Network(_) | Self::Cut { .. } => None,
        }
    }

    /// The server's own words; empty where it had none.
    pub fn message(&self) -> &str {
        match self {
            Self::Server { message, .. } => message,
            Self::Network(_) | Self::Cut { .. } => "",
        }
    }

    /// The fault that a server's error amounts to, by its status and its words alone.
    pub fn of_server(status: u16, message: String, wait: Option<Millis>) -> Self {
        Self::from_error(status, wait, ErrorBody { message, ..ErrorBody::default() })
    }

    /// The fault that an error amounts to. The wait is the one that was asked for by a header.
    pub(super) fn from_error(status: u16, wait: Option<Millis>, error: ErrorBody) -> Self {
        let status =
            if super::exchange::is_success(status) { error.status.unwrap_or(status) } else { status };
        Self::Server {
            complaint: Complaint::of(status, &error),
            status,
            wait: wait.or(error.wait),
            message: error.message.chars().take(LONGEST_MESSAGE).collect(),
        }
    }

    /// The fault that a body amounts to which is not JSON, or not the JSON it should be.
    pub(super) fn from_unreadable(status: u16, wait: Option<Millis>, body: &str) -> Self {
        let text = body.trim();
        // The source of a web page helps nobody.
        let excerpt = if text.starts_with('<') { "" } else { text };
        Self::Server {
            complaint: Complaint::of_text(status, text),
            status,
            message: excerpt.chars().take(LONGEST_EXCERPT).collect(),
            wait,
        }
    }

    /// The fault of a response in which nothing is said at all.
    pub(super) fn empty(status: u16) -> Self {
        Self::from_unreadable(status, None, "")
    }

    /// The fault, without the key where the server repeats it.
    pub(super) fn without(self, key: Option<&Secret>) -> Self {
        match (self, key) {
            (Self::Server { complaint, status, message, wait }, Some(key)) => {
                Self::Server { complaint, status, message: message.replace(key.expose(), "…"), wait }
            }
            (fault, _) => fault,
        }
    }
}
