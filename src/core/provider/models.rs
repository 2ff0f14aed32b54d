//! The list of a server's models.

use super::connection::Connection;
use super::fault::Fault;
use super::preset::Family;
use super::request::{Method, Request};
use super::{anthropic, chat_completions};
use serde_json::Value;

/// The request for a server's models.
pub fn models_request(connection: &Connection) -> Request {
    let (path, headers) = match connection.preset.family {
        Family::ChatCompletions => {
            ("/models", connection.key.as_ref().map(chat_completions::authorization).into_iter().collect())
        }
        Family::Anthropic => ("/v1/models", anthropic::headers(connection.key.as_ref())),
    };
    Request { method: Method::Get, url: connection.base_url.endpoint(path), headers, body: String::new() }
}

/// The names of the models in a response, embedding models left out, in the server's order.
///
/// # Errors
/// The [`Fault`] the response amounts to when it is no list of models.
pub fn read_models(status: u16, body: &[u8]) -> Result<Vec<String>, Fault> {
    if !(200..300).contains(&status) {
        return Err(Fault::from_response(status, None, body));
    }
    let text = String::from_utf8_lossy(body);
    let unreadable = || Fault::from_unreadable(status, None, &text);
    let list: Value = serde_json::from_str(&text).map_err(|_| unreadable())?;
    // Together sends the bare array.
    let models = list.get("data").unwrap_or(&list).as_array().ok_or_else(unreadable)?;
    let names =
        models.iter().filter(|model| !is_embedding(model)).filter_map(|model| model.get("id")?.as_str());
    Ok(names.map(str::to_owned).collect())
}

fn is_embedding(model: &Value) -> bool {
    let says = |key: &str| {
        let text = model.get(key).and_then(Value::as_str).unwrap_or_default();
        text.to_ascii_lowercase().contains("embed")
    };
    says("id") || says("type")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists() {
        for (status, body, expected) in [
            (
                200,
                r#"{"data":[{"id":"b"},{"id":"nomic-Embed-text"},{"id":"a"},{"x":1}]}"#,
                Ok(vec!["b", "a"]),
            ),
            (200, r#"[{"id":"a"},{"id":"e5","type":"embedding"}]"#, Ok(vec!["a"])),
            (200, r#"{"data":[]}"#, Ok(vec![])),
            (200, "<html>", Err(Fault::WebPage { status: 200 })),
            (401, "{}", Err(Fault::KeyRefused { status: 401, message: "{}".into() })),
        ] {
            let expected = expected.map(|names| names.into_iter().map(str::to_owned).collect::<Vec<_>>());
            assert_eq!(read_models(status, body.as_bytes()), expected, "{body}");
        }
    }
}
