//! What an error body says: every server wraps it differently.

use super::wait;
use crate::core::time::Millis;
use serde_json::Value;

/// What a server says of an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ErrorBody {
    /// In words.
    pub message: String,
    /// Its own marks for it, its type and its code, in small letters.
    pub label: String,
    /// The HTTP status that is named in the body.
    pub status: Option<u16>,
    /// The parameter that it is about.
    pub parameter: String,
    /// How many tokens there are, where that is too many.
    pub used: Option<u64>,
    /// How many there may be.
    pub limit: Option<u64>,
    /// How long it asks to wait.
    pub wait: Option<Millis>,
    /// What the model had written, where the server withholds it because it did not fit the schema.
    pub withheld: Option<String>,
}

impl ErrorBody {
    /// What the body of a failed call says; none if it is not the JSON of an error.
    pub(super) fn parse(body: &str) -> Option<Self> {
        Self::read(&serde_json::from_str(body.trim()).ok()?)
    }

    /// The error in what came with the status of a success; none if there is none.
    pub(super) fn find(value: &Value) -> Option<Self> {
        let value = first(value);
        let is = |name: &str| value.get(name).and_then(Value::as_str) == Some("error");
        let has_error = value.get("error").is_some_and(|error| match error {
            Value::String(text) => !text.is_empty(),
            Value::Object(_) => true,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => false,
        });
        if has_error || is("type") || is("object") || value.get("error_message").is_some() {
            Self::read(value)
        } else {
            None
        }
    }

    /// What is said in the data of an event that is an error by its name.
    pub(super) fn of_event(data: &str) -> Self {
        Self::parse(data).unwrap_or_else(|| Self::of_words(data.to_owned()))
    }

    fn of_words(message: String) -> Self {
        Self { wait: wait::in_words(&message), message, ..Self::default() }
    }

    fn read(value: &Value) -> Option<Self> {
        let value = first(value);
        let error = value.get("error").filter(|error| error.is_object()).unwrap_or(value);
        let candidates = [
            value.get("error").filter(|error| error.is_string()),
            error.get("message"),
            value.get("detail"),
            value.get("error_message"),
            value.get("error"),
        ];
        let (message, parameter) = candidates.into_iter().flatten().find_map(words)?;
        let message = match upstream(error) {
            Some(words) => format!("{message}: {words}"),
            None => message,
        };
        let text = |name: &str| error.get(name).and_then(Value::as_str).unwrap_or_default();
        let moderation = error.pointer("/metadata/reasons").map_or("", |_| "moderation");
        let marks = [text("type"), text("code"), text("status"), text("error_type"), moderation];
        let marks: Vec<_> = marks.into_iter().filter(|mark| !mark.is_empty()).collect();
        let number = |name: &str| error.get(name).and_then(Value::as_u64);
        let delay = error.get("details").and_then(Value::as_array).into_iter().flatten();
        let delay = delay.filter_map(|detail| wait::duration(detail.get("retryDelay")?.as_str()?)).next();
        let body = Self {
            label: marks.join(" ").to_ascii_lowercase(),
            status: number("code")
                .and_then(|code| u16::try_from(code).ok())
                .filter(|code| (400..600).contains(code)),
            parameter: if parameter.is_empty() { text("param").to_owned() } else { parameter },
            used: number("n_prompt_tokens"),
            limit: number("n_ctx"),
            wait: delay.or_else(|| wait::in_words(&message)),
            withheld: error.get("failed_generation").and_then(Value::as_str).map(str::to_owned),
            message,
        };
        // Some servers hand on what the server behind them said as it came.
        Some(match Self::parse(&body.message) {
            Some(inner) => Self { status: inner.status.or(body.status), ..inner },
            None => body,
        })
    }
}

/// Gemini answers with an array of one error.
fn first(value: &Value) -> &Value {
    value.get(0).unwrap_or(value)
}

/// What the server behind a gateway said.
fn upstream(error: &Value) -> Option<String> {
    let raw = error.pointer("/metadata/raw")?.as_str()?;
    Some(ErrorBody::parse(raw).map_or_else(|| raw.to_owned(), |body| body.message))
}

/// The words, and the parameter they name apart.
fn words(value: &Value) -> Option<(String, String)> {
    match value {
        Value::String(text) => Some((text.clone(), String::new())),
        Value::Array(details) => {
            let details: Vec<_> = details.iter().filter_map(detail).collect();
            let lines: Vec<_> = details.iter().map(|(line, _)| line.as_str()).collect();
            let place = details.iter().map(|(_, place)| place.clone()).find(|place| !place.is_empty());
            (!lines.is_empty()).then(|| (lines.join("; "), place.unwrap_or_default()))
        }
        // Mistral puts FastAPI's details into its message.
        Value::Object(object) => object
            .get("detail")
            .and_then(words)
            .or_else(|| (!object.is_empty()).then(|| (value.to_string(), String::new()))),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// One entry of the validation errors that FastAPI servers send, and the place it is about.
fn detail(detail: &Value) -> Option<(String, String)> {
    let message = detail.get("msg")?.as_str()?;
    let place: Vec<_> = detail
        .get("loc")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .map(|step| step.as_str().map_or_else(|| step.to_string(), str::to_owned))
        .collect();
    let place = place.join(".");
    let line = if place.is_empty() { message.to_owned() } else { format!("{place}: {message}") };
    Some((line, place.strip_prefix("body.").unwrap_or(&place).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wrapping() {
        let words = |message: &str, label: &str| ErrorBody {
            message: message.into(),
            label: label.into(),
            ..ErrorBody::default()
        };
        for (body, expected) in [
            (
                r#"{"error":{"message":"a","type":"T","param":"temperature","code":"c"}}"#,
                Some(ErrorBody { parameter: "temperature".into(), ..words("a", "t c") }),
            ),
            (
                r#"{"type":"error","error":{"type":"authentication_error","message":"b"},"request_id":"r"}"#,
                Some(words("b", "authentication_error")),
            ),
            (
                r#"[{"error":{"code":429,"message":"c","status":"RESOURCE_EXHAUSTED","details":[{"@type":"x"},{"retryDelay":"53s"}]}}]"#,
                Some(ErrorBody {
                    status: Some(429),
                    wait: Some(Millis(53_000)),
                    ..words("c", "resource_exhausted")
                }),
            ),
            (r#"{"error":"d"}"#, Some(words("d", ""))),
            (
                r#"{"object":"error","message":"e","type":"BadRequestError","param":null,"code":400}"#,
                Some(ErrorBody { status: Some(400), ..words("e", "badrequesterror") }),
            ),
            (
                r#"{"detail":[{"loc":["body","seed"],"msg":"f","type":"extra_forbidden"},{"msg":"g"}]}"#,
                Some(ErrorBody { parameter: "seed".into(), ..words("body.seed: f; g", "") }),
            ),
            (
                r#"{"object":"error","message":{"detail":[{"loc":["body","max_completion_tokens"],"msg":"h"}]},"type":"invalid_request_error"}"#,
                Some(ErrorBody {
                    parameter: "max_completion_tokens".into(),
                    ..words("body.max_completion_tokens: h", "invalid_request_error")
                }),
            ),
            (r#"{"detail":"h"}"#, Some(words("h", ""))),
            (
                "\n\n{\"error\":{\"message\":\"try again in 2s\"}}",
                Some(ErrorBody { wait: Some(Millis(2_000)), ..words("try again in 2s", "") }),
            ),
            (
                r#"{"error":{"code":400,"message":"Long","type":"exceed_context_size_error","n_prompt_tokens":5000,"n_ctx":4096}}"#,
                Some(ErrorBody {
                    status: Some(400),
                    used: Some(5000),
                    limit: Some(4096),
                    ..words("Long", "exceed_context_size_error")
                }),
            ),
            (
                r#"{"error":{"code":403,"message":"i","metadata":{"reasons":["violence"]}}}"#,
                Some(ErrorBody { status: Some(403), ..words("i", "moderation") }),
            ),
            (
                r#"{"error":{"code":502,"message":"Provider returned error","metadata":{"raw":"{\"error\":{\"message\":\"j\"}}"}}}"#,
                Some(ErrorBody { status: Some(502), ..words("Provider returned error: j", "") }),
            ),
            (
                r#"{"error":{"message":"k","code":"json_validate_failed","failed_generation":"{"}}"#,
                Some(ErrorBody { withheld: Some("{".into()), ..words("k", "json_validate_failed") }),
            ),
            (r#"{"error_type":"t","error_message":"l"}"#, Some(words("l", "t"))),
            (
                r#"{"error":"{\"error\":{\"code\":400,\"message\":\"Long\",\"type\":\"t\",\"n_prompt_tokens\":5000,\"n_ctx\":4096}}"}"#,
                Some(ErrorBody {
                    status: Some(400),
                    used: Some(5000),
                    limit: Some(4096),
                    ..words("Long", "t")
                }),
            ),
            (
                r#"{"error":{"code":400,"message":"{\n \"error\": {\"message\": \"n\"}}"}}"#,
                Some(ErrorBody { status: Some(400), ..words("n", "") }),
            ),
            (r#"{"error":{"message":"[1]"}}"#, Some(words("[1]", ""))),
            (r#"{"error":{"code":7}}"#, Some(words(r#"{"code":7}"#, ""))),
            (r#"{"message":"m"}"#, Some(words("m", ""))),
            (r#"{"choices":[]}"#, None),
            ("<html>", None),
            ("", None),
            ("[]", None),
        ] {
            assert_eq!(ErrorBody::parse(body), expected, "{body}");
        }
    }

    #[test]
    fn an_error_with_the_status_of_a_success_is_found() {
        for (body, expected) in [
            (r#"{"error":{"message":"a"}}"#, Some("a")),
            (r#"{"error":"b","choices":[]}"#, Some("b")),
            (r#"{"type":"error","message":"c"}"#, Some("c")),
            (r#"{"object":"error","message":"d"}"#, Some("d")),
            (r#"{"error_message":"e"}"#, Some("e")),
            (r#"{"error":null,"choices":[],"message":"f"}"#, None),
            (r#"{"error":"","message":{"content":"g"}}"#, None),
            (r#"{"message":{"content":"h"}}"#, None),
        ] {
            let found = ErrorBody::find(&serde_json::from_str(body).unwrap());
            assert_eq!(found.map(|body| body.message).as_deref(), expected, "{body}");
        }
        assert_eq!(ErrorBody::of_event("Loading").message, "Loading");
        assert_eq!(ErrorBody::of_event("{\"message\":\"Loading\"}").message, "Loading");
    }
}
