//! The parameters that families share, and what a person is told where one cannot be sent as it was set.

use super::call::{Call, Mode, Thinking};
use super::json::put;
use super::quirks::{Quirks, ThinkingForm};
use serde_json::{Map, Value};

const TEMPERATURE: &str = "The temperature is left out: this server refuses it.";
const SEED: &str = "The seed is left out: this server takes none.";
const CONTEXT_LENGTH: &str =
    "The context length is left out: this server takes it only when a model is loaded.";
const NO_THINKING_FORM: &str = "Thinking is left to the server: a call cannot set it.";
const TOOL_STOPS_THINKING: &str =
    "Thinking is turned off: this server refuses it together with a forced tool.";
/// Of a tool that is not forced.
pub(super) const TOOL_OFFERED: &str = "The tool is only offered: this server cannot be told to use it.";
/// Of a token limit that thinking shares.
pub(super) const LIMIT_RAISED: &str = "The token limit is raised by what thinking may take.";

/// How the answer is drawn, and how long it and the conversation may be.
pub(super) fn sampling(call: &Call, quirks: &Quirks, notes: &mut Vec<&'static str>) -> Map<String, Value> {
    let temperature = quirks.temperature.then_some("temperature");
    let mut parameters = Map::new();
    put(&mut parameters, quirks.limit, call.token_limit.into());
    for (value, parameter, note) in [
        (call.sampling.temperature.map(Value::from), temperature, TEMPERATURE),
        (call.sampling.seed.map(Value::from), quirks.seed, SEED),
        (call.context_length.map(Value::from), quirks.context_length, CONTEXT_LENGTH),
    ] {
        match (value, parameter) {
            (Some(value), Some(parameter)) => put(&mut parameters, parameter, value),
            (Some(_), None) => notes.push(note),
            (None, _) => {}
        }
    }
    parameters
}

/// How much the model is told to think.
pub(super) fn thinking(call: &Call, quirks: &Quirks, notes: &mut Vec<&'static str>) -> Thinking {
    if call.format.mode() == Mode::Tool && quirks.tool_stops_thinking {
        if call.thinking != Thinking::Off {
            notes.push(TOOL_STOPS_THINKING);
        }
        return Thinking::Off;
    }
    if call.thinking != Thinking::ServerDefault && quirks.thinking == ThinkingForm::Absent {
        notes.push(NO_THINKING_FORM);
    }
    call.thinking
}
