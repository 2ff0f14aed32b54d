//! What a model thinks of an answer, out of its reply.

use super::reply::read;
use crate::core::critique::{OPINION_SCHEMA, Opinion};
use crate::core::schema::on_one_line;
use serde_json::Value;

/// The most characters of a reason that are told.
const MOST_OF_REASON: usize = 300;

/// The opinion in a reply.
pub fn opinion(reply: &str) -> Opinion {
    match read(OPINION_SCHEMA, reply) {
        Ok(opinion) => Opinion::Clear {
            approves: opinion.get("looks_good").and_then(Value::as_bool).unwrap_or_default(),
            reason: on_one_line(
                opinion.get("reason").and_then(Value::as_str).unwrap_or_default(),
                MOST_OF_REASON,
            ),
        },
        Err(reason) => Opinion::Unclear(reason),
    }
}
