//! Locks that all pages of this origin share: only one of them can hold each.

use super::object;
use futures::channel::oneshot;
use js_sys::{Function, Object, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::JsFuture;

/// A lock that is held until this is dropped.
pub(super) struct Lock(Option<Function>);

impl Lock {
    /// Takes the lock of this name; none where another page holds it. Where the browser has no locks, nobody is kept
    /// from anything.
    pub async fn take(name: &str) -> Option<Self> {
        let locks = object::get(&object::get(&js_sys::global(), "navigator"), "locks");
        if locks.is_undefined() {
            return Some(Self(None));
        }
        let mut release = None;
        let held = Promise::new(&mut |resolve, _| release = Some(resolve));
        let (sender, answer) = oneshot::channel();
        let on_answer: Box<dyn FnOnce(JsValue) -> JsValue> = Box::new(move |lock| {
            // Whoever asked may have gone.
            let _ = sender.send(!lock.is_null());
            // It is held until this promise is kept.
            if lock.is_null() { JsValue::UNDEFINED } else { held.into() }
        });
        let options = Object::new();
        object::set(&options, "ifAvailable", &true.into());
        let on_answer = Closure::once_into_js(on_answer);
        let request: JsFuture = object::call(&locks, "request", &[&name.into(), &options, &on_answer]);
        drop(request);
        match answer.await {
            Ok(true) => Some(Self(release)),
            Ok(false) => None,
            Err(_) => Some(Self(None)),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(release) = &self.0 {
            // To keep a promise cannot fail.
            let _ = release.call0(&JsValue::UNDEFINED);
        }
    }
}
