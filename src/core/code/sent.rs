//! A call as it is sent, without its key.

use crate::core::image::Image;
use crate::core::provider::{Call, Connection, Exchange, Family, Provider, Secret};

/// A call as it is sent. Never holds a key: a word stands in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentCall {
    /// Who is asked.
    pub provider: Provider,
    /// Where it goes.
    pub url: String,
    /// Its headers.
    pub headers: Vec<(String, String)>,
    /// Its JSON body, to the letter but for an image, of which only the beginning stands in it.
    pub body: String,
    /// The name of that image.
    pub image: Option<String>,
}

/// The word in the place of the key: always at the end of a header.
const KEY: &str = "$API_KEY";

impl SentCall {
    /// A call by a connection; none where nothing leaves the browser.
    pub fn new(call: &Call, connection: &Connection) -> Option<Self> {
        if connection.preset.family == Family::Browser {
            return None;
        }
        let key = connection.key.as_ref().and_then(|_| Secret::new(KEY));
        let image = call.image.as_ref();
        let call = Call { image: image.map(Image::shortened), ..call.clone() };
        let exchange = Exchange::new(&call, &Connection { key, ..connection.clone() });
        let request = exchange.request();
        let headers = request.headers.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        Some(Self {
            provider: connection.preset.provider,
            url: request.url.clone(),
            headers: headers.collect(),
            body: request.body.clone(),
            image: image.map(|image| image.name.clone()),
        })
    }
}

/// What stands before the key in the value of a header; none where there is no key in it.
pub(super) fn before_key(value: &str) -> Option<&str> {
    value.strip_suffix(KEY)
}
