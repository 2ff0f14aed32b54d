//! What a server complains of, told apart by what can be done about it.
//!
//! Statuses and types say too little, so that the words are read as well: they are the one thing in which
//! servers that copy each other agree.

use super::error_body::ErrorBody;

/// What a server complains of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Complaint {
    /// The key is wrong or missing.
    KeyRefused,
    /// The key is right, but may not do this.
    NoPermission,
    /// There is no credit left.
    NoCredit,
    /// There is no such model.
    UnknownModel,
    /// No model is loaded, or it cannot be.
    NoModelLoaded,
    /// The model is being loaded.
    ModelLoading,
    /// The conversation is longer than the model can read.
    ContextOverflow {
        /// How many tokens it has, where the server says.
        used: Option<u64>,
        /// How many it may have, where the server says.
        limit: Option<u64>,
    },
    /// There were too many calls.
    RateLimited,
    /// The server has too much to do.
    Overloaded,
    /// The server gave up waiting for the model.
    TimedOut,
    /// The server failed.
    Failed,
    /// The mode in which the form of the answer was asked for is not there, or not for this schema or model.
    ModeRefused {
        /// The parameter that is refused.
        parameter: &'static str,
    },
    /// A parameter is refused.
    ParameterRefused {
        /// Which.
        parameter: &'static str,
    },
    /// A filter withheld the conversation or the answer.
    ContentFiltered,
    /// There is no such endpoint.
    WrongPath,
    /// A web page came back: this is no model's endpoint.
    WebPage,
    /// The body is not in the wire format.
    Unreadable,
    /// There is no answer in the response, and no error.
    Empty,
    /// Something else about the request.
    Rejected,
}

impl Complaint {
    /// Whether the same call may be answered a while later.
    pub fn passes(self) -> bool {
        match self {
            Self::ModelLoading | Self::RateLimited | Self::Overloaded | Self::TimedOut | Self::Failed => true,
            Self::KeyRefused
            | Self::NoPermission
            | Self::NoCredit
            | Self::UnknownModel
            | Self::NoModelLoaded
            | Self::ContextOverflow { .. }
            | Self::ModeRefused { .. }
            | Self::ParameterRefused { .. }
            | Self::ContentFiltered
            | Self::WrongPath
            | Self::WebPage
            | Self::Unreadable
            | Self::Empty
            | Self::Rejected => false,
        }
    }

    /// What an error amounts to.
    pub(super) fn of(status: u16, error: &ErrorBody) -> Self {
        let words = Words { text: error.message.to_ascii_lowercase(), label: &error.label };
        let is_refusal = matches!(status, 200..=299 | 400 | 422 | 500 | 501);
        // What the words say outright goes before what the status says: servers choose those freely.
        if words.say(&["loading model", "model is loading", "currently loading"]) {
            Self::ModelLoading
        } else if status == 402 || words.are_marked(&CREDIT_MARKS) || words.say(&NO_CREDIT) {
            Self::NoCredit
        } else if words.are_marked(&FILTER_MARKS) || words.say(&FILTERED) {
            Self::ContentFiltered
        } else if words.say(&NOT_LOADED) {
            Self::NoModelLoaded
        } else if words.are_marked(&OVERFLOW_MARKS) || words.say(&OVERFLOW) || status == 413 {
            words.overflow(error)
        } else if words.say(&WRONG_KEY) || words.are_marked(&["invalid_api_key"]) {
            Self::KeyRefused
        } else if status == 403 || words.say(&NOT_ALLOWED) || words.are_marked(&["permission"]) {
            Self::NoPermission
        } else if status == 401 || words.are_marked(&["authentication_error"]) {
            Self::KeyRefused
        } else if status == 429
            || words.are_marked(&["rate_limit", "resource_exhausted", "too_many_requests"])
        {
            Self::RateLimited
        } else if words.say(&ROLES) || error.parameter.ends_with("role") {
            Self::ParameterRefused { parameter: "role" }
        } else if words.say(&["no endpoints found that"]) {
            // What a gateway says of parameters that no server behind it knows together.
            Self::ModeRefused { parameter: "require_parameters" }
        } else if words.say(&WRONG_PATH) {
            Self::WrongPath
        } else if let Some(parameter) = words.refused(error).filter(|_| is_refusal) {
            parameter
        } else if words.name_no_model(status) {
            Self::UnknownModel
        } else if matches!(status, 503 | 529) || words.say(&["overload"]) || words.are_marked(&OVERLOAD_MARKS)
        {
            Self::Overloaded
        } else {
            Self::of_status(status, words.are_marked(&["server_error", "api_error", "internal"]))
        }
    }

    /// What a response amounts to whose body is not the JSON of an error.
    pub(super) fn of_text(status: u16, text: &str) -> Self {
        match Self::of_status(status, false) {
            Self::Rejected if text.is_empty() => Self::Empty,
            Self::Rejected | Self::WrongPath if text.starts_with('<') => Self::WebPage,
            Self::Rejected => Self::Unreadable,
            complaint => complaint,
        }
    }

    fn of_status(status: u16, is_failure: bool) -> Self {
        match status {
            401 => Self::KeyRefused,
            402 => Self::NoCredit,
            403 => Self::NoPermission,
            404 | 405 => Self::WrongPath,
            408 | 504 | 522 | 524 => Self::TimedOut,
            429 => Self::RateLimited,
            503 | 529 => Self::Overloaded,
            409 => Self::Failed,
            _ if is_failure || status >= 500 => Self::Failed,
            _ => Self::Rejected,
        }
    }
}

const CREDIT_MARKS: [&str; 3] = ["insufficient_quota", "billing", "insufficient_balance"];
const NO_CREDIT: [&str; 4] =
    ["credit balance is too low", "insufficient balance", "requires more credits", "insufficient credits"];
const FILTER_MARKS: [&str; 4] = ["content_filter", "content_policy", "moderation", "data_inspection_failed"];
const FILTERED: [&str; 4] =
    ["content exists risk", "content management policy", "content filtering policy", "flagged by"];
const NOT_LOADED: [&str; 5] = [
    "no models loaded",
    "no model loaded",
    "failed to load model",
    "more system memory",
    "insufficient system resources",
];
const OVERFLOW_MARKS: [&str; 3] = ["context_length_exceeded", "exceed_context_size", "request_too_large"];
const OVERFLOW: [&str; 11] = [
    "context length",
    "context size",
    "context window",
    "exceed_context",
    "exceed context limit",
    "exceeds context limit",
    "prompt is too long",
    "maximum prompt length",
    "input token count",
    "too large for model with",
    "reduce the length of the messages",
];
const WRONG_KEY: [&str; 5] =
    ["incorrect api key", "invalid api key", "api key not valid", "api key expired", "no auth credentials"];
const NOT_ALLOWED: [&str; 4] = ["cors requests", "insufficient permissions", "missing scopes", "data policy"];
const ROLES: [&str; 7] = [
    "roles must alternate",
    "alternate user/assistant",
    "alternating user/assistant",
    "only user and assistant roles",
    "system role not supported",
    "system role is not supported",
    "does not support 'system'",
];
const WRONG_PATH: [&str; 3] = ["unexpected endpoint", "invalid url", "unknown request url"];
const OVERLOAD_MARKS: [&str; 3] = ["overloaded", "unavailable", "insufficient_system_resource"];

/// The parameters that a call can have, and whether each says what form the answer must have. Those that
/// are words of everyday speech come after those that are not.
const PARAMETERS: [(&str, bool); 25] = [
    ("max_completion_tokens", false),
    ("max_tokens", false),
    ("num_predict", false),
    ("random_seed", false),
    ("response_format", true),
    ("output_config", true),
    ("tool_choice", true),
    ("json_schema", true),
    ("json schema", true),
    ("json_object", true),
    ("input_schema", true),
    ("grammar", true),
    ("stream_options", false),
    ("reasoning_effort", false),
    ("chat_template_kwargs", false),
    ("require_parameters", false),
    ("num_ctx", false),
    ("temperature", false),
    ("seed", false),
    ("tools", true),
    ("strict", true),
    ("format", true),
    ("thinking", false),
    ("reasoning", false),
    ("stream", false),
];
/// Where the words of everyday speech begin.
const EVERYDAY: usize = 19;

/// The words of an error, in small letters.
struct Words<'e> {
    text: String,
    label: &'e str,
}

impl Words<'_> {
    fn say(&self, any: &[&str]) -> bool {
        any.iter().any(|words| self.text.contains(words))
    }

    fn are_marked(&self, any: &[&str]) -> bool {
        any.iter().any(|mark| self.label.contains(mark))
    }

    fn name_no_model(&self, status: u16) -> bool {
        let is_about_model = self.text.contains("model");
        let is_missing = [
            "not found",
            "not exist",
            "not a valid model",
            "invalid model",
            "unknown model",
            "no such model",
            "not available",
            "is required",
        ];
        self.are_marked(&["model_not_found", "model_not_available"])
            || self.say(&["no endpoints found for"])
            || is_about_model && (status == 404 || self.say(&is_missing))
    }

    /// The parameter that is refused: the one that the server names apart, or the first in its words.
    fn refused(&self, error: &ErrorBody) -> Option<Complaint> {
        let first = |text: &str, is_meant: &dyn Fn(usize, usize, &str) -> bool| {
            let entries = PARAMETERS.into_iter().enumerate();
            let named = entries.filter_map(|(rank, entry)| {
                let position = find_word(text, entry.0)?;
                is_meant(rank, position, entry.0).then_some((position, entry))
            });
            named.min_by_key(|(position, _)| *position)
        };
        let apart = error.parameter.to_ascii_lowercase();
        let is_marked = |rank, position, name: &str| rank < EVERYDAY || self.is_marked_out(position, name);
        let first = first(&apart, &|_, _, _| true).or_else(|| first(&self.text, &is_marked));
        first.map(|(_, (parameter, says_form))| match says_form {
            true => Complaint::ModeRefused { parameter },
            false => Complaint::ParameterRefused { parameter },
        })
    }

    /// Whether a word is meant as a name: in quotes, before a colon, or as what is not supported.
    fn is_marked_out(&self, position: usize, word: &str) -> bool {
        let before = self.text.get(..position).unwrap_or_default();
        let after = self.text.get(position + word.len()..).unwrap_or_default();
        before.ends_with(['\'', '"', '`', '.'])
            || after.starts_with([':', '.']) && after.len() > 1
            || ["support ", "model: ", "supplied: ", "parameter: ", "argument: "]
                .iter()
                .any(|end| before.ends_with(end))
    }

    /// Too long, with the numbers that the server gives apart or in its words.
    fn overflow(&self, error: &ErrorBody) -> Complaint {
        let ahead = [
            "> ",
            "context length is ",
            "context length of only ",
            "context length of ",
            "context size (",
            "prompt length is ",
            "tokens allowed (",
            "too large for model with ",
        ];
        let number = |text: &str| {
            let digits: String = text
                .chars()
                .take_while(|character| character.is_ascii_digit() || *character == ',')
                .collect();
            digits.replace(',', "").parse::<u64>().ok()
        };
        let limit = error
            .limit
            .or_else(|| ahead.into_iter().find_map(|words| number(self.text.split_once(words)?.1)));
        let is_digit = |character: char| character.is_ascii_digit();
        let numbers =
            self.text.split(|character: char| !is_digit(character) && character != ',').filter_map(number);
        let used =
            error.used.or_else(|| numbers.max()).filter(|used| limit.is_some_and(|limit| *used > limit));
        Complaint::ContextOverflow { used, limit }
    }
}

/// Where a word stands for itself in a text, and not in a longer one.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
    text.match_indices(word).map(|(position, _)| position).find(|position| {
        let before = text.get(..*position).unwrap_or_default();
        let after = text.get(position + word.len()..).unwrap_or_default();
        !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What servers send for each, as far as it is known; the statuses are theirs.
    #[test]
    fn complaints_are_told_apart() {
        use Complaint::*;
        let mode = |parameter| ModeRefused { parameter };
        let parameter = |parameter| ParameterRefused { parameter };
        let overflow = |used, limit| ContextOverflow { used, limit };
        for (status, body, expected) in [
            // Keys.
            (
                401,
                r#"{"error":{"message":"Incorrect API key provided: sk-x.","type":"invalid_request_error","code":"invalid_api_key"}}"#,
                KeyRefused,
            ),
            (
                401,
                r#"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}"#,
                KeyRefused,
            ),
            (
                400,
                r#"{"code":"Client specified an invalid argument","error":"Incorrect API key provided: ab***yz. You can obtain an API key from the console."}"#,
                KeyRefused,
            ),
            (
                400,
                r#"[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]"#,
                KeyRefused,
            ),
            (401, r#"{"error":{"message":"No auth credentials found","code":401}}"#, KeyRefused),
            (401, r#"{"detail":"Unauthorized"}"#, KeyRefused),
            (
                401,
                r#"{"error":{"code":401,"message":"Invalid API Key","type":"authentication_error"}}"#,
                KeyRefused,
            ),
            // Rights.
            (
                403,
                r#"{"error":{"message":"Country, region, or territory not supported","code":"unsupported_country_region_territory"}}"#,
                NoPermission,
            ),
            (
                403,
                r#"{"type":"error","error":{"type":"permission_error","message":"Your API key does not have permission to use the specified resource."}}"#,
                NoPermission,
            ),
            (
                401,
                r#"{"error":{"message":"You have insufficient permissions for this operation. Missing scopes: model.request."}}"#,
                NoPermission,
            ),
            (
                401,
                r#"{"type":"error","error":{"type":"authentication_error","message":"CORS requests are not allowed for this Organization because of its settings."}}"#,
                NoPermission,
            ),
            // Credit.
            (402, r#"{"error":{"message":"Insufficient Balance","type":"unknown_error"}}"#, NoCredit),
            (
                402,
                r#"{"error":{"message":"This request requires more credits, or fewer max_tokens.","code":402}}"#,
                NoCredit,
            ),
            (
                429,
                r#"{"error":{"message":"You exceeded your current quota, please check your plan.","type":"insufficient_quota","code":"insufficient_quota"}}"#,
                NoCredit,
            ),
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API."}}"#,
                NoCredit,
            ),
            // Models.
            (
                404,
                r#"{"error":{"message":"The model `x` does not exist or you do not have access to it.","code":"model_not_found"}}"#,
                UnknownModel,
            ),
            (
                404,
                r#"{"type":"error","error":{"type":"not_found_error","message":"model: claude-x"}}"#,
                UnknownModel,
            ),
            (404, r#"{"error":"model 'x' not found"}"#, UnknownModel),
            (400, r#"{"error":{"message":"x/y is not a valid model ID","code":400}}"#, UnknownModel),
            (400, r#"{"error":{"message":"Model Not Exist","type":"invalid_request_error"}}"#, UnknownModel),
            (
                400,
                r#"{"object":"error","message":"Invalid model: x","type":"invalid_model","code":"1500"}"#,
                UnknownModel,
            ),
            (
                404,
                r#"{"object":"error","message":"The model `x` does not exist.","type":"NotFoundError","code":404}"#,
                UnknownModel,
            ),
            (
                404,
                r#"[{"error":{"code":404,"message":"models/x is not found for API version v1main","status":"NOT_FOUND"}}]"#,
                UnknownModel,
            ),
            (400, r#"{"error":"model is required"}"#, UnknownModel),
            (
                400,
                r#"{"error":{"message":"No models loaded. Please load a model in the developer page or use the `lms load` command.","type":"invalid_request_error","code":"model_not_found"}}"#,
                NoModelLoaded,
            ),
            (
                500,
                r#"{"error":"model requires more system memory (8.0 GiB) than is available (4.0 GiB)"}"#,
                NoModelLoaded,
            ),
            (
                400,
                r#"{"error":"Failed to load model \"x\". Error: insufficient system resources."}"#,
                NoModelLoaded,
            ),
            (
                503,
                r#"{"error":{"message":"Loading model","type":"unavailable_error","code":503}}"#,
                ModelLoading,
            ),
            (503, r#"{"error":"Model x is currently loading"}"#, ModelLoading),
            // Length.
            (
                400,
                r#"{"error":{"code":400,"message":"request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":5000,"n_ctx":4096}}"#,
                overflow(Some(5000), Some(4096)),
            ),
            (
                400,
                r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, you requested 9500 tokens (9000 in the messages, 500 in the completion).","code":"context_length_exceeded"}}"#,
                overflow(Some(9500), Some(8192)),
            ),
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 208310 tokens > 200000 maximum"}}"#,
                overflow(Some(208_310), Some(200_000)),
            ),
            (
                400,
                r#"[{"error":{"code":400,"message":"The input token count (1,500,000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}]"#,
                overflow(Some(1_500_000), Some(1_048_576)),
            ),
            (
                400,
                r#"{"error":"Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough."}"#,
                overflow(Some(5000), Some(4096)),
            ),
            (
                400,
                r#"{"object":"error","message":"Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length","code":"3051"}"#,
                overflow(Some(40_000), Some(32_768)),
            ),
            (
                400,
                r#"{"error":"This model's maximum prompt length is 131072 but the request contains 200000 tokens."}"#,
                overflow(Some(200_000), Some(131_072)),
            ),
            (
                400,
                r#"{"error":{"message":"Please reduce the length of the messages or completion.","code":"context_length_exceeded"}}"#,
                overflow(None, None),
            ),
            (
                500,
                r#"{"error":{"code":500,"message":"the request exceeds the available context size. try increasing the context size","type":"server_error"}}"#,
                overflow(None, None),
            ),
            (
                413,
                r#"{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}"#,
                overflow(None, None),
            ),
            (
                400,
                r#"{"error":"the request exceeds the available context size (5000 > 4096)"}"#,
                overflow(Some(5000), Some(4096)),
            ),
            // Rates and load.
            (
                429,
                r#"{"error":{"message":"Rate limit reached for x. Please try again in 20s.","type":"tokens","code":"rate_limit_exceeded"}}"#,
                RateLimited,
            ),
            (
                429,
                r#"[{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED"}}]"#,
                RateLimited,
            ),
            (
                200,
                r#"{"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your rate limit."}}"#,
                RateLimited,
            ),
            (
                529,
                r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
                Overloaded,
            ),
            (
                503,
                r#"[{"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}]"#,
                Overloaded,
            ),
            (
                503,
                r#"{"error":"server busy, please try again.  maximum pending requests exceeded"}"#,
                Overloaded,
            ),
            (
                504,
                r#"{"type":"error","error":{"type":"timeout_error","message":"The request took too long"}}"#,
                TimedOut,
            ),
            (524, r#"{"error":{"code":524,"message":"Provider timed out"}}"#, TimedOut),
            (
                500,
                r#"{"type":"error","error":{"type":"api_error","message":"Internal server error"}}"#,
                Failed,
            ),
            (
                200,
                r#"{"type":"error","error":{"type":"api_error","message":"Internal server error"}}"#,
                Failed,
            ),
            (
                502,
                r#"{"error":{"code":502,"message":"Provider returned error","metadata":{"raw":"upstream"}}}"#,
                Failed,
            ),
            // Modes.
            (
                400,
                r#"{"error":"'response_format.type' must be 'json_schema' or 'text'"}"#,
                mode("response_format"),
            ),
            (
                400,
                r#"{"error":{"message":"This model does not support response format `json_schema`.","type":"invalid_request_error","param":"response_format"}}"#,
                mode("response_format"),
            ),
            (
                400,
                r#"{"error":{"message":"Invalid schema for response_format 'x': In context=(), 'required' is required to be supplied.","param":"response_format"}}"#,
                mode("response_format"),
            ),
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"output_config.format.schema: For 'array' type, 'minItems' values other than 0 or 1 are not supported"}}"#,
                mode("output_config"),
            ),
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"The compiled grammar is too large, which would cause performance issues."}}"#,
                mode("grammar"),
            ),
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"Thinking may not be enabled when tool_choice forces tool use."}}"#,
                mode("tool_choice"),
            ),
            (
                400,
                r#"{"error":{"message":"Thinking mode does not support this tool_choice","type":"invalid_request_error"}}"#,
                mode("tool_choice"),
            ),
            (
                400,
                r#"{"error":"Invalid tool_choice type: 'object'. Supported string values: none, auto, required"}"#,
                mode("tool_choice"),
            ),
            (400, r#"{"error":"registry.ollama.ai/library/x:latest does not support tools"}"#, mode("tools")),
            (
                400,
                r#"{"error":{"code":400,"message":"JSON schema conversion failed: unrecognized schema","type":"invalid_request_error"}}"#,
                mode("json schema"),
            ),
            (
                400,
                r#"{"error":{"code":400,"message":"Failed to initialize samplers: failed to parse grammar","type":"invalid_request_error"}}"#,
                mode("grammar"),
            ),
            (
                404,
                r#"{"error":{"message":"No endpoints found that can handle the requested parameters.","code":404}}"#,
                mode("require_parameters"),
            ),
            (
                404,
                r#"{"error":{"message":"No endpoints found that support tool use.","code":404}}"#,
                mode("require_parameters"),
            ),
            (404, r#"{"error":{"message":"No endpoints found for x/y.","code":404}}"#, UnknownModel),
            (
                404,
                r#"{"error":{"message":"No endpoints found matching your data policy.","code":404}}"#,
                NoPermission,
            ),
            // Parameters.
            (
                400,
                r#"{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens","code":"unsupported_parameter"}}"#,
                parameter("max_tokens"),
            ),
            (
                400,
                r#"{"error":{"message":"Unsupported value: 'temperature' does not support 0.5 with this model. Only the default (1) value is supported.","param":"temperature","code":"unsupported_value"}}"#,
                parameter("temperature"),
            ),
            (
                422,
                r#"{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted","input":9}]},"type":"invalid_request_error"}"#,
                parameter("max_completion_tokens"),
            ),
            (
                400,
                r#"[{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"seed\": Cannot find field.","status":"INVALID_ARGUMENT"}}]"#,
                parameter("seed"),
            ),
            (
                400,
                r#"{"error":{"message":"property 'reasoning_effort' is unsupported"}}"#,
                parameter("reasoning_effort"),
            ),
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"thinking.budget_tokens: Input should be greater than or equal to 1024"}}"#,
                parameter("thinking"),
            ),
            (400, r#"{"error":"\"x\" does not support thinking"}"#, parameter("thinking")),
            (
                400,
                r#"{"object":"error","message":"Conversation roles must alternate user/assistant/user/assistant/...","type":"BadRequestError","code":400}"#,
                parameter("role"),
            ),
            (
                500,
                r#"{"error":{"code":500,"message":"Conversation roles must alternate user/assistant/user/assistant/...","type":"server_error"}}"#,
                parameter("role"),
            ),
            (
                400,
                r#"{"error":{"message":"Unsupported value: 'messages[0].role' does not support 'system' with this model.","param":"messages[0].role","code":"unsupported_value"}}"#,
                parameter("role"),
            ),
            // Filters.
            (
                400,
                r#"{"error":{"message":"The response was filtered due to the prompt triggering Azure OpenAI's content management policy.","code":"content_filter"}}"#,
                ContentFiltered,
            ),
            (
                400,
                r#"{"error":{"message":"Content Exists Risk","type":"invalid_request_error"}}"#,
                ContentFiltered,
            ),
            (
                403,
                r#"{"error":{"code":403,"message":"Your chosen model requires moderation and your input was flagged","metadata":{"reasons":["violence"]}}}"#,
                ContentFiltered,
            ),
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"Output blocked by content filtering policy"}}"#,
                ContentFiltered,
            ),
            // Paths.
            (404, r#"{"detail":"Not Found"}"#, WrongPath),
            (
                404,
                r#"{"error":{"message":"Invalid URL (POST /chat/completions)","type":"invalid_request_error"}}"#,
                WrongPath,
            ),
            (200, r#"{"error":"Unexpected endpoint or method. (POST /chat/completions)"}"#, WrongPath),
            (405, r#"{"detail":"Method Not Allowed"}"#, WrongPath),
            // What words of everyday speech do not mean.
            (400, r#"{"error":{"message":"Could not read the input stream of this format"}}"#, Rejected),
            (400, r#"{"error":{"message":"'messages' must not be empty"}}"#, Rejected),
        ] {
            let error = ErrorBody::parse(body).unwrap();
            assert_eq!(Complaint::of(status, &error), expected, "{status} {body}");
        }
    }
}
