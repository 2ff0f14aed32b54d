//! The worker's side of the judge: questions come in as text, perhaps with a file beside them, responses go out as
//! text, one for one.

use super::clock::micros;
use crate::core::judge::{Desk, Question, Response};
use js_sys::{Array, JsString};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, File, FileReaderSync, MessageEvent};

/// What the worker says before anything else, once questions may come.
pub(super) const READY: &str = "ready";

/// Answers questions until the worker is ended.
pub fn attend() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let mut desk = Desk::with_clock(micros);
    let answer = Closure::<dyn FnMut(MessageEvent)>::new({
        let scope = scope.clone();
        move |event: MessageEvent| {
            let response = match question(&event.data()) {
                Ok(question) => desk.answer(question),
                Err(reason) => Response::Unusable(reason.to_owned()),
            };
            say(&scope, &response.to_json().to_string());
        }
    });
    scope.set_onmessage(Some(answer.as_ref().unchecked_ref()));
    answer.forget();
    say(&scope, READY);
}

/// The question in a message, with the text of the file beside it.
fn question(message: &JsValue) -> Result<Question, &'static str> {
    let (text, file) = match message.dyn_ref::<Array>() {
        Some(both) => (both.get(0), both.get(1).dyn_into::<File>().ok()),
        None => (message.clone(), None),
    };
    let question =
        text.as_string().and_then(|text| read(&text)).ok_or("the judge was asked nothing it knows")?;
    let Some(file) = file else { return Ok(question) };
    // A NUL character is in no text a person means to give, and in nearly every other file.
    let text = FileReaderSync::new().and_then(|reader| reader.read_as_text(&file)).ok();
    let text = text.filter(|text| !text.contains('\0')).ok_or("only text files can be read")?;
    Ok(question.with_text(text))
}

fn read(text: &str) -> Option<Question> {
    Question::from_json(&serde_json::from_str(text).ok()?)
}

fn say(scope: &DedicatedWorkerGlobalScope, text: &str) {
    // A text can always be sent.
    let _ = scope.post_message(&JsString::from(text));
}
