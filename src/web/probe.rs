//! Looks for servers at this machine's usual addresses, and tries a connection out.

use super::clock::pause;
use super::fetch::{self, AbortOnDrop};
use crate::core::provider::{
    BaseUrl, Connection, Fault, LocalServer, Model, Secret, local_servers, trial_call, trial_verdict,
};
use futures::future::{Either, join_all, select};
use std::pin::pin;
use std::rc::Rc;

/// How long a server of this machine has to say which models it has.
const PATIENCE_MILLIS: u32 = 4_000;

/// The servers that answer on this machine. `key` gives the key for an address, where there is one.
pub async fn find_local(key: impl Fn(&BaseUrl) -> Option<Secret>) -> Vec<LocalServer> {
    let asked = local_servers().into_iter().map(|(provider, base_url)| {
        let connection = Connection::new(provider.preset(), base_url.clone(), "", key(&base_url));
        async move {
            let in_flight = AbortOnDrop::new();
            let models = pin!(fetch::models(&connection, in_flight.signal()));
            match select(models, pin!(pause(PATIENCE_MILLIS))).await {
                Either::Left((answer, _)) => LocalServer::of(provider, base_url, answer),
                Either::Right(_) => None,
            }
        }
    });
    join_all(asked).await.into_iter().flatten().collect()
}

/// What a test of a connection found out.
pub struct Trial {
    /// The models, where the server lists them.
    pub models: Option<Vec<Model>>,
    /// Which model was asked; empty where the server has only one.
    pub model: String,
    /// Whether calls are answered.
    pub verdict: Result<(), Fault>,
}

/// Tests a connection.
pub async fn test(mut connection: Connection) -> Trial {
    let models = match fetch::models(&connection, None).await {
        Ok(models) => Some(models),
        Err(fault) if fault.ends_trial() => {
            return Trial { models: None, model: connection.model, verdict: Err(fault) };
        }
        Err(_) => None,
    };
    if let Some(first) = models.iter().flatten().next()
        && connection.model.is_empty()
    {
        connection.model.clone_from(&first.id);
    }
    let verdict = trial_verdict(fetch::call(&trial_call(), &connection, None, Rc::new(|_| ())).await);
    Trial { models, model: connection.model, verdict }
}
