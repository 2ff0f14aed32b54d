//! Ollama's own chat.

use super::call::{Call, Format, Thinking};
use super::chat_completions::tool;
use super::connection::Connection;
use super::draft::Draft;
use super::json::put;
use super::quirks::ThinkingForm;
use super::reply::{FinishReason, Usage};
use super::request::Request;
use super::turns::{ImageForm, Turns};
use super::{chat_completions, parameters};
use serde_json::{Map, Value};

/// The request of a call.
pub(super) fn request(call: &Call, connection: &Connection) -> Request {
    let quirks = &connection.quirks;
    let mut notes = Vec::new();
    let messages = Turns::new(call, quirks.system).to_json(Some(quirks.system.name()), ImageForm::Member);
    let mut body = Map::new();
    put(&mut body, "model", connection.model.as_str().into());
    put(&mut body, "messages", messages);
    match &call.format {
        Format::Strict(document) => put(&mut body, "format", document.schema.clone()),
        Format::Tool(document) => {
            put(&mut body, "tools", vec![tool(document, quirks.strict)].into());
            notes.push(parameters::TOOL_OFFERED);
        }
        Format::Json => put(&mut body, "format", "json".into()),
        Format::Prompt => {}
    }
    let thinking = parameters::thinking(call, quirks, &mut notes);
    if quirks.thinking == ThinkingForm::Think {
        let think = match thinking {
            Thinking::ServerDefault => None,
            Thinking::Off => Some(Value::Bool(false)),
            Thinking::Low | Thinking::Medium | Thinking::High => thinking.word().map(Value::from),
        };
        if let Some(think) = think {
            put(&mut body, "think", think);
        }
    }
    put(&mut body, "options", parameters::sampling(call, quirks, &mut notes).into());
    // Unless told otherwise this server answers in pieces.
    put(&mut body, "stream", (call.stream && quirks.stream).into());
    let url = connection.base_url.endpoint("/api/chat");
    Request::post(url, chat_completions::headers(connection.key.as_ref()), body, notes)
}

/// Takes what a piece of a reply says; a whole one is its only piece. Whether it is of this format at all.
pub(super) fn read(body: &Value, draft: &mut Draft) -> bool {
    let (message, is_done) = (body.get("message"), body.get("done").and_then(Value::as_bool));
    if message.is_none() && is_done.is_none() {
        return false;
    }
    let text = |key: &str| message.and_then(|message| message.get(key)?.as_str()).unwrap_or_default();
    draft.add_reasoning(text("thinking"));
    draft.add_text(text("content"));
    let calls = message.and_then(|message| message.get("tool_calls")?.as_array());
    for call in calls.into_iter().flatten() {
        draft.begin_tool();
        if let Some(arguments) = call.pointer("/function/arguments") {
            draft.add_arguments(&arguments.to_string());
        }
    }
    if is_done == Some(true) {
        draft.is_ended = true;
        draft.finish_reason = match body.get("done_reason").and_then(Value::as_str) {
            None | Some("") => None,
            Some("stop") => Some(FinishReason::Stop),
            Some("length") => Some(FinishReason::Length),
            Some(other) => Some(FinishReason::Other(other.to_owned())),
        };
        let count = |key: &str| body.get(key).and_then(Value::as_u64);
        // A prompt that was read before is not counted again.
        let (input, output) = (count("prompt_eval_count").unwrap_or_default(), count("eval_count"));
        draft.usage = output.map(|output| Usage { input, output, ..Usage::default() });
    }
    true
}
