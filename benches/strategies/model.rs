//! The model as a run calls it. What it said once to a call it says again: so attempts that are asked for alike
//! are the same attempt, whichever strategy follows.

use std::collections::HashMap;
use structured_output_validator::core::provider::{
    BaseUrl, Call, Connection, Exchange, Fault, Head, NetworkFault, Provider, Reply,
};
use ureq::Agent;

/// A model behind a server.
pub struct Model {
    agent: Agent,
    connection: Connection,
    said: HashMap<String, Vec<u8>>,
    calls: usize,
}

impl Model {
    /// The only model of the server at this address.
    pub fn new(base_url: &str) -> Self {
        let base_url = BaseUrl::parse(base_url).expect("the address of a server that was started here");
        let agent = Agent::config_builder().http_status_as_error(false).build().into();
        let connection = Connection::new(Provider::LlamaCpp.preset(), base_url, "", None);
        Self { agent, connection, said: HashMap::new(), calls: 0 }
    }

    /// How often the server was really called.
    pub fn calls(&self) -> usize {
        self.calls
    }

    /// The reply to a call.
    pub fn reply(&mut self, call: &Call) -> Result<Reply, Fault> {
        let mut exchange = Exchange::new(call, &self.connection);
        let request = exchange.request().clone();
        let body = match self.said.get(&request.body) {
            Some(body) => body.clone(),
            None => {
                let body = self
                    .send(&request.url, &request.body)
                    .ok_or(Fault::Network(NetworkFault::Unreachable))?;
                self.said.insert(request.body, body.clone());
                body
            }
        };
        exchange.handle_head(&Head { status: 200, ..Head::default() });
        exchange.handle_bytes(&body);
        exchange.finish()
    }

    fn send(&mut self, url: &str, body: &str) -> Option<Vec<u8>> {
        self.calls += 1;
        let request = self.agent.post(url).header("content-type", "application/json");
        request.send(body).ok()?.body_mut().read_to_vec().ok()
    }
}
