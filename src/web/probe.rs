//! Looks for servers at this machine's usual addresses, and tries a connection out.

use super::clock::pause;
use super::fetch::{self, AbortOnDrop};
use crate::core::provider::{
    BaseUrl, Connection, Fault, LocalServer, Model, Secret, local_servers, trial_call, trial_verdict,
};
use crate::core::time::Millis;
use futures::future::{Either, join_all, select};
use std::future::Future;
use std::pin::{Pin, pin};
use std::rc::Rc;
use web_sys::AbortSignal;

/// How long a server of this machine has to say which models it has.
const PATIENCE: Millis = Millis(4_000);

/// The servers that answer on this machine. `key` gives the key for an address, where there is one.
pub async fn find_local(key: impl Fn(&BaseUrl) -> Option<Secret>) -> Vec<LocalServer> {
    let asked = local_servers().into_iter().map(|(provider, base_url)| {
        let connection = Connection::new(provider.preset(), base_url.clone(), "", key(&base_url));
        async move {
            let in_flight = AbortOnDrop::new();
            let models = Box::pin(fetch::models(&connection, in_flight.signal()));
            LocalServer::of(provider, base_url, within(PATIENCE, models).await?)
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
    /// Whether calls are answered; none where the server said nothing.
    pub verdict: Option<Result<(), Fault>>,
}

/// Tests a connection to a server that may be silent for a while, and no longer.
pub async fn test(mut connection: Connection, silence: Millis, signal: Option<AbortSignal>) -> Trial {
    let models = Box::pin(fetch::models(&connection, signal.clone()));
    let models = match within(silence, models).await {
        Some(Ok(models)) => Some(models),
        Some(Err(fault)) if fault.ends_trial() => {
            return Trial { models: None, model: connection.model, verdict: Some(Err(fault)) };
        }
        Some(Err(_)) => None,
        None => return Trial { models: None, model: connection.model, verdict: None },
    };
    if let Some(first) = models.iter().flatten().next()
        && connection.model.is_empty()
    {
        connection.model.clone_from(&first.id);
    }
    let call = trial_call();
    let answer = Box::pin(fetch::call(&call, &connection, signal, Rc::new(|_| ())));
    let verdict = within(silence, answer).await.map(trial_verdict);
    Trial { models, model: connection.model, verdict }
}

/// What comes of some work within a time; none if that is over before.
async fn within<T>(time: Millis, work: Pin<Box<dyn Future<Output = T> + '_>>) -> Option<T> {
    let time = u32::try_from(time.0).unwrap_or(u32::MAX);
    match select(work, pin!(pause(time))).await {
        Either::Left((answer, _)) => Some(answer),
        Either::Right(_) => None,
    }
}
