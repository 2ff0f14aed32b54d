//! The questions that wait for a judge in a worker: who is asked next, and when to give one up.
//!
//! A state machine without I/O, used like `agent::Run`: what happened goes in through [`Queue::ask`] and
//! the `handle_*` methods, what to do comes out of [`Queue::poll`]. The worker is given one question at
//! a time. One that takes too long, sooner where a newer one has taken its place, or over which the worker crashes, is undecided, and a new worker
//! takes its place and gets the questions that wait. A worker that cannot be loaded is tried twice;
//! then all that wait are undecided, and only another question makes for another try.

use super::check::Text;
use super::question::{Question, Response};
use super::undecided::Undecided;
use crate::core::time::Millis;
use std::collections::VecDeque;

/// The questions that wait, and the worker's state.
#[derive(Debug)]
pub struct Queue {
    limits: Limits,
    state: State,
    waiting: VecDeque<Waiting>,
    outputs: VecDeque<Output>,
    tickets: u64,
    workers: u64,
    failed_loads: u32,
}

/// How long things may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// From a question's handing over to its answer.
    pub answer: Millis,
    /// The same where nobody waits for the answer any more, and others wait for the worker.
    pub unwanted: Millis,
    /// From a worker's start until it is ready.
    pub loading: Millis,
}

/// What a question is for: of each kind only the newest matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// To show what is being typed.
    Preview,
    /// To know what a server is given of a schema.
    Lowering,
    /// For a run.
    Run,
    /// For the run of a batch in this place.
    Batch(usize),
    /// To turn examples into a schema.
    Inference,
    /// To show a schema as a form.
    Outline,
    /// To edit a schema by its form.
    Edit,
    /// To know what may be written at the caret.
    Completion,
    /// To try a schema on an answer.
    Trial,
    /// To know why a run goes in circles.
    Diagnosis,
    /// To know what changed from one answer to the next: on the card of the attempt of this number.
    Comparison(usize),
    /// To know what can be done about a call that failed, where this is shown.
    Advice(AdvisedPlace),
    /// To read what a model thinks of an answer.
    Opinion,
    /// To look into a reply that is still being written.
    Growth,
    /// To check a reply by hand.
    Check,
    /// To look at a text of a check.
    Window(Text),
    /// To write the next call as code.
    Code,
    /// To report on a run.
    Report,
    /// To judge the replies of a run again.
    Again,
    /// To hand a setup on.
    Sharing,
    /// To open what others have handed on.
    Opening,
}

/// Where it is shown what can be done about a call that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdvisedPlace {
    /// Beside the list of a server's models.
    Models,
    /// Beside the test of a connection.
    Test,
    /// On the card of the attempt of this number.
    Attempt(usize),
}

/// One question, by which its result is handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket(u64);

/// One worker. What arrives from another than the current one is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkerId(u64);

/// What is to be done next.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Start this worker, and end the one before it.
    Start(WorkerId),
    /// End the worker.
    End,
    /// Hand this question to the worker.
    Ask(Ticket, Question),
    /// Call [`Queue::handle_time`] at this time. A later one takes its place.
    WaitUntil(Millis),
    /// Give this result to whoever asked.
    Settle(Ticket, Result<Response, Undecided>),
}

#[derive(Debug)]
struct Waiting {
    ticket: Ticket,
    kind: Kind,
    question: Question,
}

#[derive(Debug)]
enum State {
    /// There is no worker.
    Absent,
    /// It was started, and is not ready yet.
    Loading { worker: WorkerId, since: Millis },
    /// It waits for a question.
    Idle { worker: WorkerId },
    /// It has a question; whoever asked may have been told already that a newer one took its place.
    Busy { worker: WorkerId, since: Millis, asked: Option<(Ticket, Kind)> },
}

/// How often in a row a worker is tried that cannot be loaded.
const MOST_FAILED_LOADS: u32 = 2;

impl Default for Limits {
    fn default() -> Self {
        Self { answer: Millis(10_000), unwanted: Millis(1_000), loading: Millis(60_000) }
    }
}

impl Queue {
    /// No question, and no worker yet.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            state: State::Absent,
            waiting: VecDeque::new(),
            outputs: VecDeque::new(),
            tickets: 0,
            workers: 0,
            failed_loads: 0,
        }
    }

    /// What to do next; nothing until something happens.
    pub fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// Takes a question. It ends an earlier one of its kind.
    pub fn ask(&mut self, kind: Kind, question: Question, now: Millis) -> Ticket {
        self.supersede(kind, now);
        self.tickets += 1;
        let ticket = Ticket(self.tickets);
        self.waiting.push_back(Waiting { ticket, kind, question });
        if let State::Absent = self.state {
            self.failed_loads = 0;
            self.start(now);
        } else {
            self.hand_over(now);
        }
        ticket
    }

    /// The worker is ready for questions.
    pub fn handle_ready(&mut self, worker: WorkerId, now: Millis) {
        if matches!(self.state, State::Loading { worker: current, .. } if current == worker) {
            self.failed_loads = 0;
            self.state = State::Idle { worker };
            self.hand_over(now);
        }
    }

    /// The worker answered its question.
    pub fn handle_response(&mut self, worker: WorkerId, response: Response, now: Millis) {
        match self.state {
            State::Busy { worker: current, asked, .. } if current == worker => {
                self.settle(asked, Ok(response));
                self.state = State::Idle { worker };
                self.hand_over(now);
            }
            State::Absent | State::Loading { .. } | State::Idle { .. } | State::Busy { .. } => {}
        }
    }

    /// The worker crashed, in the browser's words.
    pub fn handle_crash(&mut self, worker: WorkerId, reason: String, now: Millis) {
        match self.state {
            State::Loading { worker: current, .. } if current == worker => self.fail_to_load(reason, now),
            State::Idle { worker: current } if current == worker => self.end(),
            State::Busy { worker: current, asked, .. } if current == worker => {
                self.settle(asked, Err(Undecided::Crashed(reason)));
                self.start(now);
            }
            State::Absent | State::Loading { .. } | State::Idle { .. } | State::Busy { .. } => {}
        }
    }

    /// Time went by.
    pub fn handle_time(&mut self, now: Millis) {
        match self.state {
            State::Loading { since, .. } if now >= since + self.limits.loading => {
                self.fail_to_load(format!("it took longer than {}", self.limits.loading), now);
            }
            State::Loading { since, .. } => self.wait_until(since + self.limits.loading),
            State::Busy { since, asked, .. } if now >= since + self.limit(asked) => {
                self.settle(asked, Err(Undecided::TooLong(self.limits.answer)));
                self.start(now);
            }
            State::Busy { since, asked, .. } => self.wait_until(since + self.limit(asked)),
            State::Absent | State::Idle { .. } => {}
        }
    }

    fn supersede(&mut self, kind: Kind, now: Millis) {
        let (older, others) = self.waiting.drain(..).partition(|waiting| waiting.kind == kind);
        self.waiting = others;
        for Waiting { ticket, .. } in older {
            self.settle(Some((ticket, kind)), Err(Undecided::Superseded));
        }
        if let State::Busy { asked, .. } = &mut self.state {
            // The worker goes on with it: to end and start it anew would take longer than most answers.
            // Unless it takes very long.
            let older = asked.take_if(|(_, asked_kind)| *asked_kind == kind);
            if older.is_some() {
                self.settle(older, Err(Undecided::Superseded));
                self.handle_time(now);
            }
        }
    }

    /// How long the worker may take for a question, which may be one that nobody asks any more.
    fn limit(&self, asked: Option<(Ticket, Kind)>) -> Millis {
        if asked.is_some() { self.limits.answer } else { self.limits.unwanted }
    }

    fn start(&mut self, now: Millis) {
        self.workers += 1;
        let worker = WorkerId(self.workers);
        self.state = State::Loading { worker, since: now };
        self.outputs.push_back(Output::Start(worker));
        self.wait_until(now + self.limits.loading);
    }

    fn end(&mut self) {
        self.state = State::Absent;
        self.outputs.push_back(Output::End);
    }

    fn fail_to_load(&mut self, reason: String, now: Millis) {
        self.failed_loads += 1;
        if self.failed_loads < MOST_FAILED_LOADS {
            return self.start(now);
        }
        self.end();
        for Waiting { ticket, kind, .. } in std::mem::take(&mut self.waiting) {
            self.settle(Some((ticket, kind)), Err(Undecided::NotLoaded(reason.clone())));
        }
    }

    fn hand_over(&mut self, now: Millis) {
        if let State::Idle { worker } = self.state
            && let Some(Waiting { ticket, kind, question }) = self.waiting.pop_front()
        {
            self.state = State::Busy { worker, since: now, asked: Some((ticket, kind)) };
            self.outputs.push_back(Output::Ask(ticket, question));
            self.wait_until(now + self.limits.answer);
        }
    }

    fn wait_until(&mut self, time: Millis) {
        self.outputs.push_back(Output::WaitUntil(time));
    }

    fn settle(&mut self, asked: Option<(Ticket, Kind)>, result: Result<Response, Undecided>) {
        if let Some((ticket, _)) = asked {
            self.outputs.push_back(Output::Settle(ticket, result));
        }
    }
}

#[cfg(test)]
mod tests;
