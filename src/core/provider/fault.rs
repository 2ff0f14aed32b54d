//! What can go wrong with a call, told apart by what a person can do about it.

use super::error_body::error_message;

/// Why a call gave no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The browser gave no response at all.
    Network(NetworkFault),
    /// The connection broke while the response was on its way.
    Cut,
    /// The server refused the key.
    KeyRefused {
        /// The HTTP status.
        status: u16,
        /// The server's words.
        message: String,
    },
    /// There is no such endpoint or model.
    NotFound {
        /// The server's words.
        message: String,
    },
    /// The conversation is longer than the model can read.
    ContextOverflow {
        /// The server's words, which usually say how long and how long it may be.
        message: String,
    },
    /// The server is busy, limits the rate, or failed for now.
    Busy {
        /// The HTTP status.
        status: u16,
        /// How long the server asks to wait, in milliseconds.
        retry_after: Option<u64>,
        /// The server's words.
        message: String,
    },
    /// The server refused the request for another reason.
    Rejected {
        /// The HTTP status.
        status: u16,
        /// The server's words.
        message: String,
    },
    /// A web page came back: this is no model's endpoint.
    WebPage {
        /// The HTTP status.
        status: u16,
    },
    /// The body is not the JSON of the wire format.
    Unreadable {
        /// The HTTP status.
        status: u16,
        /// How the body begins.
        excerpt: String,
    },
    /// The response has no body.
    EmptyBody {
        /// The HTTP status.
        status: u16,
    },
}

/// Why the browser gave no response. Browsers do not say: these are what can be told apart from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkFault {
    /// The browser is offline.
    Offline,
    /// A page served by https may not call this http address.
    MixedContent,
    /// The server is there, but does not allow pages of this origin.
    CorsRefused,
    /// Nothing answers, or something between blocks it.
    Unreachable,
}

/// The longest excerpt of an unreadable body, in characters.
const EXCERPT_CHARACTERS: usize = 200;

impl Fault {
    /// The fault that an HTTP error response amounts to.
    pub(super) fn from_response(status: u16, retry_after: Option<u64>, body: &[u8]) -> Self {
        let text = String::from_utf8_lossy(body);
        let Some(message) = error_message(&text) else {
            return Self::from_unreadable(status, retry_after, &text);
        };
        let lower = message.to_ascii_lowercase();
        let overflow =
            ["context length", "context size", "context window", "exceed_context", "prompt is too long"];
        match status {
            401 | 403 => Self::KeyRefused { status, message },
            400 if lower.contains("incorrect api key") || lower.contains("api key not valid") => {
                Self::KeyRefused { status, message }
            }
            _ if overflow.iter().any(|words| lower.contains(words)) => Self::ContextOverflow { message },
            404 => Self::NotFound { message },
            _ if is_busy(status) => Self::Busy { status, retry_after, message },
            _ => Self::Rejected { status, message },
        }
    }

    /// The fault that a body amounts to which is not JSON, or not the JSON it should be.
    pub(super) fn from_unreadable(status: u16, retry_after: Option<u64>, body: &str) -> Self {
        let text = body.trim();
        let is_page = text.starts_with('<');
        let excerpt: String = text.chars().take(EXCERPT_CHARACTERS).collect();
        // The source of a web page helps nobody.
        let message = if is_page { String::new() } else { excerpt.clone() };
        match status {
            401 | 403 => Self::KeyRefused { status, message },
            _ if is_busy(status) => Self::Busy { status, retry_after, message },
            _ if text.is_empty() => Self::EmptyBody { status },
            _ if is_page => Self::WebPage { status },
            404 => Self::NotFound { message: excerpt },
            _ => Self::Unreadable { status, excerpt },
        }
    }
}

fn is_busy(status: u16) -> bool {
    matches!(status, 408 | 409 | 429) || status >= 500
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_are_told_apart() {
        let text = |words: &str| words.to_owned();
        for (status, body, expected) in [
            (
                401,
                r#"{"error":{"message":"bad key"}}"#,
                Fault::KeyRefused { status: 401, message: text("bad key") },
            ),
            (403, "", Fault::KeyRefused { status: 403, message: text("") }),
            (
                400,
                r#"{"error":"Incorrect API key provided"}"#,
                Fault::KeyRefused { status: 400, message: text("Incorrect API key provided") },
            ),
            (404, r#"{"error":{"message":"no model x"}}"#, Fault::NotFound { message: text("no model x") }),
            (404, "404 page not found", Fault::NotFound { message: text("404 page not found") }),
            (404, "<!doctype html>", Fault::WebPage { status: 404 }),
            (
                400,
                r#"{"error":{"message":"the request exceeds the available context size"}}"#,
                Fault::ContextOverflow { message: text("the request exceeds the available context size") },
            ),
            (
                429,
                r#"{"error":{"message":"slow down"}}"#,
                Fault::Busy { status: 429, retry_after: Some(7), message: text("slow down") },
            ),
            (502, "<html>", Fault::Busy { status: 502, retry_after: Some(7), message: text("") }),
            (
                422,
                r#"{"detail":[{"loc":["body","x"],"msg":"extra fields"}]}"#,
                Fault::Rejected { status: 422, message: text("body.x: extra fields") },
            ),
            (400, "nonsense", Fault::Unreadable { status: 400, excerpt: text("nonsense") }),
            (400, "", Fault::EmptyBody { status: 400 }),
        ] {
            assert_eq!(Fault::from_response(status, Some(7), body.as_bytes()), expected, "{status} {body}");
        }
    }
}
