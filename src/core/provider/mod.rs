//! Wire formats, without I/O: an [`Exchange`] turns a [`Call`] and a [`Connection`] into a request,
//! and what comes back into a [`Reply`] or a [`Fault`]. Knows nothing of the loop.

mod advice;
mod anthropic;
mod call;
mod chat_completions;
mod connection;
mod error_body;
mod exchange;
mod fault;
mod models;
mod preset;
mod reply;
mod request;

pub use advice::Advice;
pub use call::{Call, Message, Role, Sampling};
pub use connection::{BaseUrl, Connection, Keys, Origin, Secret, UrlError};
pub use exchange::Exchange;
pub use fault::{Fault, NetworkFault};
pub use models::{models_request, read_models};
pub use preset::{Family, KeyUse, Preset, Provider};
pub use reply::{Delta, FinishReason, Reply, Usage};
pub use request::{Method, Request};
