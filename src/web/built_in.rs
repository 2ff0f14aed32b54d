//! The browser's own model, where it has one: the only code that knows the objects it is called by.

use super::object::{call as invoke, get, set};
use crate::core::provider::{Delta, Exchange, Fault, Reply, Said, Thrown};
use js_sys::JSON;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, ReadableStreamDefaultReader};

/// Whether the browser has a model, or can fetch one.
pub async fn is_there() -> bool {
    let availability = invoke(&language_model(), "availability", &[]).await;
    availability.is_ok_and(|availability| availability != "unavailable")
}

fn language_model() -> JsValue {
    get(&js_sys::global(), "LanguageModel")
}

/// Makes a call of the browser's model; whatever comes of it is handed on at once.
///
/// # Errors
/// The [`Fault`] that came instead of a reply.
pub(super) async fn call(
    mut exchange: Exchange,
    signal: Option<AbortSignal>,
    hand_on: Rc<dyn Fn(Delta)>,
) -> Result<Reply, Fault> {
    let call = JSON::parse(&exchange.request().body).unwrap_or_default();
    set(&call, "signal", &signal.into());
    let mut session = JsValue::UNDEFINED;
    let mut hear = |said| exchange.handle_said(said).into_iter().for_each(&*hand_on);
    let answered = converse(&call, &mut session, &mut hear, hand_on.clone()).await;
    // It is in memory until then.
    drop(invoke(&session, "destroy", &[]));
    match answered {
        Ok(()) => exchange.finish(),
        Err(error) => Err(exchange.throw(thrown(&error, session.is_undefined()))),
    }
}

/// Opens a session, says the last turn to it, and tells what comes back. Each method takes of the call what
/// it knows.
async fn converse(
    call: &JsValue,
    session: &mut JsValue,
    hear: &mut dyn FnMut(Said),
    hand_on: Rc<dyn Fn(Delta)>,
) -> Result<(), JsValue> {
    let model = language_model();
    if invoke(&model, "availability", &[]).await? != "available" {
        watch(call, hand_on.clone());
    }
    *session = invoke(&model, "create", &[call]).await?;
    hand_on(Delta::Fetched);
    let input = get(call, "input");
    let read = invoke(session, measure(session), &[&input, call]).await.ok();
    let read = taken(session).zip(read.as_ref().and_then(count)).map(|(before, input)| before + input);
    let stream = invoke(session, "promptStreaming", &[&input, call]).await?;
    let reader = ReadableStreamDefaultReader::new(stream.unchecked_ref())?;
    while let Some(piece) = get(&JsFuture::from(reader.read()).await?, "value").as_string() {
        hear(Said::Piece(piece));
    }
    if let Some((read, taken)) = read.zip(taken(session)) {
        hear(Said::Used { read, taken });
    }
    hear(Said::End);
    Ok(())
}

/// Has the browser tell how much of its model it has fetched.
#[inline(never)]
fn watch(call: &JsValue, hand_on: Rc<dyn Fn(Delta)>) {
    hand_on(Delta::Fetching(0));
    let progress = listener(move |event| {
        hand_on(Delta::fetching(get(&event, "loaded").as_f64().unwrap_or_default()));
    });
    set(call, "monitor", &listener(move |monitor| set(&monitor, "ondownloadprogress", &progress)));
}

/// A function that the browser may call as long as it has it.
fn listener(listen: impl FnMut(JsValue) + 'static) -> JsValue {
    Closure::<dyn FnMut(JsValue)>::new(listen).into_js_value()
}

/// The method that counts the tokens of an input. The second name is the one it had before.
fn measure(session: &JsValue) -> &'static str {
    let name = "measureContextUsage";
    if get(session, name).is_undefined() { "measureInputUsage" } else { name }
}

/// How many tokens of its context are taken. The second name is the one it had before.
#[inline(never)]
fn taken(session: &JsValue) -> Option<u64> {
    ["contextUsage", "inputUsage"].into_iter().find_map(|name| count(&get(session, name)))
}

fn count(number: &JsValue) -> Option<u64> {
    number.as_f64().map(|number| number as u64)
}

#[inline(never)]
fn thrown(error: &JsValue, is_opening: bool) -> Thrown {
    let text = |name| get(error, name).as_string().unwrap_or_default();
    let number = |name| count(&get(error, name));
    Thrown {
        name: text("name"),
        message: text("message"),
        requested: number("requested"),
        quota: number("quota"),
        is_opening,
    }
}
