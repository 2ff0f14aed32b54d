//! What becomes of a reply: it is judged, compared with the one before, and followed by another attempt or the end.

use super::super::attempt::{Attempt, Phase};
use super::super::conversation::{messages_with, words_for};
use super::super::outcome::{Ending, Next, Outcome};
use super::super::stall::{MOST_CIRCLES, Stall};
use super::super::strategy::Correcting;
use super::super::task::{AttemptLimit, Reviewing};
use super::super::watchdog::Runaway;
use super::{CallId, Draft, Event, Following, Output, Purpose, Run, State};
use crate::core::judge::{Case, Judgement, Tried};
use crate::core::provider::{Message, Reply};
use crate::core::time::Millis;
use std::sync::Arc;

impl Run {
    /// Has the judge say what a reply is worth.
    pub(super) fn judge(&mut self, id: CallId, reply: Reply, runaway: Option<Runaway>) {
        self.spend(&reply);
        if let Some(attempt) = self.attempts.last_mut() {
            attempt.reply = Some(reply);
            attempt.dialect = self.task.manner.ladder.dialect();
            attempt.phase = Phase::Judging;
        }
        self.runaway = runaway;
        self.state = State::Judging { id, purpose: Purpose::Answer };
        self.show_attempt();
        let case = self.case();
        self.outputs.push_back(Output::Judge { id, case });
    }

    /// The reply of the newest attempt, and what it is judged by.
    pub(super) fn case(&self) -> Case {
        Attempt::case(&self.attempts, &self.task.input, self.task.repaired)
    }

    /// Takes what the judge says of the newest reply.
    pub(super) fn take(&mut self, judgement: Judgement) {
        if let Some(attempt) = self.attempts.last_mut() {
            attempt.judgement = Some(Arc::new(judgement));
        }
    }

    /// What the newest reply amounts to, now that it was judged.
    pub(super) fn verdict(&self) -> Outcome {
        let attempt = self.attempts.last();
        match attempt.and_then(|attempt| attempt.reply.as_ref().zip(attempt.judgement.as_deref())) {
            Some((reply, judgement)) => match self.runaway.filter(|_| !judgement.is_valid()) {
                Some(runaway) => Outcome::Runaway(runaway),
                None => Outcome::of(reply, judgement),
            },
            None => Outcome::Empty,
        }
    }

    /// How often the run has gone in circles.
    fn circles(&self) -> usize {
        self.attempts.iter().filter(|attempt| attempt.stall.is_some()).count()
    }

    /// Ends the attempt and goes on to what follows from it.
    pub(super) fn conclude(&mut self, outcome: Outcome, now: Millis) {
        self.end_attempt(outcome, now);
        self.go_on(now);
    }

    /// Goes on to what follows from the newest attempt, which is over.
    pub(super) fn go_on(&mut self, now: Millis) {
        let made = self.attempts.len();
        let Some(following) = self.following() else { return };
        match following.next {
            Next::Accept => self.end(Ending::Valid { attempts: made }, now),
            Next::Give => self.end(Ending::Failed { attempts: made }, now),
            Next::Correct | Next::Nudge | Next::RaiseLimit | Next::Repeat => {
                if !self.task.attempts.allows_more_than(made) {
                    self.end_with(Ending::Failed { attempts: made }, Some(following), now);
                } else if self.circles() >= MOST_CIRCLES {
                    self.end_with(Ending::Stalled { attempts: made }, Some(following), now);
                } else if self.task.reviewing == Reviewing::EachCorrection && following.correction.is_some() {
                    self.deadline.pause(now);
                    self.show_draft(&following);
                    self.state = State::Reviewing(following);
                } else {
                    self.follow(following, now);
                }
            }
        }
    }

    /// What follows from the newest attempt, which is over.
    fn following(&self) -> Option<Following> {
        let attempt = self.attempts.last()?;
        let next = attempt.outcome()?.next(attempt.reply.as_ref());
        let is_raised = self.token_limit > self.task.token_limit;
        let next = if next == Next::RaiseLimit && is_raised { Next::Nudge } else { next };
        let is_told = self.task.correcting != Correcting::AskAgain;
        let next = match next {
            Next::Correct | Next::Nudge if !is_told => Next::Repeat,
            Next::Accept | Next::Correct | Next::Nudge | Next::RaiseLimit | Next::Repeat | Next::Give => next,
        };
        let strategy = self.task.correcting.strategy(self.circles());
        let is_firm = attempt.stall.is_some() || self.has_no_answer_again();
        let correction = is_told.then(|| words_for(&self.task, attempt, next, strategy, is_firm)).flatten();
        Some(Following { next, strategy, correction })
    }

    /// Whether neither of the last two replies held an answer.
    fn has_no_answer_again(&self) -> bool {
        let mut last = self.attempts.iter().rev().map(|attempt| &attempt.judgement);
        let mut is_none =
            || last.next().is_some_and(|read| read.as_ref().is_some_and(|read| !read.form.is_empty()));
        is_none() && is_none()
    }

    /// Begins the attempt that follows, where the budget allows it.
    pub(super) fn follow(&mut self, following: Following, now: Millis) {
        let Following { next, strategy, correction } = &following;
        if *next == Next::RaiseLimit {
            self.token_limit = self.token_limit.saturating_mul(2);
        }
        let Some(messages) = self.messages(&following) else { return };
        if let Some(over) = self.refuses(&messages, Purpose::Answer, now) {
            return self.end(Ending::OverBudget { attempts: self.attempts.len(), over }, now);
        }
        if let Some(attempt) = self.attempts.last_mut() {
            attempt.strategy = correction.is_some().then_some(*strategy);
            attempt.correction.clone_from(correction);
        }
        self.show_attempt();
        if self.task.correcting == Correcting::AskAgain {
            // With the same seed the same would come again.
            let seed = self.task.sampling.seed;
            self.task.sampling.seed = seed.map(|seed| seed.wrapping_add(1));
        }
        self.begin_attempt(messages, now);
    }

    fn messages(&self, following: &Following) -> Option<Vec<Message>> {
        let attempt = self.attempts.last()?;
        let Following { next, strategy, correction } = following;
        Some(messages_with(&self.task, attempt, *next, *strategy, correction.as_deref()))
    }

    /// One more attempt than there were is allowed.
    pub(super) fn allow_one_more(&mut self) {
        let made = u8::try_from(self.attempts.len()).unwrap_or(AttemptLimit::MOST);
        self.task.attempts = AttemptLimit::new(made.saturating_add(1));
    }

    fn show_draft(&mut self, following: &Following) {
        let correction = following.correction.clone().unwrap_or_default();
        self.outputs.push_back(Output::Show(Event::Draft(Draft { correction })));
    }

    pub(super) fn end_attempt(&mut self, outcome: Outcome, now: Millis) {
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

    /// Ends the run. Where the model was asked and gave no valid answer, the same may be sent once more.
    pub(super) fn end(&mut self, ending: Ending, now: Millis) {
        let following = match ending {
            Ending::Valid { .. } => None,
            Ending::Failed { .. } | Ending::Stalled { .. } | Ending::OverBudget { .. } | Ending::Stopped => {
                self.following()
            }
        };
        self.end_with(ending, following, now);
    }

    /// Ends the run, and offers the attempt that might follow, where that is allowed.
    pub(super) fn end_with(&mut self, ending: Ending, following: Option<Following>, now: Millis) {
        self.deadline.pause(now);
        let is_allowed = |following: &Following| {
            let messages = self.messages(following).unwrap_or_default();
            self.attempts.len() < usize::from(AttemptLimit::MOST)
                && self.refuses(&messages, Purpose::Answer, now).is_none()
        };
        let more = following.filter(is_allowed);
        if let Some(following) = &more {
            self.show_draft(following);
        }
        self.state = State::Ended { more };
        self.outputs.push_back(Output::Ended(ending));
    }
}
