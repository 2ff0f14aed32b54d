//! A call that failed, as far as what can be done about it depends on it.

use crate::core::provider::{BaseUrl, Connection, Fault, Provider};

/// A call that failed: why, and where it went. Never holds a key.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Why it failed; without the reply, where one was cut.
    pub fault: Fault,
    /// Who was asked.
    pub provider: Provider,
    /// Where the server is.
    pub base_url: BaseUrl,
    /// Which model was asked; empty where the server has only one.
    pub model: String,
    /// The origin of the page that called; `null` for a page from a file.
    pub page_origin: String,
}

impl Failure {
    /// The failure of a call by this connection from a page of `page_origin`.
    pub fn new(fault: &Fault, connection: &Connection, page_origin: String) -> Self {
        let Connection { preset, base_url, model, .. } = connection;
        let fault = match fault {
            Fault::Cut { .. } => Fault::Cut { reply: Box::default() },
            Fault::Network(_) | Fault::Server { .. } => fault.clone(),
        };
        let (base_url, model) = (base_url.clone(), model.clone());
        Self { fault, provider: preset.provider, base_url, model, page_origin }
    }
}
