//! Runs the loop: carries out what the state machine asks for, and hands in what happened.
//! Owns the request in flight, the timer and the clock; decides nothing.

use super::fetch::{self, AbortOnDrop};
use super::task::spawn;
use crate::core::agent::{CallId, Ending, Event, Millis, Output, Run, Task};
use crate::core::judge::judge;
use crate::core::provider::{Call, Connection, Delta, Fault, Reply};
use crate::core::simulate::SimulatedModel;
use crate::web::clock::now;
use futures::StreamExt;
use futures::channel::mpsc::{UnboundedSender, unbounded};
use gloo_timers::callback::Timeout;
use gloo_timers::future::TimeoutFuture;

/// Who answers.
pub enum Backend {
    /// A server.
    Remote(Connection),
    /// The stand-in model.
    Simulated(SimulatedModel),
}

/// Something to show of a run.
pub enum Shown {
    /// Something happened.
    Event(Event),
    /// It is over.
    Ended(Ending),
}

/// A run under way.
pub struct Handle(UnboundedSender<Input>);

impl Handle {
    /// Ends the run at once, and aborts its request.
    pub fn stop(&self) {
        // A run that is over no longer listens.
        let _ = self.0.unbounded_send(Input::Stop);
    }
}

enum Input {
    Delta(CallId, Delta),
    Reply(CallId, Reply),
    Fault(CallId, Fault),
    Time,
    Stop,
}

/// Starts a run. `show` is called with everything there is to show, in order, and with the ending last.
pub fn drive(task: Task, mut backend: Backend, mut show: Box<dyn FnMut(Shown)>) -> Handle {
    let (sender, mut inputs) = unbounded();
    let handle = Handle(sender.clone());
    spawn(async move {
        let schema = task.schema.clone();
        let mut run = Run::new(task);
        let mut in_flight = AbortOnDrop::default();
        let mut timer = None;
        run.start(now());
        loop {
            while let Some(output) = run.poll() {
                match output {
                    Output::Send { id, call } => {
                        drop(std::mem::replace(&mut in_flight, AbortOnDrop::new()));
                        send(&mut backend, id, call, &in_flight, sender.clone());
                    }
                    Output::Judge { id, text } => {
                        let judgement = judge(&text, Some(&schema));
                        run.handle_judgement(id, judgement, now());
                    }
                    Output::WaitUntil(time) => timer = Some(wake_at(time, sender.clone())),
                    Output::Show(event) => show(Shown::Event(event)),
                    Output::Ended(ending) => {
                        drop(timer);
                        drop(in_flight);
                        return show(Shown::Ended(ending));
                    }
                }
            }
            match inputs.next().await {
                Some(Input::Delta(id, delta)) => run.handle_delta(id, delta, now()),
                Some(Input::Reply(id, reply)) => run.handle_reply(id, reply, now()),
                Some(Input::Fault(id, fault)) => run.handle_fault(id, fault, now()),
                Some(Input::Time) => run.handle_time(now()),
                Some(Input::Stop) | None => run.stop(now()),
            }
        }
    });
    handle
}

fn send(
    backend: &mut Backend,
    id: CallId,
    call: Call,
    in_flight: &AbortOnDrop,
    sender: UnboundedSender<Input>,
) {
    // What arrives after the run is over goes nowhere.
    match backend {
        Backend::Remote(connection) => {
            let connection = connection.clone();
            let signal = in_flight.signal();
            spawn(async move {
                let input = match fetch::call(&call, &connection, signal).await {
                    Ok(reply) => Input::Reply(id, reply),
                    Err(fault) => Input::Fault(id, fault),
                };
                let _ = sender.unbounded_send(input);
            });
        }
        Backend::Simulated(model) => {
            let reply = model.answer(&call);
            spawn(async move {
                for piece in pieces(&reply.text) {
                    TimeoutFuture::new(SIMULATED_PIECE_MILLIS).await;
                    let _ = sender.unbounded_send(Input::Delta(id, Delta::Text(piece)));
                }
                TimeoutFuture::new(SIMULATED_PIECE_MILLIS).await;
                let _ = sender.unbounded_send(Input::Reply(id, reply));
            });
        }
    }
}

/// Slow enough for the stages to be seen.
const SIMULATED_PIECE_MILLIS: u32 = 90;
const SIMULATED_PIECES: usize = 7;

fn pieces(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let size = characters.len().div_ceil(SIMULATED_PIECES).max(1);
    characters.chunks(size).map(|piece| piece.iter().collect()).collect()
}

fn wake_at(time: Millis, sender: UnboundedSender<Input>) -> Timeout {
    let wait = u32::try_from(time.since(now()).0).unwrap_or(u32::MAX);
    Timeout::new(wait, move || {
        let _ = sender.unbounded_send(Input::Time);
    })
}
