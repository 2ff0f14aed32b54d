//! What only a browser can show: storage, time, requests and their diagnosis, and the driver.
#![cfg(target_arch = "wasm32")]

use futures::StreamExt;
use futures::channel::mpsc::{UnboundedReceiver, unbounded};
use std::sync::Arc;
use structured_output_validator::core::agent::{Attempt, AttemptLimit, Badge, Ending, Event, Millis, Task};
use structured_output_validator::core::provider::{
    BaseUrl, Call, Connection, Fault, Message, NetworkFault, Provider, Sampling,
};
use structured_output_validator::core::schema::catalogue;
use structured_output_validator::core::settings::Settings;
use structured_output_validator::core::simulate::{Behaviour, SimulatedModel};
use structured_output_validator::web::driver::{Backend, Handle, Shown, drive};
use structured_output_validator::web::fetch::{self, AbortOnDrop};
use structured_output_validator::web::{browser, clock, storage};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn task() -> Task {
    Task {
        schema: Arc::new(catalogue().swap_remove(0).schema),
        system: String::new(),
        prompt: "Lisbon".into(),
        input: String::new(),
        attempts: AttemptLimit::default(),
        sampling: Sampling { temperature: None, seed: Some(1) },
        token_limit: 4096,
        silence: Millis(60_000),
    }
}

/// A connection to a port where nothing listens.
fn nowhere() -> Connection {
    Connection {
        preset: Provider::Custom.preset(),
        base_url: BaseUrl::parse("http://127.0.0.1:9/v1").unwrap(),
        model: String::new(),
        key: None,
    }
}

fn start(backend: Backend) -> (Handle, UnboundedReceiver<Shown>) {
    let (sender, receiver) = unbounded();
    let handle = drive(task(), backend, Box::new(move |shown| sender.unbounded_send(shown).unwrap()));
    (handle, receiver)
}

/// Everything a run shows: its attempts as they ended, and its ending, after which nothing comes.
async fn finish(shown: UnboundedReceiver<Shown>) -> (Vec<Attempt>, Ending) {
    let mut attempts: Vec<Attempt> = Vec::new();
    let mut endings = Vec::new();
    for shown in shown.collect::<Vec<_>>().await {
        match shown {
            Shown::Event(Event::Attempt(attempt)) => {
                attempts.retain(|earlier| earlier.number != attempt.number);
                attempts.push(*attempt);
            }
            Shown::Event(Event::Delta(_)) => {}
            Shown::Ended(ending) => endings.push(ending),
        }
    }
    assert_eq!(endings.len(), 1);
    (attempts, endings.swap_remove(0))
}

fn badges(attempts: &[Attempt]) -> Vec<Badge> {
    attempts.iter().map(Attempt::badge).collect()
}

#[wasm_bindgen_test]
fn settings_are_kept() {
    let mut settings = Settings { seed: "7".into(), ..Settings::default() };
    settings.change_server(|server| server.model = "m".into());
    assert!(storage::save_settings(&settings));
    assert_eq!(storage::load_settings(), settings);
}

#[wasm_bindgen_test]
async fn time_goes_on() {
    let before = clock::now();
    clock::pause(20).await;
    assert!(clock::now().since(before) >= Millis(19));
}

#[wasm_bindgen_test]
fn the_page_knows_its_origin() {
    assert!(BaseUrl::parse(&browser::page_origin()).is_ok(), "{}", browser::page_origin());
}

#[wasm_bindgen_test]
async fn a_closed_port_is_unreachable() {
    let call = Call { messages: vec![Message::user("x")], sampling: Sampling::default(), token_limit: 9 };
    let unreachable = Fault::Network(NetworkFault::Unreachable);
    assert_eq!(fetch::call(&call, &nowhere(), AbortOnDrop::new().signal()).await, Err(unreachable.clone()));
    assert_eq!(fetch::models(&nowhere()).await, Err(unreachable));
}

#[wasm_bindgen_test]
async fn dropping_aborts() {
    let request = AbortOnDrop::new();
    let signal = request.signal().unwrap();
    assert!(!signal.aborted());
    drop(request);
    assert!(signal.aborted());
}

#[wasm_bindgen_test]
async fn the_driver_runs_the_loop_to_a_valid_answer() {
    let model = SimulatedModel::new(task().schema, Behaviour::Mixed);
    let (_handle, shown) = start(Backend::Simulated(model));
    let (attempts, ending) = finish(shown).await;
    assert_eq!(ending, Ending::Valid { attempts: 2 });
    assert_eq!(badges(&attempts), [Badge::Invalid, Badge::Valid]);
}

#[wasm_bindgen_test]
async fn the_driver_reports_a_fault() {
    let (_handle, shown) = start(Backend::Remote(nowhere()));
    let (attempts, ending) = finish(shown).await;
    assert_eq!(ending, Ending::Failed { attempts: 1 });
    assert_eq!(badges(&attempts), [Badge::CallFailed]);
}

#[wasm_bindgen_test]
async fn stop_ends_the_run_at_once_and_nothing_comes_after() {
    let model = SimulatedModel::new(task().schema, Behaviour::Mixed);
    let (handle, shown) = start(Backend::Simulated(model));
    handle.stop();
    handle.stop();
    let (attempts, ending) = finish(shown).await;
    assert_eq!(ending, Ending::Stopped);
    assert_eq!(badges(&attempts), [Badge::Stopped]);
}
