//! OpenAI's chat completions, as spoken by OpenAI and by nearly every local server.

use super::call::{Call, Message};
use super::connection::{Connection, Secret};
use super::reply::{FinishReason, Reply, Usage};
use super::request::{Method, Request};
use serde_json::{Map, Value, json};

pub(super) fn request(call: &Call, connection: &Connection) -> Request {
    let mut body = Map::new();
    if !connection.model.is_empty() {
        body.insert("model".into(), connection.model.as_str().into());
    }
    body.insert("messages".into(), call.messages.iter().map(message).collect());
    body.insert(connection.preset.token_limit_parameter.into(), call.token_limit.into());
    if let Some(temperature) = call.sampling.temperature {
        body.insert("temperature".into(), temperature.into());
    }
    if let Some(seed) = call.sampling.seed {
        body.insert("seed".into(), seed.into());
    }
    Request {
        method: Method::Post,
        url: connection.base_url.endpoint("/chat/completions"),
        headers: [("Content-Type", "application/json".to_owned())]
            .into_iter()
            .chain(connection.key.as_ref().map(authorization))
            .collect(),
        body: Value::Object(body).to_string(),
    }
}

pub(super) fn authorization(key: &Secret) -> (&'static str, String) {
    ("Authorization", format!("Bearer {}", key.expose()))
}

fn message(message: &Message) -> Value {
    json!({"role": message.role.name(), "content": message.content})
}

/// The reply in a body; none if it is not a chat completion.
pub(super) fn reply(body: &Value) -> Option<Reply> {
    let choice = body.get("choices")?.get(0)?;
    let message = choice.get("message")?;
    let refusal = message.get("refusal").and_then(Value::as_str).filter(|text| !text.is_empty());
    let reasoning = ["reasoning_content", "reasoning"].into_iter().find_map(|key| message.get(key)?.as_str());
    let finish_reason = match (refusal, choice.get("finish_reason").and_then(Value::as_str)) {
        (Some(_), _) => FinishReason::Refusal,
        (None, Some("stop" | "eos" | "tool_calls")) => FinishReason::Stop,
        (None, Some("length")) => FinishReason::Length,
        (None, Some("content_filter")) => FinishReason::ContentFilter,
        (None, None | Some("")) => FinishReason::Unknown,
        (None, Some(other)) => FinishReason::Other(other.to_owned()),
    };
    Some(Reply {
        text: refusal.map_or_else(|| content(message.get("content")), str::to_owned),
        reasoning: reasoning.unwrap_or_default().to_owned(),
        finish_reason,
        usage: body.get("usage").and_then(usage),
    })
}

/// A text, or the text parts of an array of parts.
fn content(content: Option<&Value>) -> String {
    match content {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => parts.iter().filter_map(|part| part.get("text")?.as_str()).collect(),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => String::new(),
    }
}

fn usage(usage: &Value) -> Option<Usage> {
    Some(Usage {
        input: usage.get("prompt_tokens")?.as_u64()?,
        output: usage.get("completion_tokens")?.as_u64()?,
    })
}

#[cfg(test)]
mod tests {
    use super::super::call::Sampling;
    use super::super::connection::BaseUrl;
    use super::super::exchange::Exchange;
    use super::super::fault::Fault;
    use super::super::preset::Provider;
    use super::*;

    fn connection(provider: Provider, key: &str) -> Connection {
        Connection {
            preset: provider.preset(),
            base_url: BaseUrl::parse("http://host:1/v1").unwrap(),
            model: "m".into(),
            key: Secret::new(key),
        }
    }

    fn call(sampling: Sampling) -> Call {
        Call { messages: vec![Message::system("s"), Message::user("u")], sampling, token_limit: 9 }
    }

    #[test]
    fn requests_hold_what_was_set_and_nothing_else() {
        let messages = json!([{"role": "system", "content": "s"}, {"role": "user", "content": "u"}]);
        let sampling = Sampling { temperature: Some(0.5), seed: Some(7) };
        for (provider, key, sampling, headers, body) in [
            (
                Provider::LmStudio,
                "",
                Sampling::default(),
                vec![("Content-Type", "application/json".to_owned())],
                json!({"model": "m", "messages": messages, "max_tokens": 9}),
            ),
            (
                Provider::OpenAi,
                "k",
                sampling,
                vec![
                    ("Content-Type", "application/json".to_owned()),
                    ("Authorization", "Bearer k".to_owned()),
                ],
                json!({"model": "m", "messages": messages, "max_completion_tokens": 9, "temperature": 0.5, "seed": 7}),
            ),
        ] {
            let exchange = Exchange::new(&call(sampling), &connection(provider, key));
            let request = exchange.request();
            assert_eq!(request.url, "http://host:1/v1/chat/completions");
            assert_eq!(request.headers, headers);
            assert_eq!(serde_json::from_str::<Value>(&request.body).unwrap(), body);
        }
    }

    fn finish(status: u16, body: &str) -> Result<Reply, Fault> {
        let mut exchange = Exchange::new(&call(Sampling::default()), &connection(Provider::Custom, ""));
        exchange.handle_head(status, Some("1.5"));
        for piece in body.as_bytes().chunks(5) {
            exchange.handle_bytes(piece);
        }
        exchange.finish()
    }

    #[test]
    fn replies() {
        let usage = Some(Usage { input: 3, output: 5 });
        for (body, expected) in [
            (
                r#"{"choices":[{"message":{"content":"hä"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":5}}"#,
                Reply { text: "hä".into(), finish_reason: FinishReason::Stop, usage, ..Reply::default() },
            ),
            (
                r#"{"choices":[{"message":{"content":null,"reasoning_content":"hm"},"finish_reason":"length"}]}"#,
                Reply { reasoning: "hm".into(), finish_reason: FinishReason::Length, ..Reply::default() },
            ),
            (
                r#"{"choices":[{"message":{"content":[{"type":"thinking"},{"type":"text","text":"a"}],"reasoning":"hm"}}]}"#,
                Reply { text: "a".into(), reasoning: "hm".into(), ..Reply::default() },
            ),
            (
                r#"{"choices":[{"message":{"content":"","refusal":"No."},"finish_reason":"stop"}]}"#,
                Reply { text: "No.".into(), finish_reason: FinishReason::Refusal, ..Reply::default() },
            ),
            (
                ": PROCESSING\n\n: PROCESSING\n{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"\"}]}",
                Reply { text: "a".into(), ..Reply::default() },
            ),
            (
                r#"{"choices":[{"message":{"content":"a"},"finish_reason":"model_length"}]}"#,
                Reply {
                    text: "a".into(),
                    finish_reason: FinishReason::Other("model_length".into()),
                    ..Reply::default()
                },
            ),
        ] {
            assert_eq!(finish(200, body), Ok(expected), "{body}");
        }
    }

    #[test]
    fn responses_without_a_reply() {
        for (status, body, expected) in [
            (200, "<!DOCTYPE html><title>Sign in</title>", Fault::WebPage { status: 200 }),
            (200, "", Fault::EmptyBody { status: 200 }),
            (200, "{\"ok\":true}", Fault::Unreadable { status: 200, excerpt: "{\"ok\":true}".into() }),
            (
                200,
                r#"{"error":{"code":401,"message":"key"}}"#,
                Fault::KeyRefused { status: 401, message: "key".into() },
            ),
            (
                503,
                r#"{"error":{"message":"Loading model","code":503}}"#,
                Fault::Busy { status: 503, retry_after: Some(1500), message: "Loading model".into() },
            ),
        ] {
            assert_eq!(finish(status, body), Err(expected), "{body}");
        }
    }
}
