//! The worker's side of what is asked of a worker by its name: messages come in, and whatever is to be told goes out.

use js_sys::Array;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// The way to the page.
#[derive(Clone)]
pub(super) struct Scope(DedicatedWorkerGlobalScope);

/// Whether this worker is to be the one of this name.
pub(super) fn is_meant(name: &str) -> bool {
    scope().is_some_and(|scope| scope.name() == name)
}

/// Hands on every message of the page as long as the worker is there.
pub(super) fn listen(hear: impl Fn(JsValue) + 'static) -> Option<Scope> {
    let scope = scope()?;
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| hear(event.data()));
    scope.set_onmessage(Some(hear.into_js_value().unchecked_ref()));
    // What is said to a worker that does not listen yet is lost: this says that it does.
    let _ = scope.post_message(&Array::new());
    Some(Scope(scope))
}

fn scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

impl Scope {
    /// Tells the page something, with perhaps a file beside it.
    pub fn say(&self, json: &serde_json::Value, file: &JsValue) {
        // Texts and files can always be sent.
        let _ = self.0.post_message(&Array::of2(&json.to_string().into(), file));
    }
}
