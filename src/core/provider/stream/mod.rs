//! Bytes into events, however the network cuts them.

mod lines;
mod ndjson;
mod sse;

pub(super) use ndjson::Ndjson;
pub(super) use sse::{Event, Sse};
