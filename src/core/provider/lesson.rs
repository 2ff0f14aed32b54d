//! What a refusal teaches of a server: a change of its quirks, with which the call may be sent again.

use super::call::{Call, Mode, Thinking};
use super::complaint::Complaint;
use super::fault::Fault;
use super::quirks::{Change, Quirks, SystemRole, ThinkingForm, ToolChoice};

/// What a server taught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// What is done from now on.
    pub change: Change,
    /// What happened and what is done about it, in a sentence.
    pub words: String,
    /// Whether it holds whenever the model is asked: not where the schema may be what was refused, or where
    /// the refusal speaks of a state that passes.
    pub lasts: bool,
}

impl Lesson {
    /// What a fault of a call teaches; none if it is not about the call's parameters, or if nothing is
    /// known that could be done.
    ///
    /// The change is always one from the quirks that the call was written with, and most changes leave
    /// something out. A limit's name and a role can change back, though: whoever learns keeps count.
    pub fn of(fault: &Fault, call: &Call, quirks: &Quirks) -> Option<Self> {
        let Fault::Server { complaint, message, .. } = fault else { return None };
        let message = message.to_ascii_lowercase();
        let (change, parameter, remedy) = match *complaint {
            Complaint::ParameterRefused { parameter } => {
                let (change, remedy) = of_parameter(parameter, &message, call, quirks)?;
                (change, parameter, remedy)
            }
            Complaint::ModeRefused { parameter } => {
                let (change, remedy) = of_mode(parameter, &message, call.format.mode(), quirks)?;
                (change, parameter, remedy)
            }
            Complaint::KeyRefused
            | Complaint::NoPermission
            | Complaint::NoCredit
            | Complaint::UnknownModel
            | Complaint::NoModelLoaded
            | Complaint::ModelLoading
            | Complaint::ContextOverflow { .. }
            | Complaint::RateLimited
            | Complaint::Overloaded
            | Complaint::TimedOut
            | Complaint::Failed
            | Complaint::ImagesRefused
            | Complaint::ContentFiltered
            | Complaint::WrongPath
            | Complaint::WebPage
            | Complaint::Unreadable
            | Complaint::Empty
            | Complaint::Rejected => return None,
        };
        let words = format!("The server refused `{parameter}`: {remedy}.");
        Some(Self { change, words, lasts: !OF_THE_MOMENT.iter().any(|words| message.contains(words)) })
    }
}

/// What is said of one schema, or of a state that passes.
const OF_THE_MOMENT: [&str; 12] = [
    "schema for",
    "invalid schema",
    "input_schema",
    ".schema:",
    "additionalproperties",
    "grammar",
    "too complex",
    "too many",
    " now",
    "currently",
    "temporar",
    "try again",
];

fn of_parameter(
    parameter: &str,
    message: &str,
    call: &Call,
    quirks: &Quirks,
) -> Option<(Change, &'static str)> {
    const LEFT_OUT: &str = "left out";
    let is_too_much =
        ["too large", "at most", "maximum", "exceed", ">"].iter().any(|words| message.contains(words));
    match parameter {
        "max_tokens" if parameter == quirks.limit && !is_too_much => {
            Some((Change::Limit("max_completion_tokens"), "sent as `max_completion_tokens`"))
        }
        "max_completion_tokens" if parameter == quirks.limit && !is_too_much => {
            Some((Change::Limit("max_tokens"), "sent as `max_tokens`"))
        }
        "temperature" if call.sampling.temperature.is_some() && quirks.temperature => {
            Some((Change::Temperature(false), LEFT_OUT))
        }
        "seed" | "random_seed" if call.sampling.seed.is_some() && quirks.seed == Some(parameter) => {
            Some((Change::Seed(None), LEFT_OUT))
        }
        "num_ctx" if call.context_length.is_some() && quirks.context_length == Some(parameter) => {
            Some((Change::ContextLength(None), LEFT_OUT))
        }
        "stream_options" if quirks.stream_usage => Some((Change::StreamUsage(false), LEFT_OUT)),
        "stream" if call.stream && quirks.stream => {
            Some((Change::Stream(false), "the answer comes in one piece"))
        }
        "require_parameters" if quirks.require_parameters => {
            Some((Change::RequireParameters(false), LEFT_OUT))
        }
        "role" => match quirks.system {
            SystemRole::Developer => {
                Some((Change::System(SystemRole::System), "the instructions go as `system`"))
            }
            SystemRole::System => Some((
                Change::System(SystemRole::FirstUserTurn),
                "the instructions go into the first user turn",
            )),
            SystemRole::FirstUserTurn => None,
        },
        "thinking" | "reasoning" | "reasoning_effort" | "chat_template_kwargs" => {
            let is_asked = call.thinking != Thinking::ServerDefault || quirks.tool_stops_thinking;
            match quirks.thinking {
                ThinkingForm::Adaptive if message.contains("adaptive") => {
                    Some((Change::Thinking(ThinkingForm::Budget), "sent as a budget"))
                }
                ThinkingForm::Budget if message.contains("budget") || message.contains("enabled") => {
                    Some((Change::Thinking(ThinkingForm::Adaptive), "sent as an effort"))
                }
                ThinkingForm::Absent => None,
                ThinkingForm::ReasoningEffort
                | ThinkingForm::Reasoning
                | ThinkingForm::Switch
                | ThinkingForm::Template
                | ThinkingForm::Adaptive
                | ThinkingForm::Budget
                | ThinkingForm::Think => {
                    is_asked.then_some((Change::Thinking(ThinkingForm::Absent), LEFT_OUT))
                }
            }
        }
        _ => None,
    }
}

fn of_mode(parameter: &str, message: &str, mode: Mode, quirks: &Quirks) -> Option<(Change, &'static str)> {
    let is_about_strict =
        ["strict", "schema for", "additionalproperties"].iter().any(|words| message.contains(words));
    let without = Change::Modes(quirks.modes.without(mode));
    match mode {
        Mode::Prompt => None,
        Mode::Strict | Mode::Tool if quirks.strict && (parameter == "strict" || is_about_strict) => {
            Some((Change::Strict(false), "the schema is sent without `strict`"))
        }
        Mode::Tool if parameter == "tool_choice" && !message.contains("thinking") => match quirks.tool_choice
        {
            ToolChoice::Named => Some((Change::ToolChoice(ToolChoice::Required), "sent as `required`")),
            ToolChoice::Required => {
                Some((Change::ToolChoice(ToolChoice::Offered), "the tool is only offered"))
            }
            ToolChoice::Offered => Some((without, "the tool is left out")),
        },
        Mode::Tool if message.contains("thinking") && !quirks.tool_stops_thinking => {
            Some((Change::ToolStopsThinking(true), "thinking is turned off"))
        }
        Mode::Strict => Some((without, "the schema is no longer sent as a response format")),
        Mode::Tool => Some((without, "the tool is left out")),
        Mode::Json => Some((without, "only the prompt says that the answer is JSON")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::call::{Document, Format, Sampling};
    use super::super::error_body::ErrorBody;
    use super::super::quirks::Modes;
    use super::*;

    /// A call that asks for everything.
    fn call(mode: Mode) -> Call {
        let document = || Document::new("x", serde_json::Value::Null);
        Call {
            sampling: Sampling { temperature: Some(0.5), seed: Some(7) },
            format: match mode {
                Mode::Strict => Format::Strict(document()),
                Mode::Tool => Format::Tool(document()),
                Mode::Json => Format::Json,
                Mode::Prompt => Format::Prompt,
            },
            thinking: Thinking::Low,
            context_length: Some(9),
            stream: true,
            ..Call::default()
        }
    }

    fn lesson(message: &str, mode: Mode, quirks: Quirks) -> Option<Lesson> {
        let error = ErrorBody { message: message.into(), ..ErrorBody::default() };
        Lesson::of(&Fault::from_error(400, None, error), &call(mode), &quirks)
    }

    #[test]
    fn refusals_teach() {
        let usual = Quirks { thinking: ThinkingForm::ReasoningEffort, ..Quirks::USUAL };
        let adaptive = Quirks { thinking: ThinkingForm::Adaptive, ..usual };
        let budget = Quirks { thinking: ThinkingForm::Budget, ..usual };
        let loose = Quirks { strict: false, ..usual };
        let required = Quirks { tool_choice: ToolChoice::Required, ..usual };
        let offered = Quirks { tool_choice: ToolChoice::Offered, ..usual };
        let without = |mode| Change::Modes(Modes::ALL.without(mode));
        for (message, mode, quirks, change, words) in [
            (
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
                Mode::Prompt,
                usual,
                Change::Limit("max_completion_tokens"),
                "The server refused `max_tokens`: sent as `max_completion_tokens`.",
            ),
            (
                "body.max_completion_tokens: Extra inputs are not permitted",
                Mode::Prompt,
                Quirks { limit: "max_completion_tokens", ..usual },
                Change::Limit("max_tokens"),
                "The server refused `max_completion_tokens`: sent as `max_tokens`.",
            ),
            (
                "Unsupported value: 'temperature' does not support 0.5 with this model.",
                Mode::Strict,
                usual,
                Change::Temperature(false),
                "The server refused `temperature`: left out.",
            ),
            (
                "Unknown name \"seed\"",
                Mode::Prompt,
                usual,
                Change::Seed(None),
                "The server refused `seed`: left out.",
            ),
            (
                "stream_options: extra fields not permitted",
                Mode::Prompt,
                usual,
                Change::StreamUsage(false),
                "The server refused `stream_options`: left out.",
            ),
            (
                "'stream' is not supported with this model",
                Mode::Prompt,
                usual,
                Change::Stream(false),
                "The server refused `stream`: the answer comes in one piece.",
            ),
            (
                "property 'reasoning_effort' is unsupported",
                Mode::Prompt,
                usual,
                Change::Thinking(ThinkingForm::Absent),
                "The server refused `reasoning_effort`: left out.",
            ),
            (
                "`thinking`: adaptive thinking is not supported on this model",
                Mode::Prompt,
                adaptive,
                Change::Thinking(ThinkingForm::Budget),
                "The server refused `thinking`: sent as a budget.",
            ),
            (
                "thinking.type: `enabled` is no longer supported",
                Mode::Prompt,
                budget,
                Change::Thinking(ThinkingForm::Adaptive),
                "The server refused `thinking`: sent as an effort.",
            ),
            (
                "Conversation roles must alternate user/assistant",
                Mode::Prompt,
                usual,
                Change::System(SystemRole::FirstUserTurn),
                "The server refused `role`: the instructions go into the first user turn.",
            ),
            (
                "'response_format.type' must be 'json_schema' or 'text'",
                Mode::Json,
                usual,
                without(Mode::Json),
                "The server refused `response_format`: only the prompt says that the answer is JSON.",
            ),
            (
                "Invalid schema for response_format 'x': 'required' is required to be supplied",
                Mode::Strict,
                usual,
                Change::Strict(false),
                "The server refused `response_format`: the schema is sent without `strict`.",
            ),
            (
                "Invalid schema for response_format 'x': 'required' is required to be supplied",
                Mode::Strict,
                loose,
                without(Mode::Strict),
                "The server refused `response_format`: the schema is no longer sent as a response format.",
            ),
            (
                "This model does not support response format `json_schema`.",
                Mode::Strict,
                usual,
                without(Mode::Strict),
                "The server refused `json_schema`: the schema is no longer sent as a response format.",
            ),
            (
                "The compiled grammar is too large",
                Mode::Strict,
                loose,
                without(Mode::Strict),
                "The server refused `grammar`: the schema is no longer sent as a response format.",
            ),
            (
                "Invalid tool_choice type: 'object'.",
                Mode::Tool,
                usual,
                Change::ToolChoice(ToolChoice::Required),
                "The server refused `tool_choice`: sent as `required`.",
            ),
            (
                "tool_choice is not supported",
                Mode::Tool,
                required,
                Change::ToolChoice(ToolChoice::Offered),
                "The server refused `tool_choice`: the tool is only offered.",
            ),
            (
                "tool_choice is not supported",
                Mode::Tool,
                offered,
                without(Mode::Tool),
                "The server refused `tool_choice`: the tool is left out.",
            ),
            (
                "Thinking may not be enabled when tool_choice forces tool use.",
                Mode::Tool,
                usual,
                Change::ToolStopsThinking(true),
                "The server refused `tool_choice`: thinking is turned off.",
            ),
            (
                "Thinking may not be enabled when tool_choice forces tool use.",
                Mode::Tool,
                Quirks { tool_stops_thinking: true, ..usual },
                without(Mode::Tool),
                "The server refused `tool_choice`: the tool is left out.",
            ),
            (
                "x does not support tools",
                Mode::Tool,
                usual,
                without(Mode::Tool),
                "The server refused `tools`: the tool is left out.",
            ),
        ] {
            let lesson = lesson(message, mode, quirks).map(|lesson| (lesson.change, lesson.words));
            assert_eq!(lesson, Some((change, words.to_owned())), "{message}");
            assert_ne!(quirks.with(change), quirks, "{message}");
        }
    }

    #[test]
    fn what_is_said_of_a_schema_or_a_moment_does_not_last() {
        for (message, mode, expected) in [
            ("'max_tokens' is not supported with this model.", Mode::Strict, true),
            ("Unknown name \"seed\"", Mode::Strict, true),
            ("This model does not support response format `json_schema`.", Mode::Strict, true),
            ("'response_format' of type 'json_schema' is not supported with this model.", Mode::Strict, true),
            ("Invalid schema for response_format 'x': 'required' is needed", Mode::Strict, false),
            ("output_config.format.schema: 'minItems' must be 0 or 1", Mode::Strict, false),
            ("tools.0.custom.input_schema: type must be object", Mode::Tool, false),
            ("The compiled grammar is too large", Mode::Strict, false),
            ("This response_format type is unavailable now", Mode::Strict, false),
            ("'temperature' is not supported: temporarily restricted", Mode::Strict, false),
        ] {
            let lesson = lesson(message, mode, Quirks::USUAL);
            assert_eq!(lesson.map(|lesson| lesson.lasts), Some(expected), "{message}");
        }
    }

    #[test]
    fn other_faults_teach_nothing() {
        let usual = Quirks::USUAL;
        for (message, mode, quirks) in [
            (
                "max_tokens is too large: 100000. This model supports at most 16384 completion tokens",
                Mode::Prompt,
                usual,
            ),
            ("max_tokens: 100000 > 64000, which is the maximum allowed", Mode::Prompt, usual),
            ("'temperature' is not supported", Mode::Prompt, Quirks { temperature: false, ..usual }),
            ("'seed' is not supported", Mode::Prompt, Quirks { seed: None, ..usual }),
            ("'response_format' is not supported", Mode::Prompt, usual),
            ("roles must alternate", Mode::Prompt, Quirks { system: SystemRole::FirstUserTurn, ..usual }),
            ("Incorrect API key provided", Mode::Strict, usual),
            ("Something is wrong", Mode::Strict, usual),
        ] {
            assert_eq!(lesson(message, mode, quirks), None, "{message}");
        }
        assert_eq!(Lesson::of(&Fault::Cut { reply: Box::default() }, &call(Mode::Strict), &usual), None);
    }
}
