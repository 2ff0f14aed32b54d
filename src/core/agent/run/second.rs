//! Further calls about an answer that was judged: first what the model thinks of it, then, where it is valid, the
//! critique. Each is made at most once an attempt; where it comes to nothing, the verdict stands as it is.

use super::super::outcome::Outcome;
use super::super::second::{SecondCall, SecondFinding, SecondKind};
use super::{CallId, Output, Purpose, Run, State};
use crate::core::critique::{Opinion, opinion_messages};
use crate::core::judge::Critiqued;
use crate::core::provider::{Message, Reply};
use crate::core::time::Millis;

impl Run {
    /// Asks the model what it thinks of the answer, where that is wanted and there is one.
    pub(super) fn ask_for_opinion(&mut self, verdict: Outcome, now: Millis) {
        let answer = self.attempts.last().and_then(|attempt| attempt.value());
        match answer.filter(|_| self.task.has_opinion) {
            Some(answer) => {
                let messages = opinion_messages(&self.first_messages(), answer);
                self.ask_second(SecondKind::Opinion, verdict, messages, now);
            }
            None => self.ask_for_critique(verdict, now),
        }
    }

    /// Asks the critic for what the validator cannot see, where the answer is valid.
    fn ask_for_critique(&mut self, verdict: Outcome, now: Millis) {
        let answer = self.attempts.last().and_then(|attempt| attempt.value());
        match (&self.task.critic, answer) {
            (Some(critic), Some(answer)) if verdict == Outcome::Valid => {
                let messages = critic.critique.messages(&self.first_messages(), answer);
                self.ask_second(SecondKind::Critique, verdict, messages, now);
            }
            (Some(_) | None, Some(_) | None) => self.conclude(verdict, now),
        }
    }

    /// What was asked at first: what came after it says what an earlier answer was.
    fn first_messages(&self) -> Vec<Message> {
        self.attempts.first().map(|attempt| attempt.messages.clone()).unwrap_or_default()
    }

    fn ask_second(&mut self, kind: SecondKind, verdict: Outcome, messages: Vec<Message>, now: Millis) {
        let purpose = Purpose::Second { kind, verdict: verdict.clone() };
        let over = self.refuses(&messages, &purpose, now);
        let Some(attempt) = self.attempts.last_mut() else { return };
        attempt.second.push(SecondCall::new(kind, messages));
        match over {
            None => self.send(purpose, now),
            Some(over) => self.give_up_second(kind, verdict, &over.to_string(), now),
        }
    }

    /// Has the judge read what came back.
    pub(super) fn read_second(&mut self, id: CallId, kind: SecondKind, verdict: Outcome, reply: &Reply) {
        self.spend(reply);
        self.arrived = Reply::default();
        if let Some(second) = self.attempts.last_mut().and_then(|attempt| attempt.second.last_mut()) {
            second.messages.push(Message::assistant(&reply.text));
        }
        let output = match kind {
            SecondKind::Opinion => Output::ReadOpinion { id, text: reply.text.clone() },
            SecondKind::Critique => {
                Output::JudgeCritique { id, case: self.case(), critique: reply.text.clone() }
            }
        };
        self.outputs.push_back(output);
        self.state = State::ReadingSecond { id, kind, verdict };
    }

    /// What the model thinks of the answer was read.
    pub fn handle_opinion(&mut self, id: CallId, opinion: Opinion, now: Millis) {
        if let Some((SecondKind::Opinion, verdict)) = self.reading(id) {
            self.find(SecondFinding::Opinion(Some(opinion)));
            self.ask_for_critique(verdict, now);
        }
    }

    /// The answer was judged by what the critic says of it too.
    pub fn handle_critiqued(&mut self, id: CallId, critiqued: Critiqued, now: Millis) {
        let Some((SecondKind::Critique, verdict)) = self.reading(id) else { return };
        let Critiqued { judgement, finding } = critiqued;
        self.find(SecondFinding::Critique(Some(finding)));
        let Some(attempt) = self.attempts.last_mut() else { return };
        let verdict = attempt.reply.as_ref().map_or(verdict, |reply| Outcome::of(reply, &judgement));
        attempt.judgement = Some(judgement);
        self.compare();
        self.conclude(verdict, now);
    }

    /// A further call came to nothing: the verdict stands.
    pub(super) fn give_up_second(&mut self, kind: SecondKind, verdict: Outcome, reason: &str, now: Millis) {
        self.arrived = Reply::default();
        self.find(SecondFinding::none(kind, reason));
        match kind {
            SecondKind::Opinion => self.ask_for_critique(verdict, now),
            SecondKind::Critique => self.conclude(verdict, now),
        }
    }

    fn find(&mut self, finding: SecondFinding) {
        self.rests.are_over();
        if let Some(second) = self.attempts.last_mut().and_then(|attempt| attempt.second.last_mut()) {
            second.finding = finding;
        }
    }

    /// What is being read, if this is it.
    fn reading(&self, id: CallId) -> Option<(SecondKind, Outcome)> {
        match &self.state {
            State::ReadingSecond { id: current, kind, verdict } if *current == id => {
                Some((*kind, verdict.clone()))
            }
            State::ReadingSecond { .. }
            | State::Idle
            | State::Calling { .. }
            | State::Judging { .. }
            | State::Resting { .. }
            | State::Reviewing(_)
            | State::Ended { .. } => None,
        }
    }
}
