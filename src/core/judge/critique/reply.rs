//! The reply to a question about an answer, read by a schema of its own.

use crate::core::judge::{Repaired, SchemaSource, judge};
use crate::core::schema::on_one_line;
use serde_json::Value;

/// The most characters that are told of why a reply is of no use.
const MOST_OF_REASON: usize = 200;

/// The value in a reply that is valid by a schema, or why there is none, as the rest of a sentence.
pub(super) fn read(schema: &str, reply: &str) -> Result<Value, String> {
    let compiled = SchemaSource::of_text(schema).read().map_err(|error| error.to_string())?;
    let judgement = judge(reply, Some(&compiled.validator), "", Repaired::Accept);
    let reason = match (&judgement.answer, &judgement.syntax_error) {
        (Some(answer), _) => match answer.errors().next() {
            None => return serde_json::from_str(answer.value.as_str()).map_err(|error| error.to_string()),
            Some(error) => format!("its JSON is not of the form that was asked for: {error}"),
        },
        (None, _) if reply.trim().is_empty() => "it is empty".to_owned(),
        (None, _) if judgement.is_truncated() => "it ends before its JSON does".to_owned(),
        (None, Some(error)) => format!("its JSON cannot be read: {error}"),
        (None, None) => "there is no JSON in it".to_owned(),
    };
    Err(on_one_line(&reason, MOST_OF_REASON))
}
