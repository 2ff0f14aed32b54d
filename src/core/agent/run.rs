//! The state machine of a run.

use super::attempt::{Attempt, Phase, judged_text};
use super::conversation::{following, opening};
use super::given::Given;
use super::ledger::Ledger;
use super::outcome::{Ending, Next, Outcome};
use super::rest::{Rest, Rests};
use super::spending::{Spent, cut_prompt, estimate_read};
use super::stall::{MOST_CIRCLES, Stall};
use super::task::{OnHopeless, Task};
use super::timing::Timing;
use super::watchdog::{Runaway, Watchdog};
use crate::core::cost::OverBudget;
use crate::core::dialect::Dialect;
use crate::core::judge::{Case, Growth, Judgement, Tried};
use crate::core::provider::{Call, Change, Complaint, Delta, Fault, FinishReason, Lesson, Message, Reply};
use crate::core::time::Millis;
use std::collections::VecDeque;
use std::sync::Arc;

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
    /// What has come of the reply to the current call.
    arrived: Reply,
    given: Given,
    watchdog: Watchdog,
}

/// One call of a run. What arrives for another call than the current one is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallId(u64);

/// What is to be done next.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Send this call, and let go of any call before it.
    Send {
        /// What replies, deltas and faults of it are handed in with.
        id: CallId,
        /// The call.
        call: Call,
    },
    /// Judge this text, and let go of the call it came from: more of it is of no use.
    Judge {
        /// What the judgement is handed in with.
        id: CallId,
        /// The text, and what it is judged by beside the schema.
        case: Case,
    },
    /// Call the server so from now on.
    Learn(Change),
    /// Let the judge look at what has come of this call's reply.
    Grow {
        /// What the growth is handed in with.
        id: CallId,
        /// The dialect in which the server was given the schema, if it was.
        dialect: Option<Dialect>,
        /// How much of the reply the judge was given before, in bytes.
        before: usize,
        /// What has come since.
        chunk: String,
    },
    /// Call [`Run::handle_time`] at this time. A later one takes its place.
    WaitUntil(Millis),
    /// Show this.
    Show(Event),
    /// The run is over: let go of everything.
    Ended(Ending),
}

/// Something to show.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An attempt began or changed.
    Attempt(Arc<Attempt>),
    /// A piece of the current attempt's reply arrived.
    Delta(Delta),
    /// What is in the current attempt's reply so far.
    Growth(Box<Growth>),
    /// The server taught something that holds beyond this run.
    Learned(Change),
}

#[derive(Debug)]
enum State {
    Idle,
    Calling { id: CallId, heard: Millis },
    Judging { id: CallId, runaway: Option<Runaway> },
    Resting(Rest),
    Ended,
}

/// How often in one run the server is asked otherwise, since it refused how it was asked.
const MOST_LESSONS: u32 = 8;

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
            arrived: Reply::default(),
            given: Given::default(),
            watchdog: Watchdog::default(),
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
            let messages = opening(&self.task);
            match self.refuses(&messages) {
                Some(over) => self.end(Ending::OverBudget { attempts: 0, over }),
                None => self.begin_attempt(messages, now),
            }
        }
    }

    /// Ends at once, whatever is under way.
    pub fn stop(&mut self, now: Millis) {
        match self.state {
            State::Idle | State::Ended => {}
            State::Calling { .. } | State::Judging { .. } | State::Resting(_) => {
                self.break_off();
                self.end_attempt(Outcome::Stopped, now);
                self.end(Ending::Stopped);
            }
        }
    }

    /// A piece of a reply arrived.
    pub fn handle_delta(&mut self, id: CallId, delta: Delta, now: Millis) {
        if self.is_calling(id) {
            self.state = State::Calling { id, heard: now };
            match &delta {
                Delta::Text(text) => self.arrived.text.push_str(text),
                Delta::Reasoning(text) => self.arrived.reasoning.push_str(text),
                Delta::Fetching(percent) => return self.show_fetching(*percent),
                Delta::Fetched => return self.begin_call(now),
            }
            if let Some(attempt) = self.attempts.last_mut() {
                let is_first = attempt.timing.pieces.is_none();
                attempt.timing.hear(now);
                if is_first {
                    self.show_attempt();
                }
            }
            let runaway = self.watchdog.push(&delta);
            self.outputs.push_back(Output::Show(Event::Delta(delta)));
            if runaway.is_some() {
                // It may hold an answer that was complete before.
                let reply = std::mem::take(&mut self.arrived);
                self.judge(id, reply, runaway);
            } else {
                self.give_more(id);
            }
        }
    }

    /// The judge has looked at what came of a reply; nothing where it could not.
    pub fn handle_growth(&mut self, id: CallId, growth: Option<Growth>, now: Millis) {
        if !self.is_calling(id) {
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
        if !self.is_calling(id) {
            return;
        }
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
        if !self.is_calling(id) {
            return;
        }
        if !matches!(fault, Fault::Cut { .. }) && self.arrived != Reply::default() {
            // It is to be paid for though more of it does not come.
            self.break_off();
        }
        if let Some(rest) = self.rests.after(&fault, now) {
            let messages = self.attempts.last().map(|attempt| attempt.messages.as_slice());
            return match messages.and_then(|messages| self.refuses(messages)) {
                None => self.rest(rest),
                Some(over) => {
                    self.end_attempt(Outcome::CallFailed(fault), now);
                    self.end(Ending::OverBudget { attempts: self.attempts.len(), over });
                }
            };
        }
        match fault {
            Fault::Cut { reply } => {
                self.spend(&reply);
                if let Some(attempt) = self.attempts.last_mut() {
                    attempt.reply = Some(*reply).filter(|reply| *reply != Reply::default());
                }
                self.conclude(Outcome::Cut, now);
            }
            fault if self.learn(&fault) => self.send(now),
            fault => self.conclude(Outcome::CallFailed(fault), now),
        }
    }

    /// A text was judged.
    pub fn handle_judgement(&mut self, id: CallId, judgement: Judgement, now: Millis) {
        let runaway = match self.state {
            State::Judging { id: current, runaway } if current == id => runaway,
            State::Idle
            | State::Calling { .. }
            | State::Judging { .. }
            | State::Resting(_)
            | State::Ended => return,
        };
        let Some(attempt) = self.attempts.last_mut() else { return };
        let outcome = match (runaway, &attempt.reply) {
            (Some(runaway), _) if !judgement.is_valid() => Outcome::Runaway(runaway),
            (_, Some(reply)) => Outcome::of(reply, &judgement),
            (_, None) => Outcome::Empty,
        };
        attempt.judgement = Some(judgement);
        self.compare();
        self.conclude(outcome, now);
    }

    /// A text was not judged, or the stand-in model's reply not found, for this reason.
    pub fn handle_undecided(&mut self, id: CallId, reason: String, now: Millis) {
        match self.state {
            State::Calling { id: current, .. } | State::Judging { id: current, .. } if current == id => {
                self.conclude(Outcome::Undecided(reason), now);
            }
            State::Idle
            | State::Calling { .. }
            | State::Judging { .. }
            | State::Resting(_)
            | State::Ended => {}
        }
    }

    /// Time went by.
    pub fn handle_time(&mut self, now: Millis) {
        match self.state {
            // How long that takes says nothing of the model.
            State::Calling { .. } if self.is_fetching() => {}
            State::Calling { heard, .. } if now >= heard + self.task.silence => {
                self.break_off();
                self.conclude(Outcome::TimedOut, now);
            }
            State::Calling { heard, .. } => {
                self.outputs.push_back(Output::WaitUntil(heard + self.task.silence));
            }
            State::Resting(ref rest) if now >= rest.until => self.resend(now),
            State::Resting(ref rest) => self.rest(rest.at(now)),
            State::Idle | State::Judging { .. } | State::Ended => {}
        }
    }

    fn is_calling(&self, id: CallId) -> bool {
        matches!(self.state, State::Calling { id: current, .. } if current == id)
    }

    fn is_fetching(&self) -> bool {
        self.attempts.last().is_some_and(|attempt| matches!(attempt.phase, Phase::Fetching(_)))
    }

    /// Shows how much of its model the browser has fetched, where something else is shown.
    fn show_fetching(&mut self, percent: u8) {
        let Some(attempt) = self.attempts.last_mut() else { return };
        if !matches!(attempt.phase, Phase::Fetching(shown) if shown == percent) {
            attempt.phase = Phase::Fetching(percent);
            self.show_attempt();
        }
    }

    /// Why the next call is not allowed, if it is not.
    fn refuses(&self, messages: &[Message]) -> Option<OverBudget> {
        let spent: Spent = self.attempts.iter().filter_map(|attempt| attempt.spent).sum();
        let read = estimate_read(messages, self.task.manner.ladder.format());
        self.task.purse.refuses(spent, read, self.token_limit)
    }

    /// Notes what a call took by what came back of it, whole or not.
    fn spend(&mut self, reply: &Reply) {
        let Some(attempt) = self.attempts.last_mut() else { return };
        let read = estimate_read(&attempt.messages, self.task.manner.ladder.format());
        let spent = self.task.purse.spent(read, reply);
        attempt.spent = Some(attempt.spent.unwrap_or_default() + spent);
        attempt.cut_prompt = cut_prompt(&attempt.messages, reply);
    }

    /// Notes what a call took that is under way and of which no more will come.
    fn break_off(&mut self) {
        if let State::Calling { .. } = self.state {
            let arrived = std::mem::take(&mut self.arrived);
            self.spend(&arrived);
            self.arrived = arrived;
        }
    }

    /// Gives the judge what has come meanwhile, unless it is still busy.
    fn give_more(&mut self, id: CallId) {
        if let Some((before, chunk)) = self.given.next_chunk(&self.arrived.text) {
            let dialect = self.task.manner.ladder.dialect();
            self.outputs.push_back(Output::Grow { id, dialect, before, chunk });
        }
    }

    fn begin_attempt(&mut self, messages: Vec<Message>, now: Millis) {
        self.attempts.push(Attempt {
            number: self.attempts.len() + 1,
            of: self.task.attempts.get(),
            messages,
            asking: self.task.manner.ladder.asking(self.attempts.is_empty()),
            token_limit: self.token_limit,
            started: now,
            resends: 0,
            timing: Timing::of_call(now),
            phase: Phase::Calling,
            reply: None,
            judgement: None,
            correction: None,
            spent: None,
            cut_prompt: None,
            hopeless: None,
            ledger: None,
            stall: None,
            strategy: None,
        });
        self.send(now);
    }

    /// Takes what a fault says of how the server wants to be asked. Whether it is to be asked again.
    fn learn(&mut self, fault: &Fault) -> bool {
        let Some(attempt) = self.attempts.last_mut().filter(|_| self.lessons < MOST_LESSONS) else {
            return false;
        };
        let call = self.task.manner.call(&self.task, Vec::new(), attempt.token_limit);
        let manner = &mut self.task.manner;
        let Some(Lesson { change, mut words, lasts }) = Lesson::of(fault, &call, &manner.quirks) else {
            return false;
        };
        if let (Change::Modes(_), Fault::Server { complaint: Complaint::ModeRefused { parameter }, .. }) =
            (change, fault)
        {
            let Some(instead) = manner.ladder.step_down() else { return false };
            words = format!("The server refused `{parameter}`: {instead}.");
        }
        manner.quirks = manner.quirks.with(change);
        attempt.asking.mode = manner.ladder.format().mode();
        attempt.asking.notes.push(words);
        self.lessons += 1;
        self.outputs.push_back(Output::Learn(change));
        if lasts {
            self.outputs.push_back(Output::Show(Event::Learned(change)));
        }
        true
    }

    fn send(&mut self, now: Millis) {
        let Some(attempt) = self.attempts.last_mut() else { return };
        self.arrived = Reply::default();
        self.given = Given::default();
        self.watchdog = Watchdog::default();
        let messages = attempt.messages.clone();
        let call = self.task.manner.call(&self.task, messages, attempt.token_limit);
        self.calls += 1;
        let id = CallId(self.calls);
        self.state = State::Calling { id, heard: now };
        self.begin_call(now);
        self.outputs.push_back(Output::Send { id, call });
    }

    /// From now on the model is waited for.
    fn begin_call(&mut self, now: Millis) {
        if let Some(attempt) = self.attempts.last_mut() {
            attempt.phase = Phase::Calling;
            attempt.timing = Timing::of_call(now);
        }
        self.show_attempt();
        self.outputs.push_back(Output::WaitUntil(now + self.task.silence));
    }

    /// Leaves the server alone, and shows how long still.
    fn rest(&mut self, rest: Rest) {
        if let Some(attempt) = self.attempts.last_mut() {
            attempt.phase = Phase::Resting(rest.clone());
        }
        self.show_attempt();
        self.outputs.push_back(Output::WaitUntil(rest.next_second()));
        self.state = State::Resting(rest);
    }

    /// Sends the call of this attempt again.
    fn resend(&mut self, now: Millis) {
        if let Some(attempt) = self.attempts.last_mut() {
            attempt.resends += 1;
        }
        self.send(now);
    }

    /// Has the judge say what a reply is worth.
    fn judge(&mut self, id: CallId, reply: Reply, runaway: Option<Runaway>) {
        self.spend(&reply);
        let text = judged_text(&reply).to_owned();
        if let Some(attempt) = self.attempts.last_mut() {
            attempt.reply = Some(reply);
            attempt.phase = Phase::Judging;
        }
        self.state = State::Judging { id, runaway };
        self.show_attempt();
        let mut earlier = self.attempts.iter().rev().skip(1);
        let case = Case {
            text,
            input: self.task.input.clone(),
            repaired: self.task.repaired,
            dialect: self.task.manner.ladder.dialect(),
            before: earlier.find_map(Attempt::value).map(|value| value.as_str().to_owned()),
        };
        self.outputs.push_back(Output::Judge { id, case });
    }

    /// Notes what became of what was wrong before, where the newest attempt and one before it gave an answer.
    fn compare(&mut self) {
        let Some((newest, earlier)) = self.attempts.split_last_mut() else { return };
        let before = earlier.iter().rev().find(|attempt| attempt.value().is_some());
        let answer = newest.judgement.as_ref().and_then(|judgement| judgement.answer.as_ref());
        newest.ledger = before
            .zip(answer)
            .map(|(before, answer)| Ledger::new(before.violations(), &answer.violations, &answer.changed));
    }

    /// How often the run has gone in circles.
    fn circles(&self) -> usize {
        self.attempts.iter().filter(|attempt| attempt.stall.is_some()).count()
    }

    /// Ends the attempt and goes on to what follows from it.
    fn conclude(&mut self, outcome: Outcome, now: Millis) {
        self.end_attempt(outcome, now);
        let (made, circles) = (self.attempts.len(), self.circles());
        let Some(attempt) = self.attempts.last_mut() else { return };
        let Some(next) = attempt.outcome().map(|outcome| outcome.next(attempt.reply.as_ref())) else {
            return;
        };
        let raised = self.token_limit > self.task.token_limit;
        let next = if next == Next::RaiseLimit && raised { Next::Nudge } else { next };
        match next {
            Next::Accept => self.end(Ending::Valid { attempts: made }),
            Next::Give => self.end(Ending::Failed { attempts: made }),
            Next::Correct | Next::Nudge | Next::RaiseLimit | Next::Repeat => {
                if !self.task.attempts.allows_more_than(made) {
                    return self.end(Ending::Failed { attempts: made });
                }
                if circles >= MOST_CIRCLES {
                    return self.end(Ending::Stalled { attempts: made });
                }
                let strategy = self.task.correcting.strategy(circles);
                if next == Next::RaiseLimit {
                    self.token_limit = self.token_limit.saturating_mul(2);
                }
                let (messages, correction) = following(&self.task, attempt, next, strategy);
                if let Some(over) = self.refuses(&messages) {
                    return self.end(Ending::OverBudget { attempts: made, over });
                }
                if let Some(attempt) = self.attempts.last_mut() {
                    attempt.strategy = correction.is_some().then_some(strategy);
                    attempt.correction = correction;
                }
                self.show_attempt();
                self.begin_attempt(messages, now);
            }
        }
    }

    fn end_attempt(&mut self, outcome: Outcome, now: Millis) {
        self.rests.are_over();
        if let Some(attempt) = self.attempts.last_mut() {
            // What had come stays, however the call ended.
            let arrived = std::mem::take(&mut self.arrived);
            if attempt.reply.is_none() && arrived != Reply::default() {
                attempt.reply = Some(arrived);
            }
            attempt.phase = Phase::Over { outcome, latency: now.since(attempt.started) };
            let is_valid = attempt.outcome() == Some(&Outcome::Valid);
            let tried: Vec<_> = self.attempts.iter().map(Tried::of).collect();
            let stall = Stall::of(&tried).filter(|_| !is_valid);
            if let Some(attempt) = self.attempts.last_mut() {
                attempt.stall = stall;
            }
            self.show_attempt();
        }
    }

    fn end(&mut self, ending: Ending) {
        self.state = State::Ended;
        self.outputs.push_back(Output::Ended(ending));
    }

    fn show_attempt(&mut self) {
        if let Some(attempt) = self.attempts.last() {
            self.outputs.push_back(Output::Show(Event::Attempt(Arc::new(attempt.clone()))));
        }
    }
}

#[cfg(test)]
mod tests;
