//! Runs the loop: carries out what the state machine asks for, and hands in what happened.
//! Owns the request in flight, the timer and the clock; decides nothing.

use super::calls::{self, Backend, Jury, Tell};
use super::clock::{Alarm, now};
use super::fetch::AbortOnDrop;
use super::task::spawn;
use crate::core::agent::{CallId, Came, Ending, Event, Output, Run, Task};
use futures::StreamExt;
use futures::channel::mpsc::{UnboundedSender, unbounded};
use std::rc::Rc;

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
        tell(&self.0, Input::Stop);
    }

    /// Sends the correction that waits for the person's word, in these words.
    pub fn approve(&self, correction: String) {
        tell(&self.0, Input::Approve(correction));
    }
}

/// Until then a run that is over waits for the person to ask for one more attempt.
impl Drop for Handle {
    fn drop(&mut self) {
        tell(&self.0, Input::Leave);
    }
}

enum Input {
    Came(CallId, Box<Came>),
    Approve(String),
    Time,
    Stop,
    Leave,
}

/// Starts a run. `show` is called with everything there is to show, in order: the ending comes last, unless the
/// person asks for one more attempt.
pub fn drive(task: Task, mut backend: Backend, jury: Jury, mut show: Box<dyn FnMut(Shown)>) -> Handle {
    let (sender, mut inputs) = unbounded();
    let handle = Handle(sender.clone());
    spawn(async move {
        let mut run = Run::new(task);
        let mut in_flight = AbortOnDrop::default();
        // Held until another takes its place.
        let mut _alarm = None;
        let mut calls = 0;
        let hear = |id: CallId| -> Tell {
            let sender = sender.clone();
            Rc::new(move |came| tell(&sender, Input::Came(id, came.into())))
        };
        run.start(now());
        loop {
            while let Some(output) = run.poll() {
                match output {
                    Output::Send { id, second, call } => {
                        drop(std::mem::replace(&mut in_flight, AbortOnDrop::new()));
                        backend.call(call, second, calls, &jury, in_flight.signal(), hear(id));
                        calls += 1;
                    }
                    Output::Judge { id, case } => {
                        in_flight = AbortOnDrop::default();
                        spawn(calls::judge(case, jury.clone(), hear(id)));
                    }
                    Output::JudgeCritique { id, case, critique } => {
                        in_flight = AbortOnDrop::default();
                        spawn(calls::judge_critique(case, critique, jury.clone(), hear(id)));
                    }
                    Output::ReadOpinion { id, text } => {
                        in_flight = AbortOnDrop::default();
                        spawn(calls::read_opinion(text, jury.clone(), hear(id)));
                    }
                    Output::Learn(change) => backend.learn(change),
                    Output::Grow { id, dialect, before, chunk } => {
                        spawn(calls::grow(dialect, before, chunk, jury.clone(), hear(id)));
                    }
                    Output::WaitUntil(time) => {
                        let sender = sender.clone();
                        _alarm = Some(Alarm::at(time, move || tell(&sender, Input::Time)));
                    }
                    Output::Show(event) => show(Shown::Event(event)),
                    Output::Ended(ending) => {
                        _alarm = None;
                        in_flight = AbortOnDrop::default();
                        show(Shown::Ended(ending));
                    }
                }
            }
            match inputs.next().await {
                Some(Input::Came(id, came)) => came.tell(&mut run, id, now()),
                Some(Input::Time) => run.handle_time(now()),
                Some(Input::Approve(correction)) => run.approve(&correction, now()),
                Some(Input::Stop) => run.stop(now()),
                Some(Input::Leave) | None => return,
            }
        }
    });
    handle
}

fn tell(sender: &UnboundedSender<Input>, input: Input) {
    // What arrives after the run is over goes nowhere.
    let _ = sender.unbounded_send(input);
}
