//! Wire formats, without I/O: an [`Exchange`] turns a [`Call`] and a [`Connection`] into a request,
//! and what comes back into [`Delta`]s and a [`Reply`] or a [`Fault`]. Knows nothing of the loop.

mod anthropic;
mod base_url;
mod built_in;
mod call;
mod changes;
mod chat_completions;
mod complaint;
mod connection;
mod control;
mod draft;
mod error_body;
mod exchange;
mod fault;
mod json;
mod lesson;
mod local;
mod models;
mod network;
mod ollama;
mod parameters;
mod preset;
mod quirks;
mod reply;
mod request;
mod stream;
mod trial;
mod turns;
mod wait;

#[cfg(test)]
mod tests;

pub use base_url::{BaseUrl, Origin, UrlError};
pub use built_in::{Said, Thrown};
pub use call::{Call, Document, Format, Message, Mode, Role, Sampling, Thinking};
pub use changes::Changes;
pub use complaint::Complaint;
pub use connection::{Connection, Keys, Secret};
pub use control::{Choice, Control};
pub use exchange::{Exchange, Head};
pub use fault::Fault;
pub use lesson::Lesson;
pub use local::LocalServer;
pub use models::{Listing, Model};
pub use network::{NetworkFault, Symptoms};
pub use preset::{Family, KeyUse, MoreOnModels, Preset, Provider, local_servers};
pub use quirks::{Change, Images, Modes, Quirks, SystemRole, ThinkingForm, ToolChoice};
pub use reply::{Delta, FinishReason, Reply, Usage};
pub use request::{Method, Request};
pub use trial::{trial_call, trial_verdict};
