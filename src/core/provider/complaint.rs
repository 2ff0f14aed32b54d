//! What a server complains of, told apart by what can be done about it.
//!
//! Statuses and types say too little, so that the words are read as well: they are the one thing in which
//! servers that copy each other agree. One file for each thing that tells.

mod length;
mod parameter;
mod status;
mod words;

use super::error_body::ErrorBody;
pub(super) use parameter::RESPONSE_CONSTRAINT;
use words::Words;

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
    /// The model takes no images.
    ImagesRefused,
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
            | Self::ImagesRefused
            | Self::ContentFiltered
            | Self::WrongPath
            | Self::WebPage
            | Self::Unreadable
            | Self::Empty
            | Self::Rejected => false,
        }
    }

    /// The parameter of this name, of all that a complaint can name.
    pub fn parameter(name: &str) -> Option<&'static str> {
        parameter::named(name)
    }

    /// What an error amounts to.
    pub(super) fn of(status: u16, error: &ErrorBody) -> Self {
        let words = Words { text: error.message.to_ascii_lowercase(), label: &error.label };
        let is_refusal = matches!(status, 200..=299 | 400 | 422 | 500 | 501);
        // What the words say outright goes before what the status says: servers choose those freely.
        if words.say(&words::NO_IMAGES) {
            Self::ImagesRefused
        } else if words.say(&words::NOT_LOADED) {
            Self::NoModelLoaded
        } else if words.say(&words::LOADING) {
            Self::ModelLoading
        } else if status == 402 || words.are_marked(&words::CREDIT_MARKS) || words.say(&words::NO_CREDIT) {
            Self::NoCredit
        } else if words.are_marked(&words::FILTER_MARKS) || words.say(&words::FILTERED) {
            Self::ContentFiltered
        } else if words.are_marked(&words::OVERFLOW_MARKS) || words.say(&words::OVERFLOW) || status == 413 {
            length::overflow(&words.text, error)
        } else if words.say(&words::WRONG_KEY) || words.are_marked(&["invalid_api_key"]) {
            Self::KeyRefused
        } else if status == 403 || words.say(&words::NOT_ALLOWED) || words.are_marked(&["permission"]) {
            Self::NoPermission
        } else if status == 401 || words.are_marked(&["authentication_error"]) {
            Self::KeyRefused
        } else if status == 429
            || words.are_marked(&["rate_limit", "resource_exhausted", "too_many_requests"])
        {
            Self::RateLimited
        } else if words.say(&words::ROLES) || error.parameter.ends_with("role") {
            Self::ParameterRefused { parameter: parameter::ROLE }
        } else if words.say(&["no endpoints found that"]) {
            // What a gateway says of parameters that no server behind it knows together.
            Self::ModeRefused { parameter: "require_parameters" }
        } else if words.say(&words::WRONG_PATH) {
            Self::WrongPath
        } else if let Some(parameter) = parameter::refused(&words.text, error).filter(|_| is_refusal) {
            parameter
        } else if words.name_no_model(status) {
            Self::UnknownModel
        } else if matches!(status, 503 | 529)
            || words.say(&["overload"])
            || words.are_marked(&words::OVERLOAD_MARKS)
        {
            Self::Overloaded
        } else {
            let is_failure =
                words.are_marked(&["server_error", "api_error", "internal"]) || words.say(&words::CRASHED);
            Self::of_status(status, is_failure)
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
}

#[cfg(test)]
mod tests;
