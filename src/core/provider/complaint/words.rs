//! The words and marks by which complaints are known.

/// What servers say of an image that they were sent, and that the model does not take.
pub(super) const NO_IMAGES: [&str; 7] = [
    "image input",
    "not support image",
    "image_url is only supported",
    "`image_url`",
    "not a multimodal model",
    "vision is not supported",
    "vision add-on",
];
pub(super) const LOADING: [&str; 3] = ["loading model", "model is loading", "currently loading"];
pub(super) const CREDIT_MARKS: [&str; 3] = ["insufficient_quota", "billing", "insufficient_balance"];
pub(super) const NO_CREDIT: [&str; 7] = [
    "credit balance is too low",
    "insufficient balance",
    "requires more credits",
    "insufficient credits",
    "any credits",
    "available credits",
    "key limit exceeded",
];
pub(super) const FILTER_MARKS: [&str; 4] =
    ["content_filter", "content_policy", "moderation", "data_inspection_failed"];
pub(super) const FILTERED: [&str; 5] = [
    "content exists risk",
    "content management policy",
    "content filtering policy",
    "flagged ",
    "violates usage",
];
pub(super) const NOT_LOADED: [&str; 9] = [
    "no models loaded",
    "no model loaded",
    "to load model",
    "error loading model",
    "model unloaded",
    "may be incompatible",
    "more system memory",
    "out of memory",
    "insufficient system resources",
];
pub(super) const OVERFLOW_MARKS: [&str; 3] =
    ["context_length_exceeded", "exceed_context_size", "request_too_large"];
pub(super) const OVERFLOW: [&str; 13] = [
    "context length",
    "context size",
    "context window",
    "context limit",
    "prompt is too long",
    "maximum prompt length",
    "input token count",
    "too large for model with",
    "request too large",
    "maximum model length",
    "max_new_tokens",
    "n_ctx",
    "reduce the length of the messages",
];
pub(super) const WRONG_KEY: [&str; 4] =
    ["incorrect api key", "valid api key", "api key expired", "no auth credentials"];
pub(super) const NOT_ALLOWED: [&str; 5] = [
    "cors requests",
    "insufficient permissions",
    "missing scopes",
    "data policy",
    "location is not supported",
];
pub(super) const ROLES: [&str; 7] = [
    "roles must alternate",
    "alternate user/assistant",
    "alternating user/assistant",
    "only user and assistant roles",
    "system role not supported",
    "system role is not supported",
    "does not support 'system'",
];
pub(super) const WRONG_PATH: [&str; 3] = ["unexpected endpoint", "invalid url", "unknown request url"];
pub(super) const CRASHED: [&str; 3] = ["has crashed", "while running the model", "chat error"];
pub(super) const OVERLOAD_MARKS: [&str; 3] = ["overloaded", "unavailable", "insufficient_system_resource"];

/// The words of an error, in small letters.
pub(super) struct Words<'e> {
    pub(super) text: String,
    pub(super) label: &'e str,
}

impl Words<'_> {
    pub(super) fn say(&self, any: &[&str]) -> bool {
        any.iter().any(|words| self.text.contains(words))
    }

    pub(super) fn are_marked(&self, any: &[&str]) -> bool {
        any.iter().any(|mark| self.label.contains(mark))
    }

    pub(super) fn name_no_model(&self, status: u16) -> bool {
        let is_about_model = self.text.contains("model");
        let is_missing = [
            "not found",
            "not exist",
            "not a valid model",
            "invalid model",
            "unknown model",
            "no such model",
            "not available",
            "no longer",
            "is required",
        ];
        self.are_marked(&["model_not_found", "model_not_available"])
            || self.say(&["no endpoints found for"])
            || is_about_model && (status == 404 || self.say(&is_missing))
    }
}
