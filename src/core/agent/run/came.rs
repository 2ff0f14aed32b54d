//! What happens to a run from outside, as one thing.

use super::{CallId, Run};
use crate::core::critique::Opinion;
use crate::core::judge::{Critiqued, Growth, Judgement};
use crate::core::provider::{Delta, Fault, Reply};
use crate::core::time::Millis;

/// What came of a call, or of what the judge was asked.
#[derive(Clone, Debug)]
pub enum Came {
    /// A piece of a reply.
    Delta(Delta),
    /// A whole reply.
    Reply(Reply),
    /// No reply.
    Fault(Fault),
    /// What there is to be said of a reply that is still being written.
    Growth(Option<Growth>),
    /// What a reply is worth.
    Judgement(Judgement),
    /// What a model thinks of an answer.
    Opinion(Opinion),
    /// What a reply is worth, by what a critic says too.
    Critiqued(Critiqued),
    /// The judge gave no answer, for this reason.
    Undecided(String),
}

impl Came {
    /// Tells a run.
    pub fn tell(self, run: &mut Run, id: CallId, now: Millis) {
        match self {
            Self::Delta(delta) => run.handle_delta(id, delta, now),
            Self::Reply(reply) => run.handle_reply(id, reply, now),
            Self::Fault(fault) => run.handle_fault(id, fault, now),
            Self::Growth(growth) => run.handle_growth(id, growth, now),
            Self::Judgement(judgement) => run.handle_judgement(id, judgement, now),
            Self::Opinion(opinion) => run.handle_opinion(id, opinion, now),
            Self::Critiqued(critiqued) => run.handle_critiqued(id, critiqued, now),
            Self::Undecided(reason) => run.handle_undecided(id, reason, now),
        }
    }
}
