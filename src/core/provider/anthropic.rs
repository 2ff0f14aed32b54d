//! Anthropic's messages.

use super::call::{Call, Role};
use super::connection::{Connection, Secret};
use super::reply::{FinishReason, Reply, Usage};
use super::request::{Method, Request};
use serde_json::{Map, Value, json};

pub(super) fn request(call: &Call, connection: &Connection) -> Request {
    let (system, turns): (Vec<_>, Vec<_>) =
        call.messages.iter().partition(|message| message.role == Role::System);
    let mut body = Map::new();
    body.insert("model".into(), connection.model.as_str().into());
    body.insert(connection.preset.token_limit_parameter.into(), call.token_limit.into());
    if !system.is_empty() {
        let text: Vec<_> = system.iter().map(|message| message.content.as_str()).collect();
        body.insert("system".into(), text.join("\n\n").into());
    }
    let turns = turns.iter().map(|message| json!({"role": message.role.name(), "content": message.content}));
    body.insert("messages".into(), turns.collect());
    // The format has no seed.
    if let Some(temperature) = call.sampling.temperature {
        body.insert("temperature".into(), temperature.into());
    }
    Request {
        method: Method::Post,
        url: connection.base_url.endpoint("/v1/messages"),
        headers: [("Content-Type", "application/json".to_owned())]
            .into_iter()
            .chain(headers(connection.key.as_ref()))
            .collect(),
        body: Value::Object(body).to_string(),
    }
}

/// What every request to Anthropic from a browser carries.
pub(super) fn headers(key: Option<&Secret>) -> Vec<(&'static str, String)> {
    key.map(|key| ("x-api-key", key.expose().to_owned()))
        .into_iter()
        .chain([
            ("anthropic-version", "2023-06-01".to_owned()),
            ("anthropic-dangerous-direct-browser-access", "true".to_owned()),
        ])
        .collect()
}

/// The reply in a body; none if it is not a message.
pub(super) fn reply(body: &Value) -> Option<Reply> {
    let blocks = body.get("content")?.as_array()?;
    let texts = |kind: &str, key: &str| -> String {
        let of_kind = blocks.iter().filter(|block| block.get("type").and_then(Value::as_str) == Some(kind));
        of_kind.filter_map(|block| block.get(key)?.as_str()).collect()
    };
    Some(Reply {
        text: texts("text", "text"),
        reasoning: texts("thinking", "thinking"),
        finish_reason: match body.get("stop_reason").and_then(Value::as_str) {
            Some("end_turn" | "stop_sequence" | "tool_use") => FinishReason::Stop,
            Some("max_tokens" | "model_context_window_exceeded") => FinishReason::Length,
            Some("refusal") => FinishReason::Refusal,
            Some(other) => FinishReason::Other(other.to_owned()),
            None => FinishReason::Unknown,
        },
        usage: body.get("usage").and_then(usage),
    })
}

/// Cached tokens are counted apart from the input; together they are what was read.
fn usage(usage: &Value) -> Option<Usage> {
    let count = |key: &str| usage.get(key).and_then(Value::as_u64);
    let cached = ["cache_creation_input_tokens", "cache_read_input_tokens"].into_iter().filter_map(count);
    Some(Usage { input: count("input_tokens")? + cached.sum::<u64>(), output: count("output_tokens")? })
}

#[cfg(test)]
mod tests {
    use super::super::call::{Message, Sampling};
    use super::super::connection::BaseUrl;
    use super::super::exchange::Exchange;
    use super::super::preset::Provider;
    use super::*;

    #[test]
    fn the_system_message_is_split_out() {
        let connection = |key: &str| Connection {
            preset: Provider::Anthropic.preset(),
            base_url: BaseUrl::parse("https://host").unwrap(),
            model: "m".into(),
            key: Secret::new(key),
        };
        let messages =
            vec![Message::system("s"), Message::user("u"), Message::assistant("a"), Message::user("c")];
        let call = Call { messages, sampling: Sampling { temperature: None, seed: Some(1) }, token_limit: 9 };
        let exchange = Exchange::new(&call, &connection("k"));
        let request = exchange.request();
        assert_eq!(request.url, "https://host/v1/messages");
        let header = |name: &'static str, value: &str| (name, value.to_owned());
        let browser = [
            header("anthropic-version", "2023-06-01"),
            header("anthropic-dangerous-direct-browser-access", "true"),
        ];
        let [version, access] = browser;
        assert_eq!(
            request.headers,
            [
                header("Content-Type", "application/json"),
                header("x-api-key", "k"),
                version.clone(),
                access.clone()
            ]
        );
        assert_eq!(
            serde_json::from_str::<Value>(&request.body).unwrap(),
            json!({
                "model": "m", "max_tokens": 9, "system": "s",
                "messages": [
                    {"role": "user", "content": "u"},
                    {"role": "assistant", "content": "a"},
                    {"role": "user", "content": "c"}
                ]
            })
        );
        let without_key = Exchange::new(&call, &connection(""));
        assert_eq!(
            without_key.request().headers,
            [header("Content-Type", "application/json"), version, access]
        );
    }

    #[test]
    fn replies() {
        for (body, expected) in [
            (
                json!({
                    "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "a"}, {"type": "text", "text": "b"}],
                    "stop_reason": "end_turn",
                    "usage": {"input_tokens": 1, "cache_read_input_tokens": 2, "cache_creation_input_tokens": 4, "output_tokens": 8}
                }),
                Some(Reply {
                    text: "ab".into(),
                    reasoning: "hm".into(),
                    finish_reason: FinishReason::Stop,
                    usage: Some(Usage { input: 7, output: 8 }),
                }),
            ),
            (
                json!({"content": [], "stop_reason": "max_tokens"}),
                Some(Reply { finish_reason: FinishReason::Length, ..Reply::default() }),
            ),
            (
                json!({"content": [{"type": "text", "text": "No."}], "stop_reason": "refusal"}),
                Some(Reply { text: "No.".into(), finish_reason: FinishReason::Refusal, ..Reply::default() }),
            ),
            (json!({"type": "error"}), None),
        ] {
            assert_eq!(reply(&body), expected, "{body}");
        }
    }
}
