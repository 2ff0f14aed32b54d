//! A worker of its own that the page asks for things: the archive of runs, a batch, or what reads images. It is started with the first
//! request, and tells whatever it has to tell as long as the page is open.

use super::worker::{Heard, Worker};
use js_sys::Array;
use std::sync::{Mutex, MutexGuard, PoisonError};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, File};

/// The worker that keeps runs.
pub const ARCHIVE: &str = "archive";

/// The worker that makes many runs.
pub const BATCH: &str = "batch";

/// The worker that reads images.
pub const IMAGES: &str = "images";

/// A worker to be asked.
pub struct Attendant {
    name: &'static str,
    line: Mutex<Line>,
}

/// The way to its worker.
#[derive(Default)]
struct Line {
    /// None before the first request, and after a crash.
    worker: Option<Worker>,
    /// Whether it listens.
    is_open: bool,
    /// What is asked as soon as it does.
    waiting: Vec<JsValue>,
}

/// What it says: a text with perhaps a file beside it, or why it says nothing more.
pub type Said = Result<(String, Option<Blob>), String>;

impl Attendant {
    /// The worker of this name, which is not started yet.
    pub fn new(name: &'static str) -> Self {
        Self { name, line: Mutex::default() }
    }

    /// Asks for something, with files beside it; `hear` is told whatever is said as long as the page is open.
    pub fn ask(&'static self, script: &str, request: String, files: Vec<File>, hear: Box<dyn Fn(Said)>) {
        let message = Array::of1(&request.into());
        for file in &files {
            message.push(file);
        }
        let mut line = self.line();
        line.waiting.push(message.into());
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
        let worker = Worker::start(script, self.name, Box::new(tell));
        self.line().worker = worker;
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line {
    /// Asks what waits, where the worker listens.
    fn send(&mut self) {
        if let Some(worker) = self.worker.as_ref().filter(|_| self.is_open) {
            self.waiting.drain(..).for_each(|request| worker.say(&request));
        }
    }
}
