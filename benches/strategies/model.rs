//! The model as a run calls it. What it said once to a call it says again: so attempts that are asked for alike
//! are the same attempt, whichever strategy follows. That is kept under `target`, so that a measurement that was
//! cut off goes on where it was.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use structured_output_validator::core::provider::{
    BaseUrl, Call, Connection, Exchange, Fault, Head, NetworkFault, Provider, Reply,
};
use ureq::Agent;

/// A model behind a server.
pub struct Model {
    agent: Agent,
    connection: Connection,
    said: HashMap<String, String>,
    kept: File,
    calls: usize,
}

impl Model {
    /// The only model of the server at this address, by its name.
    pub fn new(base_url: &str, name: &str) -> Self {
        let base_url = BaseUrl::parse(base_url).expect("the address of a server that was started here");
        let agent = Agent::config_builder().http_status_as_error(false).build().into();
        let connection = Connection::new(Provider::LlamaCpp.preset(), base_url, "", None);
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("said-by-{name}.jsonl"));
        let lines = fs::read_to_string(&place).unwrap_or_default();
        // A line that was cut off is said again.
        let said = lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let kept = OpenOptions::new().create(true).append(true).open(&place).expect("a file under target");
        Self { agent, connection, said, kept, calls: 0 }
    }

    /// How often the server was really called.
    pub fn calls(&self) -> usize {
        self.calls
    }

    /// What it says to a call.
    pub fn said(&mut self, call: &Call) -> Reply {
        self.reply(call).unwrap_or_else(|fault| panic!("the model's server failed: {fault:?}"))
    }

    fn reply(&mut self, call: &Call) -> Result<Reply, Fault> {
        let mut exchange = Exchange::new(call, &self.connection);
        let request = exchange.request().clone();
        let body = match self.said.get(&request.body) {
            Some(body) => body.clone(),
            None => {
                let body = self
                    .send(&request.url, &request.body)
                    .ok_or(Fault::Network(NetworkFault::Unreachable))?;
                let line = serde_json::json!([request.body, body]);
                writeln!(self.kept, "{line}").expect("room for a line under target");
                self.said.insert(request.body, body.clone());
                body
            }
        };
        exchange.handle_head(&Head { status: 200, ..Head::default() });
        exchange.handle_bytes(body.as_bytes());
        exchange.finish()
    }

    fn send(&mut self, url: &str, body: &str) -> Option<String> {
        self.calls += 1;
        let request = self.agent.post(url).header("content-type", "application/json");
        request.send(body).ok()?.body_mut().read_to_string().ok()
    }
}
