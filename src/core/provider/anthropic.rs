//! Anthropic's messages.

use super::call::{Call, Format, Thinking};
use super::chat_completions::TOOL_DESCRIPTION;
use super::connection::{Connection, Secret};
use super::draft::Draft;
use super::json::{object, put};
use super::parameters;
use super::quirks::{Quirks, ThinkingForm, ToolChoice};
use super::reply::FinishReason;
use super::request::Request;
use super::turns::{ImageForm, Turns};
use serde_json::{Map, Value};

/// The least that a budget for thinking may be.
const LEAST_BUDGET: u32 = 1_024;

/// The request of a call.
pub(super) fn request(call: &Call, connection: &Connection) -> Request {
    let quirks = &connection.quirks;
    let mut notes = Vec::new();
    let turns = Turns::new(call, quirks.system);
    let thinking = Thoughts::new(call, quirks, &mut notes);
    let mut body = Map::new();
    put(&mut body, "model", connection.model.as_str().into());
    body.extend(parameters::sampling(call, quirks, &mut notes));
    if thinking.budget > 0 {
        let limit = call.token_limit.saturating_add(thinking.budget);
        put(&mut body, quirks.limit, limit.into());
        notes.push(parameters::LIMIT_RAISED);
    }
    if !turns.system.is_empty() {
        put(&mut body, "system", turns.system.as_str().into());
    }
    put(&mut body, "messages", turns.to_json(None, ImageForm::Source));
    let mut output = Map::new();
    match &call.format {
        Format::Strict(document) => {
            let format = object([("type", "json_schema".into()), ("schema", document.schema.clone())]);
            put(&mut output, "format", format);
        }
        Format::Tool(document) => {
            let mut tool = Map::new();
            put(&mut tool, "name", document.name().into());
            put(&mut tool, "description", TOOL_DESCRIPTION.into());
            if quirks.strict {
                put(&mut tool, "strict", true.into());
            }
            put(&mut tool, "input_schema", document.schema.clone());
            put(&mut body, "tools", vec![Value::Object(tool)].into());
            let mut choice = Map::new();
            match quirks.tool_choice {
                ToolChoice::Named => {
                    put(&mut choice, "type", "tool".into());
                    put(&mut choice, "name", document.name().into());
                }
                ToolChoice::Required => put(&mut choice, "type", "any".into()),
                ToolChoice::Offered => {
                    put(&mut choice, "type", "auto".into());
                    notes.push(parameters::TOOL_OFFERED);
                }
            }
            put(&mut choice, "disable_parallel_tool_use", true.into());
            put(&mut body, "tool_choice", choice.into());
        }
        // Only the prompt says it: this format has no such mode.
        Format::Json | Format::Prompt => {}
    }
    if let Some(effort) = thinking.effort {
        put(&mut output, "effort", effort.into());
    }
    if !output.is_empty() {
        put(&mut body, "output_config", output.into());
    }
    if let Some(parameter) = thinking.parameter {
        put(&mut body, "thinking", parameter);
    }
    if call.stream && quirks.stream {
        put(&mut body, "stream", true.into());
    }
    let url = connection.base_url.endpoint("/v1/messages");
    Request::post(url, headers(connection.key.as_ref()), body, notes)
}

/// How thinking is asked for.
struct Thoughts {
    parameter: Option<Value>,
    effort: Option<&'static str>,
    /// What is added to the token limit, so that thinking takes nothing from the answer.
    budget: u32,
}

impl Thoughts {
    fn new(call: &Call, quirks: &Quirks, notes: &mut Vec<&'static str>) -> Self {
        let thinking = parameters::thinking(call, quirks, notes);
        let quarters = match thinking {
            Thinking::ServerDefault => return Self::left(None),
            Thinking::Off if quirks.thinking == ThinkingForm::Absent => return Self::left(None),
            Thinking::Off => return Self::left(Some(object([("type", "disabled".into())]))),
            Thinking::Low => 1,
            Thinking::Medium => 2,
            Thinking::High => 4,
        };
        match quirks.thinking {
            ThinkingForm::Adaptive => Self {
                parameter: Some(object([("type", "adaptive".into())])),
                effort: thinking.word(),
                budget: 0,
            },
            ThinkingForm::Budget => {
                let budget = (call.token_limit / 4).saturating_mul(quarters).max(LEAST_BUDGET);
                Self {
                    parameter: Some(object([("type", "enabled".into()), ("budget_tokens", budget.into())])),
                    effort: None,
                    budget,
                }
            }
            ThinkingForm::Absent
            | ThinkingForm::ReasoningEffort
            | ThinkingForm::Reasoning
            | ThinkingForm::Switch
            | ThinkingForm::Template
            | ThinkingForm::Think => Self::left(None),
        }
    }

    fn left(parameter: Option<Value>) -> Self {
        Self { parameter, effort: None, budget: 0 }
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

/// Takes what an event of a reply says, or a whole one. Whether it is of this format at all.
pub(super) fn read(body: &Value, draft: &mut Draft) -> bool {
    match body.get("type").and_then(Value::as_str) {
        Some("message_start") => read_message(body.get("message"), draft),
        Some("message") | None => return read_whole(body, draft),
        Some("content_block_start") => read_block(body.get("content_block"), draft),
        Some("content_block_delta") => read_delta(body.get("delta"), draft),
        Some("message_delta") => {
            read_ending(body.get("delta"), draft);
            read_usage(body.get("usage"), draft);
        }
        Some("message_stop") => draft.is_ended = true,
        Some("content_block_stop" | "ping") => {}
        // New kinds of events come without notice.
        Some(_) => return draft.usage.is_some(),
    }
    true
}

fn read_whole(body: &Value, draft: &mut Draft) -> bool {
    let is_message = body.get("content").is_some_and(Value::is_array);
    if is_message {
        read_message(Some(body), draft);
        read_ending(Some(body), draft);
    }
    is_message
}

fn read_message(message: Option<&Value>, draft: &mut Draft) {
    let Some(message) = message else { return };
    for block in message.get("content").and_then(Value::as_array).into_iter().flatten() {
        read_block(Some(block), draft);
        if let Some(input) = block.get("input").filter(|_| draft.lacks_arguments()) {
            draft.add_arguments(&input.to_string());
        }
    }
    read_usage(message.get("usage"), draft);
}

fn read_block(block: Option<&Value>, draft: &mut Draft) {
    let text = |key: &str| block.and_then(|block| block.get(key)?.as_str()).unwrap_or_default();
    match text("type") {
        "tool_use" => draft.begin_tool(),
        _ => read_texts(block, draft),
    }
}

fn read_delta(delta: Option<&Value>, draft: &mut Draft) {
    read_texts(delta, draft);
    if let Some(piece) = delta.and_then(|delta| delta.get("partial_json")?.as_str()) {
        draft.add_arguments(piece);
    }
}

fn read_texts(part: Option<&Value>, draft: &mut Draft) {
    let text = |key: &str| part.and_then(|part| part.get(key)?.as_str()).unwrap_or_default();
    draft.add_text(text("text"));
    draft.add_reasoning(text("thinking"));
}

/// Why the model stopped, in the `message_delta` event or the whole message.
fn read_ending(ending: Option<&Value>, draft: &mut Draft) {
    let text = |pointer: &str| ending.and_then(|ending| ending.pointer(pointer)?.as_str());
    if let Some(reason) = text("/stop_reason") {
        draft.finish_reason = Some(match reason {
            "end_turn" | "stop_sequence" | "tool_use" => FinishReason::Stop,
            "max_tokens" | "model_context_window_exceeded" => FinishReason::Length,
            "refusal" => FinishReason::Refusal,
            other => FinishReason::Other(other.to_owned()),
        });
    }
    draft.add_refusal(text("/stop_details/explanation").unwrap_or_default());
}

/// Cached tokens are counted apart from the input; together they are what was read. Counts come twice,
/// the later ones being the sum so far.
fn read_usage(usage: Option<&Value>, draft: &mut Draft) {
    let count = |pointer: &str| usage.and_then(|usage| usage.pointer(pointer)?.as_u64());
    let Some(written) = count("/output_tokens") else { return };
    let known = draft.usage.get_or_insert_default();
    known.output = written;
    if let Some(input) = count("/input_tokens") {
        let cached = count("/cache_read_input_tokens").unwrap_or_default();
        let kept = count("/cache_creation_input_tokens").unwrap_or_default();
        (known.input, known.cached) = (input.saturating_add(cached).saturating_add(kept), cached);
    }
    known.reasoning = count("/output_tokens_details/thinking_tokens").unwrap_or(known.reasoning);
}
