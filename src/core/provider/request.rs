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
}

/// The methods that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// `GET`
    Get,
    /// `POST`
    Post,
}
