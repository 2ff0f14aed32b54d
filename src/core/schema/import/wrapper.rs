//! What stands around one schema: requests and response formats of providers, and wrappers of libraries.

use super::likeness;
use serde_json::{Map, Value};

/// A schema, or another wrapper, with what its wrapper says of it.
#[derive(Debug, PartialEq)]
pub(super) struct Unwrapped<'v> {
    pub inner: &'v Value,
    pub label: Option<&'v str>,
    pub description: Option<&'v str>,
    /// What the wrapper is, to follow "Taken out of".
    pub wrapper: &'static str,
}

/// Where wrappers hold their schema: the keys from the outside in, and what the wrapper is.
/// The first path that leads to an object or a boolean counts.
const PATHS: &[(&[&str], &str)] = &[
    (&["response_format", "json_schema", "schema"], "an OpenAI response_format"),
    (&["response_format", "schema"], "a response_format"),
    (&["json_schema", "schema"], "an OpenAI response_format"),
    (&["text", "format", "schema"], "an OpenAI Responses text.format"),
    (&["format", "schema"], "an OpenAI Responses text.format"),
    (&["output_config", "format", "schema"], "an Anthropic output_config.format"),
    (&["output_format", "schema"], "an Anthropic output_format"),
    (&["generationConfig", "responseJsonSchema"], "a Gemini generationConfig"),
    (&["generationConfig", "responseSchema"], "a Gemini generationConfig"),
    (&["generation_config", "response_json_schema"], "a Gemini generation_config"),
    (&["generation_config", "response_schema"], "a Gemini generation_config"),
    (&["responseJsonSchema"], "a Gemini responseJsonSchema"),
    (&["responseSchema"], "a Gemini responseSchema"),
    (&["response_json_schema"], "a Gemini response_json_schema"),
    (&["response_schema"], "a Gemini response_schema"),
    (&["format"], "the format of an Ollama request"),
];

/// Keys that only requests and response formats have, whether or not they hold a schema.
const REQUEST_KEYS: [&str; 8] = [
    "response_format",
    "json_schema",
    "output_format",
    "output_config",
    "generationConfig",
    "generation_config",
    "messages",
    "contents",
];

/// Takes one wrapper off; none where there is none, or one that holds no schema.
pub(super) fn unwrap(object: &Map<String, Value>) -> Option<Unwrapped<'_>> {
    // A field may be named like a wrapper; then there are other fields beside it.
    let is_one_of_fields = object.len() > 1 && likeness::are_fields(object);
    if likeness::is_schema(object) || is_one_of_fields {
        return None;
    }
    let found = PATHS.iter().find_map(|(path, wrapper)| follow(object, path, wrapper));
    found.or_else(|| follow(object, &["schema"], bare_wrapper(object)))
}

/// Whether an object without a schema was meant to ask a provider for one.
pub(super) fn is_request(object: &Map<String, Value>) -> bool {
    let asks_for_json =
        matches!(object.get("type").and_then(Value::as_str), Some("json_schema" | "json_object"));
    asks_for_json || REQUEST_KEYS.iter().any(|key| object.contains_key(*key))
}

/// Follows a path; the object that holds its last key names and describes the schema.
fn follow<'v>(object: &'v Map<String, Value>, path: &[&str], wrapper: &'static str) -> Option<Unwrapped<'v>> {
    let (last, outer) = path.split_last()?;
    let mut holder = object;
    for key in outer {
        holder = holder.get(*key)?.as_object()?;
    }
    let inner = holder.get(*last).filter(|inner| inner.is_object() || inner.is_boolean())?;
    let text = |key| holder.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    // Only what stands right beside `schema` is about it: the name in a whole request is the model's.
    let says = |key| if *last == "schema" { text(key) } else { None };
    Some(Unwrapped { inner, label: says("name"), description: says("description"), wrapper })
}

/// What an object is that has its schema in `schema`.
fn bare_wrapper(object: &Map<String, Value>) -> &'static str {
    let is_format = object.get("type").and_then(Value::as_str) == Some("json_schema");
    match (is_format, object.contains_key("name")) {
        (true, true) => "an OpenAI Responses text.format",
        (true, false) => "an Anthropic output_format",
        (false, true) => "an OpenAI json_schema",
        (false, false) => "a wrapper named schema",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Each wrapper holds `{"type": "string"}`.
    #[track_caller]
    fn check(object: Value, label: Option<&str>, description: Option<&str>, wrapper: &'static str) {
        let inner = &json!({"type": "string"});
        let expected = Unwrapped { inner, label, description, wrapper };
        assert_eq!(unwrap(object.as_object().unwrap()), Some(expected), "{object}");
    }

    #[track_caller]
    fn check_none(object: Value, request: bool) {
        let map = object.as_object().unwrap();
        assert_eq!((unwrap(map), is_request(map)), (None, request), "{object}");
    }

    #[test]
    fn openai_chat_completions() {
        let inner =
            json!({"name": "city", "description": "A city", "strict": true, "schema": {"type": "string"}});
        let format = json!({"type": "json_schema", "json_schema": inner});
        let wrapper = "an OpenAI response_format";
        check(format.clone(), Some("city"), Some("A city"), wrapper);
        check(
            json!({"model": "m", "messages": [], "response_format": format}),
            Some("city"),
            Some("A city"),
            wrapper,
        );
        check(inner, Some("city"), Some("A city"), "an OpenAI json_schema");
        let schema = json!({"type": "json_object", "schema": {"type": "string"}});
        check(json!({"response_format": schema}), None, None, "a response_format");
    }

    #[test]
    fn openai_responses() {
        let format = json!({"type": "json_schema", "name": "city", "schema": {"type": "string"}});
        let wrapper = "an OpenAI Responses text.format";
        check(format.clone(), Some("city"), None, wrapper);
        check(json!({"format": format}), Some("city"), None, wrapper);
        check(json!({"model": "m", "input": "x", "text": {"format": format}}), Some("city"), None, wrapper);
    }

    #[test]
    fn anthropic() {
        let format = json!({"type": "json_schema", "schema": {"type": "string"}});
        check(format.clone(), None, None, "an Anthropic output_format");
        check(json!({"output_format": format}), None, None, "an Anthropic output_format");
        check(json!({"output_config": {"format": format}}), None, None, "an Anthropic output_config.format");
    }

    #[test]
    fn gemini_and_others() {
        let string = json!({"type": "string"});
        check(
            json!({"contents": [], "generationConfig": {"responseSchema": string}}),
            None,
            None,
            "a Gemini generationConfig",
        );
        check(
            json!({"generationConfig": {"responseJsonSchema": string}}),
            None,
            None,
            "a Gemini generationConfig",
        );
        check(json!({"response_schema": string}), None, None, "a Gemini response_schema");
        check(json!({"model": "m", "format": string}), None, None, "the format of an Ollama request");
        check(json!({"schema": string}), None, None, "a wrapper named schema");
    }

    #[test]
    fn no_wrappers() {
        check_none(json!({"type": "object", "schema": {"type": "string"}}), false);
        check_none(json!({"type": "object", "properties": {"schema": {"type": "string"}}}), false);
        check_none(json!({"schema": "public"}), false);
        check_none(json!({"response_format": {"type": "text"}}), true);
        check_none(json!({"type": "json_schema", "json_schema": {"name": "x"}}), true);
        check_none(json!({"city": "Oslo"}), false);
    }
}
