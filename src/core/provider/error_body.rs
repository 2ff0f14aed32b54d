//! The words in an error body: every server wraps them differently.

use serde_json::Value;

/// The server's words in an error body, or none if it is not the JSON of an error.
pub(super) fn error_message(body: &str) -> Option<String> {
    let body: Value = serde_json::from_str(body.trim()).ok()?;
    // Gemini answers with an array of one error.
    let body = match &body {
        Value::Array(errors) => errors.first()?,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => &body,
    };
    let candidates = [
        body.pointer("/error/message"),
        body.get("error"),
        body.get("message"),
        body.get("detail"),
        body.get("error_message"),
    ];
    candidates.into_iter().flatten().find_map(words)
}

fn words(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(details) => {
            let lines: Vec<_> = details.iter().filter_map(detail).collect();
            (!lines.is_empty()).then(|| lines.join("; "))
        }
        Value::Object(_) => Some(value.to_string()),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// One entry of the validation errors that FastAPI servers send.
fn detail(detail: &Value) -> Option<String> {
    let message = detail.get("msg")?.as_str()?;
    let place: Vec<_> = detail
        .get("loc")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .map(|step| step.as_str().map_or_else(|| step.to_string(), str::to_owned))
        .collect();
    Some(if place.is_empty() { message.to_owned() } else { format!("{}: {message}", place.join(".")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wrapping() {
        for (body, expected) in [
            (r#"{"error":{"message":"a","type":"t","param":null,"code":null}}"#, Some("a")),
            (r#"{"type":"error","error":{"type":"authentication_error","message":"b"}}"#, Some("b")),
            (r#"[{"error":{"code":400,"message":"c","status":"INVALID_ARGUMENT"}}]"#, Some("c")),
            (r#"{"error":"d"}"#, Some("d")),
            (r#"{"object":"error","message":"e","type":"t","code":400}"#, Some("e")),
            (r#"{"detail":[{"loc":["body",0],"msg":"f"},{"msg":"g"}]}"#, Some("body.0: f; g")),
            (r#"{"detail":"h"}"#, Some("h")),
            ("\n\n{\"error\":{\"message\":\"i\"}}", Some("i")),
            (r#"{"error":{"code":7}}"#, Some(r#"{"code":7}"#)),
            (r#"{"choices":[]}"#, None),
            ("<html>", None),
            ("", None),
            ("[]", None),
        ] {
            assert_eq!(error_message(body).as_deref(), expected, "{body}");
        }
    }
}
