//! Going on with attempts that were made before: of a run that was cut, or of another one that is to be followed
//! otherwise. No call is made again whose reply is there.

use super::super::attempt::{Attempt, Phase};
use super::super::outcome::Outcome;
use super::super::second::SecondKind;
use super::super::strategy::Correcting;
use super::pause::Deadline;
use super::{CallId, Output, Purpose, Run, State};
use crate::core::provider::Role;
use crate::core::time::Millis;

/// How far the newest attempt had come.
enum Reached {
    /// It is over.
    Over,
    /// Its reply was there, and not judged.
    Reply,
    /// Its answer was judged, and the model was not asked about it.
    Verdict,
    /// A further call about its answer was under way.
    Asked(SecondKind),
    /// That call's reply was there: this text.
    Told(SecondKind, String),
    /// Nothing came of that call.
    GivenUp(SecondKind),
}

impl Run {
    /// Begins with these attempts, whose replies are judged. The last one may be marked as stopped, with a reply: the
    /// run was cut then before it was over.
    pub fn resume(&mut self, attempts: Vec<Attempt>, now: Millis) {
        let State::Idle = self.state else { return };
        self.attempts = attempts;
        while self.attempts.last().is_some_and(is_without_reply) {
            self.attempts.pop();
        }
        let of = self.task.attempts.get();
        for (position, attempt) in self.attempts.iter_mut().enumerate() {
            (attempt.number, attempt.of) = (position + 1, of);
        }
        let Some(last) = self.attempts.last() else { return self.start(now) };
        self.deadline = Deadline::after(self.task.purse.budget.time, now);
        self.token_limit = self.token_limit.max(last.token_limit);
        if self.task.correcting == Correcting::AskAgain {
            let earlier = self.attempts.len() as u64 - 1;
            self.task.sampling.seed = self.task.sampling.seed.map(|seed| seed.wrapping_add(earlier));
        }
        let reached = reached(last);
        if !matches!(reached, Reached::Over)
            && let Some(last) = self.attempts.last_mut()
        {
            // Its clock was another one.
            last.started = now;
        }
        match reached {
            Reached::Over => self.go_on(now),
            Reached::Reply => {
                let id = self.next_id();
                self.judge_again(id);
            }
            Reached::Verdict => self.ask_for_opinion(now),
            Reached::Asked(kind) => {
                if let Some(attempt) = self.attempts.last_mut() {
                    attempt.second.pop();
                }
                match kind {
                    SecondKind::Opinion => self.ask_for_opinion(now),
                    SecondKind::Critique => self.ask_for_critique(now),
                }
            }
            Reached::Told(kind, text) => {
                let id = self.next_id();
                self.have_second_read(id, kind, text);
            }
            Reached::GivenUp(SecondKind::Opinion) => self.ask_for_critique(now),
            Reached::GivenUp(SecondKind::Critique) => self.conclude(self.verdict(), now),
        }
    }

    /// The call of this id was held back, and is sent only now.
    pub fn handle_sent(&mut self, id: CallId, now: Millis) {
        if self.purpose_of(id).is_some() {
            if let State::Calling { heard, .. } = &mut self.state {
                *heard = now;
            }
            self.begin_call(now);
        }
    }

    /// Whether this call is under way.
    pub fn is_calling(&self, id: CallId) -> bool {
        self.purpose_of(id).is_some()
    }

    fn next_id(&mut self) -> CallId {
        self.calls += 1;
        CallId(self.calls)
    }

    fn judge_again(&mut self, id: CallId) {
        if let Some(attempt) = self.attempts.last_mut() {
            attempt.phase = Phase::Judging;
        }
        self.state = State::Judging { id, purpose: Purpose::Answer };
        self.outputs.push_back(Output::Judge { id, case: self.case() });
    }
}

/// Whether nothing came of an attempt before the run was cut.
fn is_without_reply(attempt: &Attempt) -> bool {
    attempt.outcome() == Some(&Outcome::Stopped) && attempt.reply.is_none()
}

fn reached(attempt: &Attempt) -> Reached {
    if attempt.outcome() != Some(&Outcome::Stopped) {
        return Reached::Over;
    }
    let Some(second) = attempt.second.last() else {
        return if attempt.judgement.is_some() { Reached::Verdict } else { Reached::Reply };
    };
    let kind = second.kind();
    match second.messages.last() {
        Some(told) if told.role == Role::Assistant => Reached::Told(kind, told.content.clone()),
        Some(_) | None if second.words(0).is_some() => Reached::GivenUp(kind),
        Some(_) | None => Reached::Asked(kind),
    }
}
