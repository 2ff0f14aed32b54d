//! The archive as the page has it: all of it is in a worker of its own, which is started with the first request.

use super::worker::{Heard, Worker};
use js_sys::Array;
use std::sync::{Mutex, MutexGuard, PoisonError};
use wasm_bindgen::JsCast;
use web_sys::Blob;

/// The name of its worker.
pub(super) const NAME: &str = "archive";

/// The kept runs, to be asked for.
#[derive(Default)]
pub struct Archive(Mutex<Line>);

/// The way to its worker.
#[derive(Default)]
struct Line {
    /// None before the first request, and after a crash.
    worker: Option<Worker>,
    /// Whether it listens.
    is_open: bool,
    /// What is asked as soon as it does.
    waiting: Vec<String>,
}

/// What the archive says: a text with perhaps a file beside it, or why it says nothing more.
pub type Said = Result<(String, Option<Blob>), String>;

impl Archive {
    /// Asks for something; `hear` is told whatever the archive says as long as the page is open.
    pub fn ask(&'static self, script: &str, request: String, hear: Box<dyn Fn(Said)>) {
        let mut line = self.line();
        line.waiting.push(request);
        if line.worker.is_some() {
            return line.send();
        }
        let tell = move |heard| match heard {
            Heard::Message(message) => {
                let message: Array = message.unchecked_into();
                match message.get(0).as_string() {
                    Some(text) => hear(Ok((text, message.get(1).dyn_into().ok()))),
                    // It listens now.
                    None => {
                        let mut line = self.line();
                        line.is_open = true;
                        line.send();
                    }
                }
            }
            Heard::Crash(reason) => {
                // The next request starts another one.
                *self.line() = Line::default();
                hear(Err(reason));
            }
        };
        // Where the browser allows none, that is told at once.
        drop(line);
        let worker = Worker::start(script, NAME, Box::new(tell));
        self.line().worker = worker;
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line {
    /// Asks what waits, where the worker listens.
    fn send(&mut self) {
        if let Some(worker) = self.worker.as_ref().filter(|_| self.is_open) {
            self.waiting.drain(..).for_each(|request| worker.say(&request.into()));
        }
    }
}
