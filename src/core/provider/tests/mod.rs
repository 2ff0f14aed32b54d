//! What crosses the wire, family by family: requests as they are sent, and responses as servers send them.

mod built_in;
mod requests;
mod responses;

use super::*;

/// A connection to a provider's server.
fn connection(provider: Provider, key: &str) -> Connection {
    let base_url = match provider.preset().family {
        Family::ChatCompletions => "http://host:1/v1",
        Family::Anthropic | Family::Ollama => "http://host:1",
        Family::Browser => "",
    };
    let base_url = BaseUrl::typed(base_url, provider.preset()).unwrap();
    Connection::new(provider.preset(), base_url, "m", Secret::new(key))
}
