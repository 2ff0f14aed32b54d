//! Runs the loop: carries out what the state machine asks for, and hands in what happened.
//! Owns the request in flight, the timer and the clock; decides nothing, and judges nothing: that the
//! judge does, in its worker.

use super::clock::{Alarm, now, pause};
use super::fetch::{self, AbortOnDrop};
use super::judge::Judge;
use super::task::{give_way, spawn};
use crate::core::agent::{CallId, Ending, Event, Output, Run, SecondKind, Task};
use crate::core::critique::Opinion;
use crate::core::dialect::Dialect;
use crate::core::judge::{Case, Critiqued, Growth, Judgement, Kind, SchemaSource};
use crate::core::provider::{Call, Connection, Delta, Fault, Reply};
use crate::core::simulate::Simulation;
use futures::StreamExt;
use futures::channel::mpsc::{UnboundedSender, unbounded};
use std::rc::Rc;
use web_sys::AbortSignal;

/// Who answers.
pub enum Backend {
    /// A server.
    Remote(Connection),
    /// The stand-in model.
    Simulated(Simulation),
}

/// Who says what an answer is worth, and by which schema.
#[derive(Clone)]
pub struct Jury {
    /// The judge.
    pub judge: Judge,
    /// What a valid answer is.
    pub schema: SchemaSource,
    /// The model that is asked for critiques, on the same server.
    pub critic_model: String,
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
    Delta(CallId, Delta),
    Reply(CallId, Reply),
    Fault(CallId, Fault),
    Growth(CallId, Option<Growth>),
    Judgement(CallId, Judgement),
    Opinion(CallId, Opinion),
    Critiqued(CallId, Critiqued),
    Undecided(CallId, String),
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
        run.start(now());
        loop {
            while let Some(output) = run.poll() {
                match output {
                    Output::Send { id, second, call } => {
                        drop(std::mem::replace(&mut in_flight, AbortOnDrop::new()));
                        match &backend {
                            Backend::Remote(connection) => {
                                let mut connection = connection.clone();
                                if second == Some(SecondKind::Critique) {
                                    connection.model.clone_from(&jury.critic_model);
                                }
                                spawn(send(id, call, connection, in_flight.signal(), sender.clone()));
                            }
                            Backend::Simulated(simulation) => {
                                spawn(simulate(id, call, *simulation, calls, jury.clone(), sender.clone()));
                            }
                        }
                        calls += 1;
                    }
                    Output::Judge { id, case } => {
                        in_flight = AbortOnDrop::default();
                        spawn(judge(id, case, jury.clone(), sender.clone()));
                    }
                    Output::JudgeCritique { id, case, critique } => {
                        in_flight = AbortOnDrop::default();
                        spawn(judge_critique(id, case, critique, jury.clone(), sender.clone()));
                    }
                    Output::ReadOpinion { id, text } => {
                        in_flight = AbortOnDrop::default();
                        spawn(read_opinion(id, text, jury.judge.clone(), sender.clone()));
                    }
                    Output::Learn(change) => match &mut backend {
                        Backend::Remote(connection) => connection.quirks = connection.quirks.with(change),
                        Backend::Simulated(_) => {}
                    },
                    Output::Grow { id, dialect, before, chunk } => {
                        spawn(grow(id, dialect, before, chunk, jury.clone(), sender.clone()));
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
                Some(Input::Delta(id, delta)) => run.handle_delta(id, delta, now()),
                Some(Input::Reply(id, reply)) => run.handle_reply(id, reply, now()),
                Some(Input::Fault(id, fault)) => run.handle_fault(id, fault, now()),
                Some(Input::Growth(id, growth)) => run.handle_growth(id, growth, now()),
                Some(Input::Judgement(id, judgement)) => run.handle_judgement(id, judgement, now()),
                Some(Input::Opinion(id, opinion)) => run.handle_opinion(id, opinion, now()),
                Some(Input::Critiqued(id, critiqued)) => run.handle_critiqued(id, critiqued, now()),
                Some(Input::Undecided(id, reason)) => run.handle_undecided(id, reason, now()),
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

async fn send(
    id: CallId,
    call: Call,
    connection: Connection,
    signal: Option<AbortSignal>,
    sender: UnboundedSender<Input>,
) {
    let hand_on = {
        let sender = sender.clone();
        move |delta| tell(&sender, Input::Delta(id, delta))
    };
    let input = match fetch::call(&call, &connection, signal, Rc::new(hand_on)).await {
        Ok(reply) => Input::Reply(id, reply),
        Err(fault) => Input::Fault(id, fault),
    };
    tell(&sender, input);
}

async fn judge(id: CallId, case: Case, jury: Jury, sender: UnboundedSender<Input>) {
    // A long text takes its time on its way.
    give_way().await;
    let input = match jury.judge.judge(Kind::Run, jury.schema, case).await {
        Ok(judgement) => Input::Judgement(id, judgement),
        Err(undecided) => Input::Undecided(id, undecided.to_string()),
    };
    tell(&sender, input);
}

async fn judge_critique(
    id: CallId,
    case: Case,
    critique: String,
    jury: Jury,
    sender: UnboundedSender<Input>,
) {
    let input = match jury.judge.critique(jury.schema, case, critique).await {
        Ok(critiqued) => Input::Critiqued(id, critiqued),
        Err(undecided) => Input::Undecided(id, undecided.to_string()),
    };
    tell(&sender, input);
}

async fn read_opinion(id: CallId, text: String, judge: Judge, sender: UnboundedSender<Input>) {
    let input = match judge.opinion(text).await {
        Ok(opinion) => Input::Opinion(id, opinion),
        Err(undecided) => Input::Undecided(id, undecided.to_string()),
    };
    tell(&sender, input);
}

async fn grow(
    id: CallId,
    dialect: Option<Dialect>,
    before: usize,
    chunk: String,
    jury: Jury,
    sender: UnboundedSender<Input>,
) {
    let growth = jury.judge.grow(jury.schema, dialect, before, chunk).await;
    // What cannot be said now is said of the whole reply.
    tell(&sender, Input::Growth(id, growth.ok()));
}

/// In how many pieces the stand-in model writes.
const SIMULATED_PIECES: usize = 7;

async fn simulate(
    id: CallId,
    call: Call,
    simulation: Simulation,
    earlier_calls: u32,
    jury: Jury,
    sender: UnboundedSender<Input>,
) {
    let Simulation { faults, speed } = simulation;
    let is_streamed = call.stream;
    let simulated = match jury.judge.simulate(Kind::Run, jury.schema, faults, earlier_calls, call).await {
        Ok(simulated) => simulated,
        Err(undecided) => return tell(&sender, Input::Undecided(id, undecided.to_string())),
    };
    let deltas = simulated.arriving().map(deltas).unwrap_or_default();
    for delta in deltas {
        pause(speed.pause()).await;
        if is_streamed {
            tell(&sender, Input::Delta(id, delta));
        }
    }
    pause(speed.pause()).await;
    match simulated.ending() {
        Some(Ok(reply)) => tell(&sender, Input::Reply(id, reply)),
        Some(Err(fault)) => tell(&sender, Input::Fault(id, fault)),
        None => {}
    }
}

/// A reply in pieces.
fn deltas(reply: &Reply) -> Vec<Delta> {
    let reasoning = pieces(&reply.reasoning).into_iter().map(Delta::Reasoning);
    reasoning.chain(pieces(&reply.text).into_iter().map(Delta::Text)).collect()
}

fn pieces(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let size = characters.len().div_ceil(SIMULATED_PIECES).max(1);
    characters.chunks(size).map(|piece| piece.iter().collect()).collect()
}
