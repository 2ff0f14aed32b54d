//! Further calls about an answer that was judged: first what the model thinks of it, then, where it is valid, the
//! critique. Each is made at most once an attempt; where it comes to nothing, the verdict stands as it is.

use super::super::second::{SecondCall, SecondFinding, SecondKind};
use super::{CallId, Output, Purpose, Run, State};
use crate::core::critique::{Opinion, opinion_messages};
use crate::core::judge::{Critiqued, Judgement};
use crate::core::provider::{Message, Reply};
use crate::core::time::Millis;

impl Run {
    /// Asks the model what it thinks of the answer, where that is wanted and there is one.
    pub(super) fn ask_for_opinion(&mut self, now: Millis) {
        let answer = self.attempts.last().and_then(|attempt| attempt.value());
        match answer.filter(|_| self.task.has_opinion) {
            Some(answer) => {
                let messages = opinion_messages(&self.first_messages(), answer);
                self.ask_second(SecondKind::Opinion, messages, now);
            }
            None => self.ask_for_critique(now),
        }
    }

    /// Asks the critic for what the validator cannot see, where the answer is valid.
    pub(super) fn ask_for_critique(&mut self, now: Millis) {
        let judgement = self.attempts.last().and_then(|attempt| attempt.judgement.as_deref());
        let answer = judgement.filter(|judgement| judgement.is_valid()).and_then(Judgement::value);
        match self.task.critic.as_ref().zip(answer) {
            Some((critic, answer)) => {
                let messages = critic.critique.messages(&self.first_messages(), answer);
                self.ask_second(SecondKind::Critique, messages, now);
            }
            None => self.conclude(self.verdict(), now),
        }
    }

    /// What was asked at first: what came after it says what an earlier answer was.
    fn first_messages(&self) -> Vec<Message> {
        self.attempts.first().map(|attempt| attempt.messages.clone()).unwrap_or_default()
    }

    fn ask_second(&mut self, kind: SecondKind, messages: Vec<Message>, now: Millis) {
        let purpose = Purpose::Second(kind);
        let second = SecondCall::new(kind, messages.clone(), self.task.manner.ladder.format());
        let Some(attempt) = self.attempts.last_mut() else { return };
        attempt.second.push(second);
        match self.refuses(&messages, purpose, now) {
            None => self.send(purpose, now),
            Some(over) => self.give_up_second(kind, &over.to_string(), now),
        }
    }

    /// Has the judge read what came back.
    pub(super) fn read_second(&mut self, id: CallId, kind: SecondKind, reply: &Reply) {
        self.spend(reply);
        self.arrived = Reply::default();
        if let Some(second) = self.attempts.last_mut().and_then(|attempt| attempt.second.last_mut()) {
            second.messages.push(Message::assistant(&reply.text));
        }
        self.have_second_read(id, kind, reply.text.clone());
    }

    pub(super) fn have_second_read(&mut self, id: CallId, kind: SecondKind, text: String) {
        let output = match kind {
            SecondKind::Opinion => Output::ReadOpinion { id, text },
            SecondKind::Critique => Output::JudgeCritique { id, case: self.case(), critique: text },
        };
        self.outputs.push_back(output);
        self.state = State::Judging { id, purpose: Purpose::Second(kind) };
    }

    /// What the model thinks of the answer was read.
    pub fn handle_opinion(&mut self, id: CallId, opinion: Opinion, now: Millis) {
        if self.read_of(id) == Some(Purpose::Second(SecondKind::Opinion)) {
            self.find(SecondFinding::Opinion(Some(opinion)));
            self.ask_for_critique(now);
        }
    }

    /// The answer was judged by what the critic says of it too.
    pub fn handle_critiqued(&mut self, id: CallId, critiqued: Critiqued, now: Millis) {
        if self.read_of(id) == Some(Purpose::Second(SecondKind::Critique)) {
            let Critiqued { judgement, finding } = critiqued;
            self.find(SecondFinding::Critique(Some(finding)));
            self.take(judgement);
            self.conclude(self.verdict(), now);
        }
    }

    /// A further call came to nothing: the verdict stands.
    pub(super) fn give_up_second(&mut self, kind: SecondKind, reason: &str, now: Millis) {
        self.arrived = Reply::default();
        self.find(SecondFinding::none(kind, reason));
        match kind {
            SecondKind::Opinion => self.ask_for_critique(now),
            SecondKind::Critique => self.conclude(self.verdict(), now),
        }
    }

    fn find(&mut self, finding: SecondFinding) {
        self.rests.are_over();
        if let Some(second) = self.attempts.last_mut().and_then(|attempt| attempt.second.last_mut()) {
            second.finding = finding;
        }
    }
}
