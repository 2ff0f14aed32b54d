//! Workers, as the page has them.

use js_sys::Object;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, Event, MessageEvent, WorkerOptions};

/// A worker: dropping it ends it at once, whatever it is doing, and nothing of it arrives any more.
pub(super) struct Worker(web_sys::Worker);

/// What comes of a worker.
pub(super) enum Heard {
    /// What it said.
    Message(JsValue),
    /// It crashed, for this reason.
    Crash(String),
}

impl Worker {
    /// Starts a worker of this script, and of this name, by which it knows what it is to do; tells what comes of it.
    pub fn start(script: &str, name: &str, tell: Box<dyn Fn(Heard)>) -> Option<Self> {
        let tell: Rc<dyn Fn(Heard)> = tell.into();
        let options: WorkerOptions = Object::new().unchecked_into();
        options.set_name(name);
        let Ok(worker) = web_sys::Worker::new_with_options(script, &options) else {
            tell(Heard::Crash("the browser allows none".to_owned()));
            return None;
        };
        // The browser has both as long as it has the worker.
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new({
            let tell = tell.clone();
            move |event: MessageEvent| tell(Heard::Message(event.data()))
        });
        let on_error = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            // It is dealt with here, and is no error of the page.
            event.prevent_default();
            let reason = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
            tell(Heard::Crash(reason));
        });
        worker.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
        worker.set_onerror(Some(on_error.into_js_value().unchecked_ref()));
        Some(Self(worker))
    }

    /// Says something to it.
    pub fn say(&self, message: &JsValue) {
        // Texts and files can always be sent, and so can lists of them.
        let _ = self.0.post_message(message);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.0.set_onmessage(None);
        self.0.set_onerror(None);
        self.0.terminate();
    }
}
