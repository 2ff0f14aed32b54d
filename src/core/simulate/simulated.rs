//! What comes of a call of the stand-in model: what a model and the way to it can come to.

use crate::core::provider::{Fault, NetworkFault, Reply};
use crate::core::time::Millis;

/// What comes of a call of the stand-in model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Simulated {
    /// A reply.
    Reply(Reply),
    /// So much of a reply, and then the connection breaks.
    Cut(Reply),
    /// An error of the server.
    Error {
        /// The HTTP status.
        status: u16,
        /// Its words.
        message: String,
        /// How long it asks to wait.
        wait: Option<Millis>,
    },
    /// No server at all.
    Unreachable,
    /// Nothing, for however long one waits.
    Silence,
}

impl Simulated {
    /// What arrives of it piece by piece.
    pub fn arriving(&self) -> Option<&Reply> {
        match self {
            Self::Reply(reply) | Self::Cut(reply) => Some(reply),
            Self::Error { .. } | Self::Unreachable | Self::Silence => None,
        }
    }

    /// What it ends with, if it ends.
    pub fn ending(self) -> Option<Result<Reply, Fault>> {
        match self {
            Self::Reply(reply) => Some(Ok(reply)),
            Self::Cut(reply) => Some(Err(Fault::Cut { reply: Box::new(reply) })),
            Self::Error { status, message, wait } => Some(Err(Fault::of_server(status, message, wait))),
            Self::Unreachable => Some(Err(Fault::Network(NetworkFault::Unreachable))),
            Self::Silence => None,
        }
    }
}
