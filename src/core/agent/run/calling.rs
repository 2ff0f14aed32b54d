//! Calls: sending them, waiting for a busy server, learning how it wants to be asked, and what they took.

use super::super::attempt::Sent;
use super::super::attempt::{Attempt, Phase};
use super::super::outcome::{Ending, Outcome};
use super::super::rest::{Rest, Rested};
use super::super::second::SecondKind;
use super::super::spending::{Purse, cut_prompt, estimate_read};
use super::super::timing::Timing;
use super::super::watchdog::Watchdog;
use super::{CallId, Event, Given, Output, Purpose, Run, State};
use crate::core::cost::OverBudget;
use crate::core::provider::{Call, Change, Complaint, Fault, Format, Lesson, Message, Reply};
use crate::core::time::Millis;
use std::sync::Arc;

/// How often in one run the server is asked otherwise, since it refused how it was asked.
const MOST_LESSONS: u32 = 8;

impl Run {
    /// Why the next call of these messages is not allowed, if it is not.
    pub(super) fn refuses(&self, messages: &[Message], purpose: Purpose, now: Millis) -> Option<OverBudget> {
        let time = self.task.purse.budget.time.filter(|_| self.deadline.is_over(now));
        let image = self.task.image.as_ref();
        let read = estimate_read(messages, image, self.format_of(purpose));
        let over = || self.purse_of(purpose).refuses(self.spent(), read, self.token_limit);
        time.map(OverBudget::Time).or_else(over)
    }

    /// How the server is told what form the reply to the newest call for this must have.
    fn format_of(&self, purpose: Purpose) -> &Format {
        let second = self.attempts.last().and_then(|attempt| attempt.second.last());
        match (purpose, second) {
            (Purpose::Answer, _) => self.task.manner.ladder.format(),
            (Purpose::Second(_), Some(second)) => &second.format,
            (Purpose::Second(_), None) => &Format::Prompt,
        }
    }

    /// Notes what a call took by what came back of it, whole or not.
    pub(super) fn spend(&mut self, reply: &Reply) {
        let purpose = self.purpose();
        let purse = self.purse_of(purpose);
        let image = self.task.image.as_ref();
        let Some(attempt) = self.attempts.last_mut() else { return };
        let read = match purpose {
            Purpose::Answer => {
                attempt.cut_prompt = cut_prompt(&attempt.messages, reply);
                estimate_read(&attempt.messages, image, self.task.manner.ladder.format())
            }
            Purpose::Second(_) => {
                let second = attempt.second.last();
                second.map_or(0, |second| estimate_read(&second.messages, image, &second.format))
            }
        };
        let spent = purse.spent(read, reply);
        attempt.spent = Some(attempt.spent.unwrap_or_default() + spent);
    }

    /// What the call under way is for.
    fn purpose(&self) -> Purpose {
        match self.state {
            State::Calling { purpose, .. }
            | State::Judging { purpose, .. }
            | State::Resting { purpose, .. } => purpose,
            State::Idle | State::Reviewing(_) | State::Ended { .. } => Purpose::Answer,
        }
    }

    /// What a call for this is paid from: the critic may be another model.
    fn purse_of(&self, purpose: Purpose) -> Purse {
        let critic = self.task.critic.as_ref();
        let price = match purpose {
            Purpose::Second(SecondKind::Critique) => critic.and_then(|critic| critic.price),
            Purpose::Answer | Purpose::Second(SecondKind::Opinion) => self.task.purse.price,
        };
        Purse { price, ..self.task.purse }
    }

    /// Notes what a call took that is under way and of which no more will come.
    pub(super) fn break_off(&mut self) {
        if let State::Calling { .. } = self.state {
            let arrived = std::mem::take(&mut self.arrived);
            self.spend(&arrived);
            self.arrived = arrived;
        }
    }

    /// The time of the whole run is over while a call is under way.
    pub(super) fn run_out_of_time(&mut self, now: Millis) {
        let Some(over) = self.task.purse.budget.time.map(OverBudget::Time) else { return };
        let purpose = self.purpose();
        self.break_off();
        match purpose {
            Purpose::Answer => {
                self.end_attempt(Outcome::TimedOut, now);
                self.end(Ending::OverBudget { attempts: self.attempts.len(), over }, now);
            }
            Purpose::Second(kind) => {
                self.give_up_second(kind, &over.to_string(), now);
            }
        }
    }

    /// Gives the judge what has come meanwhile, unless it is still busy.
    pub(super) fn give_more(&mut self, id: CallId) {
        if let Some((before, chunk)) = self.given.next_chunk(&self.arrived.text) {
            let dialect = self.task.manner.ladder.dialect();
            self.outputs.push_back(Output::Grow { id, dialect, before, chunk });
        }
    }

    pub(super) fn begin_attempt(&mut self, messages: Vec<Message>, now: Millis) {
        self.runaway = None;
        self.attempts.push(Attempt {
            number: self.attempts.len() + 1,
            of: self.task.attempts.get(),
            messages,
            asking: self.task.manner.ladder.asking(self.attempts.is_empty()),
            dialect: None,
            token_limit: self.token_limit,
            started: now,
            sent: None,
            resends: 0,
            rested: Rested::default(),
            timing: Timing::of_call(now),
            phase: Phase::Calling,
            reply: None,
            judgement: None,
            correction: None,
            spent: None,
            cut_prompt: None,
            hopeless: None,
            stall: None,
            strategy: None,
            second: Vec::new(),
        });
        self.send(Purpose::Answer, now);
    }

    /// Takes what a fault says of how the server wants to be asked for this. Whether it is to be asked again.
    pub(super) fn learn(&mut self, fault: &Fault, purpose: Purpose) -> bool {
        let is_format_refused =
            matches!(fault, Fault::Server { complaint: Complaint::ModeRefused { .. }, .. });
        match purpose {
            // Answers may be asked for as before: the critic may be another model.
            Purpose::Second(_) if is_format_refused => self.leave_format(),
            Purpose::Answer | Purpose::Second(_) => self.learn_manner(fault),
        }
    }

    /// Has only the prompt say what form the reply to a further call must have. Whether that is new.
    fn leave_format(&mut self) -> bool {
        let second = self.attempts.last_mut().and_then(|attempt| attempt.second.last_mut());
        let before = second.map(|second| std::mem::replace(&mut second.format, Format::Prompt));
        before.is_some_and(|before| before != Format::Prompt)
    }

    fn learn_manner(&mut self, fault: &Fault) -> bool {
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

    /// Sends the call of the newest attempt that is for this.
    pub(super) fn send(&mut self, purpose: Purpose, now: Millis) {
        let Some(attempt) = self.attempts.last_mut() else { return };
        self.arrived = Reply::default();
        self.given = Given::default();
        self.watchdog = Watchdog::default();
        let call = match purpose {
            Purpose::Answer => {
                let call = self.task.manner.call(&self.task, attempt.messages.clone(), attempt.token_limit);
                let quirks = self.task.manner.quirks;
                attempt.sent = Some(Arc::new(Sent { call: call.clone(), quirks }));
                call
            }
            Purpose::Second(_) => {
                let messages = attempt.second.last().map(|second| second.messages.clone());
                let call = self.task.manner.call(&self.task, messages.unwrap_or_default(), self.token_limit);
                Call { format: self.format_of(purpose).clone(), ..call }
            }
        };
        self.calls += 1;
        let id = CallId(self.calls);
        self.state = State::Calling { id, purpose, heard: now };
        self.begin_call(now);
        let second = match purpose {
            Purpose::Answer => None,
            Purpose::Second(kind) => Some(kind),
        };
        self.outputs.push_back(Output::Send { id, second, call });
    }

    /// From now on the model is waited for.
    pub(super) fn begin_call(&mut self, now: Millis) {
        self.deadline.resume(now);
        let phase = match self.purpose() {
            Purpose::Answer => Phase::Calling,
            Purpose::Second(kind) => Phase::Second(kind),
        };
        if let Some(attempt) = self.attempts.last_mut() {
            if phase == Phase::Calling {
                attempt.timing = Timing::of_call(now);
            }
            attempt.phase = phase;
        }
        self.show_attempt();
        self.wait_for_call(now);
    }

    /// Waits until the server was silent for too long, or the run has taken all its time.
    pub(super) fn wait_for_call(&mut self, heard: Millis) {
        let time = self.deadline.or_before(heard + self.task.silence);
        self.outputs.push_back(Output::WaitUntil(time));
    }

    /// Notes when something came of the call of the newest attempt; those of second looks have no such times.
    pub(super) fn note(&mut self, purpose: Purpose, write: impl FnOnce(&mut Timing)) {
        if let (Purpose::Answer, Some(attempt)) = (purpose, self.attempts.last_mut()) {
            write(&mut attempt.timing);
        }
    }

    /// Shows how much of its model the browser has fetched, where something else is shown.
    pub(super) fn show_fetching(&mut self, percent: u8, now: Millis) {
        self.deadline.pause(now);
        let Some(attempt) = self.attempts.last_mut() else { return };
        if !matches!(attempt.phase, Phase::Fetching(shown) if shown == percent) {
            attempt.phase = Phase::Fetching(percent);
            self.show_attempt();
        }
    }

    /// Leaves a server alone that asks for it, where the call that follows is allowed.
    pub(super) fn rest_if_allowed(&mut self, rest: Rest, purpose: Purpose, fault: Fault, now: Millis) {
        let Some(attempt) = self.attempts.last() else { return };
        let messages = match purpose {
            Purpose::Answer => &attempt.messages,
            Purpose::Second(_) => attempt.second.last().map_or(&attempt.messages, |second| &second.messages),
        };
        match (self.refuses(messages, purpose, rest.until), purpose) {
            (None, _) => self.rest(rest, purpose),
            (Some(over), Purpose::Answer) => {
                self.end_attempt(Outcome::CallFailed(fault), now);
                self.end(Ending::OverBudget { attempts: self.attempts.len(), over }, now);
            }
            (Some(over), Purpose::Second(kind)) => {
                self.give_up_second(kind, &over.to_string(), now);
            }
        }
    }

    /// Leaves the server alone, and shows how long still.
    pub(super) fn rest(&mut self, rest: Rest, purpose: Purpose) {
        if let Some(attempt) = self.attempts.last_mut() {
            attempt.phase = Phase::Resting(rest.clone());
        }
        self.show_attempt();
        self.outputs.push_back(Output::WaitUntil(rest.next_second()));
        self.state = State::Resting { rest, purpose };
    }

    /// Sends the call that was turned away again.
    pub(super) fn resend(&mut self, purpose: Purpose, now: Millis) {
        if let (State::Resting { rest, .. }, Some(attempt)) = (&self.state, self.attempts.last_mut()) {
            attempt.resends += 1;
            attempt.rested.add(rest);
        }
        self.send(purpose, now);
    }

    pub(super) fn show_attempt(&mut self) {
        if let Some(attempt) = self.attempts.last() {
            self.outputs.push_back(Output::Show(Event::Attempt(Arc::new(attempt.clone()))));
        }
    }
}
