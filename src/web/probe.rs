//! Looks for servers at this machine's usual addresses, and tries a connection out.

use super::clock::pause;
use super::fetch::{self, AbortOnDrop};
use super::task::spawn;
use crate::core::provider::{
    BaseUrl, Connection, Fault, LocalServer, Model, Secret, local_servers, trial_call, trial_verdict,
};
use crate::core::time::Millis;
use futures::channel::oneshot;
use futures::future::{Either, select};
use std::cell::Cell;
use std::future::Future;
use std::pin::{Pin, pin};
use std::rc::Rc;
use web_sys::AbortSignal;

/// How long a server of this machine has to say which models it has.
const PATIENCE: Millis = Millis(4_000);

/// The servers that answer on this machine. `key` gives the key for an address, where there is one.
pub async fn find_local(key: impl Fn(&BaseUrl) -> Option<Secret>) -> Vec<LocalServer> {
    let asked: Vec<_> = local_servers()
        .into_iter()
        .map(|(provider, base_url)| {
            let connection = Connection::new(provider.preset(), base_url.clone(), "", key(&base_url));
            let found = Rc::new(Cell::new(None));
            let (sender, is_done) = oneshot::channel();
            let place = found.clone();
            spawn(async move {
                let in_flight = AbortOnDrop::new();
                let models = Box::pin(fetch::models(&connection, in_flight.signal()));
                let answer = within(PATIENCE, models).await;
                place.set(answer.and_then(|models| LocalServer::of(provider, base_url, models)));
                // Whoever waited may have gone.
                let _ = sender.send(());
            });
            (is_done, found)
        })
        .collect();
    let mut servers = Vec::new();
    // They are asked at once, and told in the order of the addresses.
    for (is_done, found) in asked {
        let _ = is_done.await;
        servers.extend(found.take());
    }
    servers
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
