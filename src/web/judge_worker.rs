//! The worker's side of the judge: questions come in as text, responses go out as text, one for one.

use super::clock::micros;
use crate::core::judge::{Desk, Question, Response};
use js_sys::JsString;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// What the worker says before anything else, once questions may come.
pub(super) const READY: &str = "ready";

/// Answers questions until the worker is ended.
pub fn attend() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let mut desk = Desk::with_clock(micros);
    let answer = Closure::<dyn FnMut(MessageEvent)>::new({
        let scope = scope.clone();
        move |event: MessageEvent| {
            let question = event.data().as_string().and_then(|text| read(&text));
            let response = match question {
                Some(question) => desk.answer(question),
                None => Response::Unusable("the judge was asked nothing it knows".to_owned()),
            };
            say(&scope, &response.to_json().to_string());
        }
    });
    scope.set_onmessage(Some(answer.as_ref().unchecked_ref()));
    answer.forget();
    say(&scope, READY);
}

fn read(text: &str) -> Option<Question> {
    Question::from_json(&serde_json::from_str(text).ok()?)
}

fn say(scope: &DedicatedWorkerGlobalScope, text: &str) {
    // A text can always be sent.
    let _ = scope.post_message(&JsString::from(text));
}
