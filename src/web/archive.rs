//! The archive as the page asks it: all of it is in a worker of its own, which is started with the first request.

use super::task::spawn;
use super::worker::{Heard, Worker};
use crate::core::archive::{Reply, Request};
use futures::StreamExt;
use futures::channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use futures::channel::oneshot;
use js_sys::Array;
use wasm_bindgen::JsCast;
use web_sys::Blob;

/// The name of its worker.
pub(super) const NAME: &str = "archive";

/// The kept runs, to be asked for.
pub struct Archive(UnboundedSender<Input>);

/// A reply, and the file that came beside it; or why there is none.
pub type Answer = Result<(Reply, Option<Blob>), String>;

enum Input {
    Ask(String, oneshot::Sender<Answer>),
    Listen(Box<dyn Fn() + Send>),
    Heard(Heard),
}

impl Archive {
    /// The archive whose worker's script is at this address, relative to the page.
    pub fn new(script: String) -> Self {
        let (sender, inputs) = unbounded();
        spawn(attend(script, sender.clone(), inputs));
        Self(sender)
    }

    /// Does something whenever another page has kept or deleted something.
    pub fn when_changed(&self, act: Box<dyn Fn() + Send>) {
        self.tell(Input::Listen(act));
    }

    /// What the archive answers.
    ///
    /// # Errors
    /// Why it does not.
    pub async fn ask(&self, request: &Request) -> Answer {
        let (sender, answer) = oneshot::channel();
        self.tell(Input::Ask(request.to_json().to_string(), sender));
        answer.await.unwrap_or_else(|_| Err("the page is being closed".to_owned()))
    }

    fn tell(&self, input: Input) {
        // Whoever attends does so as long as there is anybody to ask.
        let _ = self.0.unbounded_send(input);
    }
}

async fn attend(script: String, sender: UnboundedSender<Input>, mut inputs: UnboundedReceiver<Input>) {
    let mut worker = None;
    let mut last_ticket = 0.0;
    let mut askers: Vec<(f64, oneshot::Sender<Answer>)> = Vec::new();
    let mut act: Box<dyn Fn() + Send> = Box::new(|| ());
    while let Some(input) = inputs.next().await {
        match input {
            Input::Ask(request, asker) => {
                if worker.is_none() {
                    let sender = sender.clone();
                    // What happens after the end is nobody's concern.
                    let hear = move |heard| drop(sender.unbounded_send(Input::Heard(heard)));
                    worker = Worker::start(&script, NAME, Box::new(hear));
                }
                last_ticket += 1.0;
                askers.push((last_ticket, asker));
                let message = Array::of2(&last_ticket.into(), &request.into());
                worker.iter().for_each(|worker| worker.say(&message));
            }
            Input::Listen(new) => act = new,
            Input::Heard(Heard::Message(message)) => {
                let message: Array = message.unchecked_into();
                let Some(text) = message.get(1).as_string() else {
                    act();
                    continue;
                };
                let ticket = message.get(0).as_f64();
                let place = askers.iter().position(|(asked, _)| Some(*asked) == ticket);
                if let Some(place) = place {
                    let reply = serde_json::from_str(&text).ok().and_then(|json| Reply::from_json(&json));
                    let reply = reply.ok_or_else(|| "the answer cannot be read".to_owned());
                    let file = message.get(2).dyn_into().ok();
                    // Whoever asked may have gone.
                    let _ = askers.swap_remove(place).1.send(reply.map(|reply| (reply, file)));
                }
            }
            Input::Heard(Heard::Crash(reason)) => {
                worker = None;
                for (_, asker) in askers.drain(..) {
                    let _ = asker.send(Err(reason.clone()));
                }
            }
        }
    }
}
