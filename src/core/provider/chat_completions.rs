//! OpenAI's chat completions, as spoken by OpenAI and by nearly every server.

use super::call::{Call, Document, Format, Mode, Thinking};
use super::connection::{Connection, Secret};
use super::draft::{Draft, ToolKey};
use super::error_body::ErrorBody;
use super::json::{object, put};
use super::parameters;
use super::quirks::{ThinkingForm, ToolChoice};
use super::reply::{FinishReason, Usage};
use super::request::Request;
use super::turns::{ImageForm, Turns};
use serde_json::{Map, Value};

/// The request of a call.
pub(super) fn request(call: &Call, connection: &Connection) -> Request {
    let quirks = &connection.quirks;
    let mut notes = Vec::new();
    let turns = Turns::new(call, quirks.system);
    let mut body = Map::new();
    if !connection.model.is_empty() {
        put(&mut body, "model", connection.model.as_str().into());
    }
    put(&mut body, "messages", turns.to_json(Some(quirks.system.name()), ImageForm::Url));
    body.extend(parameters::sampling(call, quirks, &mut notes));
    match &call.format {
        Format::Strict(document) => {
            let mut schema = Map::new();
            put(&mut schema, "name", document.name().into());
            if quirks.strict {
                put(&mut schema, "strict", true.into());
            }
            put(&mut schema, "schema", document.schema.clone());
            let format = object([("type", "json_schema".into()), ("json_schema", schema.into())]);
            put(&mut body, "response_format", format);
        }
        Format::Tool(document) => {
            put(&mut body, "tools", vec![tool(document, quirks.strict)].into());
            match quirks.tool_choice {
                ToolChoice::Named => {
                    let function = object([("name", document.name().into())]);
                    let choice = object([("type", "function".into()), ("function", function)]);
                    put(&mut body, "tool_choice", choice);
                }
                ToolChoice::Required => put(&mut body, "tool_choice", "required".into()),
                ToolChoice::Offered => notes.push(parameters::TOOL_OFFERED),
            }
        }
        Format::Json => put(&mut body, "response_format", object([("type", "json_object".into())])),
        Format::Prompt => {}
    }
    let thinking = parameters::thinking(call, quirks, &mut notes);
    if let Some((name, value)) = thinking_parameter(thinking, quirks.thinking) {
        put(&mut body, name, value);
    }
    if call.stream && quirks.stream {
        put(&mut body, "stream", true.into());
        if quirks.stream_usage {
            put(&mut body, "stream_options", object([("include_usage", true.into())]));
        }
    }
    if quirks.require_parameters && call.format.mode() != Mode::Prompt {
        put(&mut body, "provider", object([("require_parameters", true.into())]));
    }
    let url = connection.base_url.endpoint("/chat/completions");
    Request::post(url, headers(connection.key.as_ref()), body, notes)
}

/// What every request carries.
pub(super) fn headers(key: Option<&Secret>) -> Vec<(&'static str, String)> {
    key.map(|key| ("Authorization", format!("Bearer {}", key.expose()))).into_iter().collect()
}

/// A schema as a tool.
pub(super) fn tool(document: &Document, strict: bool) -> Value {
    let mut function = Map::new();
    put(&mut function, "name", document.name().into());
    put(&mut function, "description", TOOL_DESCRIPTION.into());
    if strict {
        put(&mut function, "strict", true.into());
    }
    put(&mut function, "parameters", document.schema.clone());
    object([("type", "function".into()), ("function", function.into())])
}

/// What the model is told of the tool.
pub(super) const TOOL_DESCRIPTION: &str = "Takes the answer.";

fn thinking_parameter(thinking: Thinking, form: ThinkingForm) -> Option<(&'static str, Value)> {
    let word = thinking.word()?;
    let is_on = thinking != Thinking::Off;
    match form {
        ThinkingForm::ReasoningEffort => Some(("reasoning_effort", word.into())),
        ThinkingForm::Reasoning if is_on => Some(("reasoning", object([("effort", word.into())]))),
        ThinkingForm::Reasoning => Some(("reasoning", object([("enabled", false.into())]))),
        ThinkingForm::Switch => {
            let word = if is_on { "enabled" } else { "disabled" };
            Some(("thinking", object([("type", word.into())])))
        }
        ThinkingForm::Template => Some(("chat_template_kwargs", object([("enable_thinking", is_on.into())]))),
        ThinkingForm::Absent | ThinkingForm::Adaptive | ThinkingForm::Budget | ThinkingForm::Think => None,
    }
}

/// Takes what a piece of a reply says, or a whole one, which has the same form but for a name.
/// Whether it is of this format at all.
pub(super) fn read(body: &Value, draft: &mut Draft) -> bool {
    let usage = [body.get("usage"), body.pointer("/x_groq/usage")]
        .into_iter()
        .flatten()
        .find(|usage| usage.is_object());
    if let Some(usage) = usage {
        draft.usage = read_usage(usage).or(draft.usage);
        draft.cost = usage.get("cost").and_then(Value::as_f64).map(nano_dollars).or(draft.cost);
    }
    let Some(choice) = body.get("choices").and_then(|choices| choices.get(0)) else {
        let kind = body.get("object").and_then(Value::as_str).unwrap_or_default();
        return usage.is_some() || body.get("choices").is_some() || kind.starts_with("chat.completion");
    };
    let message =
        ["delta", "message"].into_iter().find_map(|key| choice.get(key).filter(|part| part.is_object()));
    if let Some(message) = message {
        read_message(message, draft);
    } else if let Some(text) = choice.get("text").and_then(Value::as_str) {
        draft.add_text(text);
    }
    match choice.get("finish_reason").and_then(Value::as_str) {
        None | Some("") => {}
        Some(reason @ ("error" | "insufficient_system_resource")) => {
            draft.error = Some(ErrorBody::find(choice).unwrap_or_else(|| stopped(reason)));
        }
        Some(reason) => draft.finish_reason = Some(finish_reason(reason)),
    }
    true
}

/// An error that is only a reason to stop.
fn stopped(reason: &str) -> ErrorBody {
    let message = format!("The server stopped the answer: {reason}");
    ErrorBody { message, label: format!("server_{reason}"), ..ErrorBody::default() }
}

fn finish_reason(reason: &str) -> FinishReason {
    match reason {
        "stop" | "eos" | "tool_calls" | "function_call" => FinishReason::Stop,
        "length" | "model_length" | "max_tokens" => FinishReason::Length,
        "content_filter" => FinishReason::ContentFilter,
        "refusal" => FinishReason::Refusal,
        other => FinishReason::Other(other.to_owned()),
    }
}

fn read_message(message: &Value, draft: &mut Draft) {
    let text = |key: &str| message.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    // The same reasoning under two names is the same reasoning.
    match ["reasoning_content", "reasoning"].into_iter().find_map(text) {
        Some(reasoning) => draft.add_reasoning(reasoning),
        None => read_details(message.get("reasoning_details"), draft),
    }
    read_content(message.get("content"), draft);
    if let Some(refusal) = text("refusal") {
        draft.add_refusal(refusal);
    }
    let calls = message.get("tool_calls").and_then(Value::as_array).into_iter().flatten();
    for (position, call) in calls.enumerate() {
        let index = call.get("index").and_then(Value::as_u64).unwrap_or(position as u64);
        let id = call.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        let function = call.get("function");
        let is_named =
            function.and_then(|function| function.get("name")?.as_str()).is_some_and(|name| !name.is_empty());
        if is_named {
            draft.begin_tool_once(ToolKey { index, id });
        }
        match function.and_then(|function| function.get("arguments")) {
            Some(Value::String(piece)) => draft.add_arguments(piece),
            Some(arguments @ Value::Object(_)) => draft.add_arguments(&arguments.to_string()),
            Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_)) | None => {}
        }
    }
}

/// A text, or an array of parts, some of which can be Mistral's thinking.
fn read_content(content: Option<&Value>, draft: &mut Draft) {
    match content {
        Some(Value::String(text)) => draft.add_text(text),
        Some(Value::Array(parts)) => {
            for part in parts {
                match part.get("thinking") {
                    Some(Value::String(text)) => draft.add_reasoning(text),
                    Some(thinking) => read_details(Some(thinking), draft),
                    None => draft.add_text(part.get("text").and_then(Value::as_str).unwrap_or_default()),
                }
            }
        }
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => {}
    }
}

/// The texts of an array of parts of reasoning.
fn read_details(details: Option<&Value>, draft: &mut Draft) {
    for detail in details.and_then(Value::as_array).into_iter().flatten() {
        let text = ["text", "summary"].into_iter().find_map(|key| detail.get(key)?.as_str());
        draft.add_reasoning(text.unwrap_or_default());
    }
}

fn read_usage(usage: &Value) -> Option<Usage> {
    let count = |pointer: &str| usage.pointer(pointer).and_then(Value::as_u64);
    let cached =
        ["/prompt_tokens_details/cached_tokens", "/prompt_cache_hit_tokens"].into_iter().find_map(count);
    Some(Usage {
        input: count("/prompt_tokens")?,
        output: count("/completion_tokens").unwrap_or_default(),
        cached: cached.unwrap_or_default(),
        reasoning: count("/completion_tokens_details/reasoning_tokens").unwrap_or_default(),
    })
}

fn nano_dollars(dollars: f64) -> u64 {
    (dollars.max(0.0) * 1e9).round() as u64
}
