//! The state machine of a run: what it is told goes in here, and its states change here. What a call is made of
//! and what becomes of it is in `run/`.

mod calling;
mod came;
mod concluding;
mod output;
mod pause;
mod resuming;
mod second;

use super::attempt::{Attempt, Phase};
use super::conversation::opening;
use super::given::Given;
use super::outcome::{Ending, Next, Outcome};
use super::rest::{Rest, Rests};
use super::second::SecondKind;
use super::spending::Spent;
use super::strategy::Strategy;
use super::task::{OnHopeless, Task};
use super::watchdog::{Runaway, Watchdog};
use crate::core::judge::{Growth, Judgement};
use crate::core::provider::{Delta, Fault, FinishReason, Reply};
use crate::core::time::Millis;
pub use came::Came;
pub use output::{CallId, Draft, Event, Output};
use pause::Deadline;
use std::collections::VecDeque;

/// A run: one task, from the first call to its ending.
#[derive(Debug)]
pub struct Run {
    task: Task,
    state: State,
    attempts: Vec<Attempt>,
    outputs: VecDeque<Output>,
    calls: u64,
    token_limit: u32,
    rests: Rests,
    lessons: u32,
    deadline: Deadline,
    /// What has come of the reply to the current call.
    arrived: Reply,
    given: Given,
    watchdog: Watchdog,
    /// Why the newest reply was broken off, where it did not end by itself.
    runaway: Option<Runaway>,
}

/// What the model is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// An answer.
    Answer,
    /// To look at an answer that was judged.
    Second(SecondKind),
}

#[derive(Debug)]
enum State {
    Idle,
    Calling {
        id: CallId,
        purpose: Purpose,
        heard: Millis,
    },
    /// The judge reads what came back.
    Judging {
        id: CallId,
        purpose: Purpose,
    },
    Resting {
        rest: Rest,
        purpose: Purpose,
    },
    /// The person looks at the correction before it is sent.
    Reviewing(Following),
    /// It is over, but for an attempt that the person may still ask for.
    Ended {
        more: Option<Following>,
    },
}

/// How the next attempt is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Following {
    next: Next,
    strategy: Strategy,
    /// What the model is told; none where the same is sent again.
    correction: Option<String>,
}

impl Run {
    /// A run that has not begun.
    pub fn new(task: Task) -> Self {
        let token_limit = task.token_limit;
        let rests = Rests::new(task.rest_seed);
        Self {
            task,
            state: State::Idle,
            attempts: Vec::new(),
            outputs: VecDeque::new(),
            calls: 0,
            token_limit,
            rests,
            lessons: 0,
            deadline: Deadline::default(),
            arrived: Reply::default(),
            given: Given::default(),
            watchdog: Watchdog::default(),
            runaway: None,
        }
    }

    /// What to do next; nothing until something happens.
    pub fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// Every attempt so far.
    pub fn attempts(&self) -> &[Attempt] {
        &self.attempts
    }

    /// Begins.
    pub fn start(&mut self, now: Millis) {
        if let State::Idle = self.state {
            self.deadline = Deadline::after(self.task.purse.budget.time, now);
            let messages = opening(&self.task);
            match self.refuses(&messages, Purpose::Answer, now) {
                Some(over) => self.end(Ending::OverBudget { attempts: 0, over }, now),
                None => self.begin_attempt(messages, now),
            }
        }
    }

    /// Ends at once, whatever is under way.
    pub fn stop(&mut self, now: Millis) {
        match &self.state {
            State::Idle | State::Ended { .. } => {}
            State::Calling { .. } | State::Judging { .. } | State::Resting { .. } => {
                self.break_off();
                self.end_attempt(Outcome::Stopped, now);
                self.end(Ending::Stopped, now);
            }
            State::Reviewing(following) => {
                let more = Some(following.clone());
                self.end_with(Ending::Stopped, more, now);
            }
        }
    }

    /// The person approves of the attempt that waits for it, with this correction; an empty one has the same be
    /// sent again.
    pub fn approve(&mut self, correction: &str, now: Millis) {
        let (following, is_over) = match &self.state {
            State::Reviewing(following) => (following, false),
            State::Ended { more: Some(following) } => (following, true),
            State::Idle
            | State::Calling { .. }
            | State::Judging { .. }
            | State::Resting { .. }
            | State::Ended { more: None } => return,
        };
        let correction = Some(correction.trim()).filter(|correction| !correction.is_empty());
        let following = Following { correction: correction.map(str::to_owned), ..following.clone() };
        if is_over {
            self.allow_one_more();
        }
        self.deadline.resume(now);
        self.follow(following, now);
    }

    /// A piece of a reply arrived.
    pub fn handle_delta(&mut self, id: CallId, delta: Delta, now: Millis) {
        let Some(purpose) = self.hear(id, now) else { return };
        match &delta {
            Delta::Text(text) => self.arrived.text.push_str(text),
            Delta::Reasoning(text) => self.arrived.reasoning.push_str(text),
            Delta::Accepted => return self.note(purpose, |timing| timing.accepted = Some(now)),
            Delta::Fetching(percent) => return self.show_fetching(*percent, now),
            Delta::Fetched => return self.begin_call(now),
        }
        let runaway = self.watchdog.push(&delta);
        if let Purpose::Second(kind) = purpose {
            if runaway.is_some() {
                self.break_off();
                self.give_up_second(kind, "its reply did not end by itself", now);
            }
            return;
        }
        if let Some(attempt) = self.attempts.last_mut() {
            let is_first = attempt.timing.pieces.is_none();
            attempt.timing.hear(now);
            if is_first {
                self.show_attempt();
            }
        }
        self.outputs.push_back(Output::Show(Event::Delta(delta)));
        if runaway.is_some() {
            // It may hold an answer that was complete before.
            let reply = std::mem::take(&mut self.arrived);
            self.judge(id, reply, runaway);
        } else {
            self.give_more(id);
        }
    }

    /// The judge has looked at what came of a reply; nothing where it could not.
    pub fn handle_growth(&mut self, id: CallId, growth: Option<Growth>, now: Millis) {
        if self.purpose_of(id) != Some(Purpose::Answer) {
            return;
        }
        self.given.answered(growth.is_some());
        let Some(growth) = growth else { return };
        let hopeless = growth.hopeless.clone().filter(|_| self.task.hopeless == OnHopeless::Stop);
        self.outputs.push_back(Output::Show(Event::Growth(Box::new(growth))));
        if hopeless.is_some() {
            self.break_off();
            if let Some(attempt) = self.attempts.last_mut() {
                attempt.hopeless = hopeless;
            }
            self.conclude(Outcome::Hopeless, now);
        } else {
            self.give_more(id);
        }
    }

    /// A whole reply arrived.
    pub fn handle_reply(&mut self, id: CallId, reply: Reply, now: Millis) {
        let Some(purpose) = self.purpose_of(id) else { return };
        if let Purpose::Second(kind) = purpose {
            return self.read_second(id, kind, &reply);
        }
        self.note(purpose, |timing| timing.replied = Some(now));
        let refused = matches!(reply.finish_reason, FinishReason::Refusal | FinishReason::ContentFilter);
        if refused {
            self.spend(&reply);
            if let Some(attempt) = self.attempts.last_mut() {
                attempt.reply = Some(reply);
            }
            self.conclude(Outcome::Refused, now);
        } else {
            self.judge(id, reply, None);
        }
    }

    /// A call gave no reply.
    pub fn handle_fault(&mut self, id: CallId, fault: Fault, now: Millis) {
        let Some(purpose) = self.purpose_of(id) else { return };
        if !matches!(fault, Fault::Cut { .. }) && self.arrived != Reply::default() {
            // It is to be paid for though more of it does not come.
            self.break_off();
        }
        if let Some(rest) = self.rests.after(&fault, now) {
            return self.rest_if_allowed(rest, purpose, fault, now);
        }
        match (fault, purpose) {
            (Fault::Cut { reply }, Purpose::Answer) => {
                self.spend(&reply);
                if let Some(attempt) = self.attempts.last_mut() {
                    attempt.reply = Some(*reply).filter(|reply| *reply != Reply::default());
                }
                self.conclude(Outcome::Cut, now);
            }
            (fault, purpose) if self.learn(&fault, purpose) => self.send(purpose, now),
            (fault, Purpose::Answer) => self.conclude(Outcome::CallFailed(fault), now),
            (fault, Purpose::Second(kind)) => {
                if let Fault::Cut { reply } = &fault {
                    self.spend(reply);
                }
                let reason = match fault.message() {
                    "" => "the call failed".to_owned(),
                    message => format!("the call failed: {message}"),
                };
                self.give_up_second(kind, &reason, now);
            }
        }
    }

    /// A text was judged.
    pub fn handle_judgement(&mut self, id: CallId, judgement: Judgement, now: Millis) {
        if self.read_of(id) == Some(Purpose::Answer) {
            self.take(judgement);
            self.ask_for_opinion(now);
        }
    }

    /// A text was not judged, or the stand-in model's reply not found, for this reason.
    pub fn handle_undecided(&mut self, id: CallId, reason: String, now: Millis) {
        match self.purpose_of(id).or_else(|| self.read_of(id)) {
            Some(Purpose::Answer) => self.conclude(Outcome::Undecided(reason), now),
            Some(Purpose::Second(kind)) => self.give_up_second(kind, &reason, now),
            None => {}
        }
    }

    /// Time went by.
    pub fn handle_time(&mut self, now: Millis) {
        match &self.state {
            // How long that takes says nothing of the model.
            State::Calling { .. } if self.is_fetching() => {}
            State::Calling { .. } if self.deadline.is_over(now) => self.run_out_of_time(now),
            State::Calling { heard, purpose, .. } if now >= *heard + self.task.silence => {
                let purpose = *purpose;
                self.break_off();
                match purpose {
                    Purpose::Answer => self.conclude(Outcome::TimedOut, now),
                    Purpose::Second(kind) => {
                        self.give_up_second(kind, "the server was silent for too long", now);
                    }
                }
            }
            State::Calling { heard, .. } => self.wait_for_call(*heard),
            State::Resting { rest, purpose } if now >= rest.until => self.resend(*purpose, now),
            State::Resting { rest, purpose } => self.rest(rest.at(now), *purpose),
            State::Idle | State::Judging { .. } | State::Reviewing(_) | State::Ended { .. } => {}
        }
    }

    /// What the call under way is for, if this is it.
    fn purpose_of(&self, id: CallId) -> Option<Purpose> {
        match self.state {
            State::Calling { id: current, purpose, .. } if current == id => Some(purpose),
            State::Calling { .. }
            | State::Idle
            | State::Judging { .. }
            | State::Resting { .. }
            | State::Reviewing(_)
            | State::Ended { .. } => None,
        }
    }

    /// What the call was for whose reply the judge reads, if this is it.
    fn read_of(&self, id: CallId) -> Option<Purpose> {
        match self.state {
            State::Judging { id: current, purpose } if current == id => Some(purpose),
            State::Judging { .. }
            | State::Idle
            | State::Calling { .. }
            | State::Resting { .. }
            | State::Reviewing(_)
            | State::Ended { .. } => None,
        }
    }

    /// The server says something to this call: what it is for, if it is the current one.
    fn hear(&mut self, id: CallId, now: Millis) -> Option<Purpose> {
        let purpose = self.purpose_of(id)?;
        self.state = State::Calling { id, purpose, heard: now };
        Some(purpose)
    }

    fn is_fetching(&self) -> bool {
        self.attempts.last().is_some_and(|attempt| matches!(attempt.phase, Phase::Fetching(_)))
    }

    /// What the run took so far.
    pub fn spent(&self) -> Spent {
        self.attempts.iter().filter_map(|attempt| attempt.spent).sum()
    }
}

#[cfg(test)]
mod tests;
