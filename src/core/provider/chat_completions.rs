//! OpenAI's chat completions, as spoken by OpenAI and by nearly every server.

use super::call::{Call, Document, Format, Thinking};
use super::connection::{Connection, Secret};
use super::draft::{Draft, ToolKey};
use super::error_body::ErrorBody;
use super::parameters;
use super::quirks::{SystemRole, ThinkingForm, ToolChoice};
use super::reply::{FinishReason, Usage};
use super::request::Request;
use super::turns::Turns;
use serde_json::{Map, Value, json};

/// The request of a call.
pub(super) fn request(call: &Call, connection: &Connection) -> Request {
    let quirks = &connection.quirks;
    let mut notes = Vec::new();
    let mut body = Map::new();
    if !connection.model.is_empty() {
        body.insert("model".into(), connection.model.as_str().into());
    }
    body.insert("messages".into(), messages(call, quirks.system));
    body.extend(parameters::sampling(call, quirks, &mut notes));
    match &call.format {
        Format::Strict(document) => {
            let mut schema = Map::new();
            schema.insert("name".into(), document.name().into());
            if quirks.strict {
                schema.insert("strict".into(), true.into());
            }
            schema.insert("schema".into(), document.schema.clone());
            let format = json!({"type": "json_schema", "json_schema": schema});
            body.insert("response_format".into(), format);
        }
        Format::Tool(document) => {
            body.insert("tools".into(), json!([tool(document, quirks.strict)]));
            let choice = match quirks.tool_choice {
                ToolChoice::Named => Some(json!({"type": "function", "function": {"name": document.name()}})),
                ToolChoice::Required => Some("required".into()),
                ToolChoice::Offered => None,
            };
            match choice {
                Some(choice) => drop(body.insert("tool_choice".into(), choice)),
                None => notes.push(parameters::TOOL_OFFERED),
            }
        }
        Format::Json => drop(body.insert("response_format".into(), json!({"type": "json_object"}))),
        Format::Prompt => {}
    }
    let thinking = parameters::thinking(call, quirks, &mut notes);
    body.extend(thinking_parameter(thinking, quirks.thinking));
    if call.stream && quirks.stream {
        body.insert("stream".into(), true.into());
        if quirks.stream_usage {
            body.insert("stream_options".into(), json!({"include_usage": true}));
        }
    }
    if quirks.require_parameters && call.format != Format::Prompt {
        body.insert("provider".into(), json!({"require_parameters": true}));
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
    function.insert("name".into(), document.name().into());
    function.insert("description".into(), TOOL_DESCRIPTION.into());
    if strict {
        function.insert("strict".into(), true.into());
    }
    function.insert("parameters".into(), document.schema.clone());
    json!({"type": "function", "function": function})
}

/// What the model is told of the tool.
pub(super) const TOOL_DESCRIPTION: &str = "Takes the answer.";

/// The turns as JSON, the system text as one of them.
fn messages(call: &Call, role: SystemRole) -> Value {
    let Turns { system, turns } = Turns::new(call, role);
    let role = match role {
        SystemRole::System | SystemRole::FirstUserTurn => "system",
        SystemRole::Developer => "developer",
    };
    let system = (!system.is_empty()).then(|| json!({"role": role, "content": system}));
    let turns = turns.iter().map(|turn| json!({"role": turn.role.name(), "content": turn.content}));
    system.into_iter().chain(turns).collect()
}

fn thinking_parameter(thinking: Thinking, form: ThinkingForm) -> Option<(String, Value)> {
    let word = thinking.word()?;
    let is_on = thinking != Thinking::Off;
    let (name, value) = match form {
        ThinkingForm::ReasoningEffort => ("reasoning_effort", word.into()),
        ThinkingForm::Reasoning if is_on => ("reasoning", json!({"effort": word})),
        ThinkingForm::Reasoning => ("reasoning", json!({"enabled": false})),
        ThinkingForm::Switch => ("thinking", json!({"type": if is_on { "enabled" } else { "disabled" }})),
        ThinkingForm::Template => ("chat_template_kwargs", json!({"enable_thinking": is_on})),
        ThinkingForm::Absent | ThinkingForm::Adaptive | ThinkingForm::Budget | ThinkingForm::Think => {
            return None;
        }
    };
    Some((name.to_owned(), value))
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
