//! The archive as the page has it: all of it is in a worker of its own, which is started with the first request.

use super::worker::{Heard, Worker};
use js_sys::Array;
use std::sync::{PoisonError, RwLock};
use wasm_bindgen::JsCast;
use web_sys::Blob;

/// The name of its worker.
pub(super) const NAME: &str = "archive";

/// The kept runs, to be asked for.
#[derive(Default)]
pub struct Archive(RwLock<Option<Worker>>);

/// What the archive says: a text with perhaps a file beside it, or why it says nothing more.
pub type Said = Result<(String, Option<Blob>), String>;

impl Archive {
    /// Asks for something; `hear` is told whatever the archive says as long as the page is open.
    pub fn ask(&'static self, script: &str, request: &str, hear: Box<dyn Fn(Said)>) {
        let mut worker = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if worker.is_none() {
            let tell = move |heard| match heard {
                Heard::Message(message) => {
                    let message: Array = message.unchecked_into();
                    let text = message.get(0).as_string().unwrap_or_default();
                    hear(Ok((text, message.get(1).dyn_into().ok())));
                }
                Heard::Crash(reason) => {
                    // The next request starts another one.
                    if let Ok(mut worker) = self.0.try_write() {
                        *worker = None;
                    }
                    hear(Err(reason));
                }
            };
            *worker = Worker::start(script, NAME, Box::new(tell));
        }
        worker.iter().for_each(|worker| worker.say(&request.into()));
    }
}
