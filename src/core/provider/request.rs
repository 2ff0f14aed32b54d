//! An HTTP request as data: what is sent, and not how.

/// An HTTP request, ready to be sent.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// Where it goes.
    pub url: String,
    /// Its headers: these and no others, since servers refuse what they do not know.
    /// They may hold a key, so a request is never printed.
    pub headers: Vec<(&'static str, String)>,
    /// Its JSON body; empty for a `GET`.
    pub body: String,
    /// What was asked for and is not sent as asked, in words for people.
    pub notes: Vec<&'static str>,
}

/// The methods that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// `GET`
    Get,
    /// `POST`
    Post,
}

impl Request {
    /// A request without a body.
    pub(super) fn get(url: String, headers: Vec<(&'static str, String)>) -> Self {
        Self { method: Method::Get, url, headers, body: String::new(), notes: Vec::new() }
    }

    /// A request with a JSON body.
    pub(super) fn post(
        url: String,
        mut headers: Vec<(&'static str, String)>,
        body: serde_json::Map<String, serde_json::Value>,
        notes: Vec<&'static str>,
    ) -> Self {
        headers.insert(0, ("Content-Type", "application/json".to_owned()));
        Self { method: Method::Post, url, headers, body: serde_json::Value::Object(body).to_string(), notes }
    }
}
