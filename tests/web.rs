//! What only a browser can show: storage, time, requests and their diagnosis, the judge in its worker, and
//! the driver.
#![cfg(target_arch = "wasm32")]

use futures::StreamExt;
use futures::channel::mpsc::{UnboundedReceiver, unbounded};
use js_sys::Array;
use std::rc::Rc;
use structured_output_validator::core::agent::{
    Attempt, AttemptLimit, Badge, Correcting, Ending, Event, Outcome, Task,
};
use structured_output_validator::core::judge::{
    Case, Description, Desk, Kind, Limits, Question, Repaired, SchemaSource, Tried, Undecided,
    judge as judge_here,
};
use structured_output_validator::core::provider::{
    BaseUrl, Call, Connection, Fault, Message, NetworkFault, Provider, Sampling,
};
use structured_output_validator::core::settings::Settings;
use structured_output_validator::core::simulate::{Behaviour, Faults, Simulation, Speed};
use structured_output_validator::core::time::Millis;
use structured_output_validator::web::calls::{Backend, Jury};
use structured_output_validator::web::driver::{Handle, Shown, drive};
use structured_output_validator::web::fetch::{self, AbortOnDrop};
use structured_output_validator::web::judge::Judge;
use structured_output_validator::web::{browser, clock, storage};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Blob, BroadcastChannel, MessageEvent, Url};

wasm_bindgen_test_configure!(run_in_browser);

fn schema() -> SchemaSource {
    Settings::default().schema()
}

fn description() -> Description {
    Description::from(&schema().read().unwrap())
}

/// A judge whose worker runs this script.
fn judge_by(script: &str, limits: Limits) -> Judge {
    let blob = Blob::new_with_str_sequence(&Array::of1(&script.into())).unwrap();
    Judge::new(Url::create_object_url_with_blob(&blob).unwrap(), limits)
}

/// A judge whose worker passes every question on to a desk in this page, by a channel of this name.
fn judge(channel: &str) -> Judge {
    let desk_side = BroadcastChannel::new(channel).unwrap();
    let mut desk = Desk::default();
    let answer = Closure::<dyn FnMut(MessageEvent)>::new({
        let desk_side = desk_side.clone();
        move |event: MessageEvent| {
            let question = serde_json::from_str(&event.data().as_string().unwrap()).unwrap();
            let response = desk.answer(Question::from_json(&question).unwrap());
            desk_side.post_message(&response.to_json().to_string().into()).unwrap();
        }
    });
    desk_side.set_onmessage(Some(answer.as_ref().unchecked_ref()));
    answer.forget();
    let script = format!(
        "const desk = new BroadcastChannel('{channel}');
         desk.onmessage = ({{data}}) => postMessage(data);
         onmessage = ({{data}}) => desk.postMessage(data);
         postMessage('ready');"
    );
    judge_by(&script, Limits::default())
}

fn task() -> Task {
    Task {
        schema_text: description().prompt_text,
        prompt: "Lisbon".into(),
        attempts: AttemptLimit::default(),
        sampling: Sampling { temperature: None, seed: Some(1) },
        silence: Millis(60_000),
        correcting: Correcting::Auto,
        ..Task::default()
    }
}

/// A connection to a port where nothing listens.
fn nowhere() -> Connection {
    let base_url = BaseUrl::parse("http://127.0.0.1:9/v1").unwrap();
    Connection::new(Provider::Custom.preset(), base_url, "", None)
}

fn start(backend: Backend, judge: Judge) -> (Handle, UnboundedReceiver<Shown>) {
    let (sender, receiver) = unbounded();
    let jury = Jury { judge, schema: schema(), critic_model: String::new(), place: None };
    let handle = drive(task(), backend, jury, Box::new(move |shown| sender.unbounded_send(shown).unwrap()));
    (handle, receiver)
}

fn simulated(behaviour: Behaviour) -> Backend {
    Backend::Simulated(Simulation { faults: Faults::always(behaviour), speed: Speed::AtOnce })
}

/// Everything a run shows: its attempts as they ended, and its ending, after which nothing comes, since it is left
/// then.
async fn finish(handle: Handle, mut shown: UnboundedReceiver<Shown>) -> (Vec<Attempt>, Ending) {
    let mut attempts: Vec<Attempt> = Vec::new();
    let mut endings = Vec::new();
    let mut handle = Some(handle);
    while let Some(shown) = shown.next().await {
        match shown {
            Shown::Event(Event::Attempt(attempt)) => {
                attempts.retain(|earlier| earlier.number != attempt.number);
                attempts.push(Attempt::clone(&attempt));
            }
            Shown::Event(Event::Delta(_) | Event::Draft(_) | Event::Growth(_) | Event::Learned(_)) => {}
            Shown::Ended(ending) => {
                endings.push(ending);
                drop(handle.take());
            }
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
    let call = Call { messages: vec![Message::user("x")], token_limit: 9, ..Call::default() };
    let unreachable = Fault::Network(NetworkFault::Unreachable);
    // What the browser has never heard of is not denied.
    assert!(!browser::is_denied(&["no-such-permission"]).await);
    assert_eq!(
        fetch::call(&call, &nowhere(), AbortOnDrop::new().signal(), Rc::new(|_| ())).await,
        Err(unreachable.clone())
    );
    assert_eq!(fetch::models(&nowhere(), None).await, Err(unreachable));
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
async fn the_judge_answers_what_it_is_asked() {
    let judge = judge("answers");
    assert_eq!(judge.describe(schema()).await, Ok(Ok(description())));
    let validator = schema().read().unwrap().validator;
    let case = |text: &str| Case { text: text.to_owned(), ..Case::default() };
    for text in ["Sunny.", "{\"city\": 1}"] {
        let judgement = judge.judge(Kind::Run, schema(), case(text)).await;
        assert_eq!(judgement, Ok(judge_here(text, Some(&validator), "", Repaired::Accept)));
    }
    let wrong = SchemaSource::of_text("{\"fields\": {}}");
    let error = "fields names no field.".to_owned();
    assert_eq!(judge.describe(wrong.clone()).await, Ok(Err(error.clone())));
    assert_eq!(judge.judge(Kind::Run, wrong, case("1")).await, Err(Undecided::Unusable(error)));
    let replies = vec![Tried::Unread("Sunny.".to_owned()); 2];
    let diagnosis = judge.diagnose(schema(), String::new(), replies).await.unwrap();
    assert!(
        diagnosis.to_string().contains("The model's replies hold no JSON that can be judged"),
        "{diagnosis}"
    );
}

#[wasm_bindgen_test]
async fn a_judge_that_gives_no_answer_leaves_the_question_undecided() {
    let limits = Limits { answer: Millis(50), loading: Millis(2_000), ..Limits::default() };
    let loading = Limits { loading: Millis(50), ..limits };
    let slow = Undecided::NotLoaded("it took longer than 50 ms".to_owned());
    let unreadable = Undecided::Crashed("its answer cannot be read".to_owned());
    let thrown = |reason: &str| format!("Uncaught Error: {reason}");
    for (script, limits, expected) in [
        ("onmessage = () => { for (;;); }; postMessage('ready');", limits, Undecided::TooLong(Millis(50))),
        (
            "onmessage = () => { throw new Error('boom'); }; postMessage('ready');",
            limits,
            Undecided::Crashed(thrown("boom")),
        ),
        ("onmessage = () => postMessage('what?'); postMessage('ready');", limits, unreadable),
        ("throw new Error('boom');", limits, Undecided::NotLoaded(thrown("boom"))),
        ("for (;;);", loading, slow.clone()),
        ("", loading, slow),
    ] {
        let judge = judge_by(script, limits);
        for _ in 0..2 {
            assert_eq!(judge.describe(schema()).await, Err(expected.clone()), "{script}");
        }
    }
    let missing = Judge::new("/there-is-no-judge.js".to_owned(), limits);
    let answer = missing.describe(schema()).await;
    // The runner of these tests starts workers in its own way, and has words of its own for this.
    assert!(matches!(answer, Err(Undecided::NotLoaded(_))), "{answer:?}");
}

#[wasm_bindgen_test]
async fn a_run_that_cannot_be_judged_ends_undecided() {
    let judge = judge_by("throw new Error('boom');", Limits::default());
    let (handle, shown) = start(simulated(Behaviour::NoFaults), judge);
    let (attempts, ending) = finish(handle, shown).await;
    assert_eq!(ending, Ending::Failed { attempts: 1 });
    let reason = "the judge could not be loaded (Uncaught Error: boom)".to_owned();
    assert_eq!(attempts[0].outcome(), Some(&Outcome::Undecided(reason)));
}

#[wasm_bindgen_test]
async fn the_driver_runs_the_loop_to_a_valid_answer() {
    let (handle, shown) = start(simulated(Behaviour::Mixed), judge("valid"));
    let (attempts, ending) = finish(handle, shown).await;
    assert_eq!(ending, Ending::Valid { attempts: 2 });
    assert_eq!(badges(&attempts), [Badge::Invalid, Badge::Valid]);
}

#[wasm_bindgen_test]
async fn the_driver_reports_a_fault() {
    let (handle, shown) = start(Backend::Remote(nowhere()), judge("fault"));
    let (attempts, ending) = finish(handle, shown).await;
    assert_eq!(ending, Ending::Failed { attempts: 1 });
    assert_eq!(badges(&attempts), [Badge::Unreachable]);
}

#[wasm_bindgen_test]
async fn stop_ends_the_run_at_once_and_nothing_comes_after() {
    let (handle, shown) = start(simulated(Behaviour::Mixed), judge("stop"));
    handle.stop();
    handle.stop();
    let (attempts, ending) = finish(handle, shown).await;
    assert_eq!(ending, Ending::Stopped);
    assert_eq!(badges(&attempts), [Badge::Stopped]);
}
