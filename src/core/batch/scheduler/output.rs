//! What a scheduler asks for, and what it can be told.

use crate::core::agent::{self, CallId, SecondKind};
use crate::core::batch::job::Cell;
use crate::core::critique::Opinion;
use crate::core::judge::{Critiqued, Growth, Judgement};
use crate::core::provider::{Call, Change, Delta, Fault, Reply};
use crate::core::time::Millis;

/// What is to be done next, in this order: what is to be kept is kept before anything that comes after it.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Find out what this run is to do, and which attempts of it there are, and hand that in.
    Load(Cell),
    /// Send this call of a run.
    Send {
        /// Whose call it is.
        cell: Cell,
        /// What comes of it is handed in with this.
        id: CallId,
        /// What it is for, where it is not for an answer.
        second: Option<SecondKind>,
        /// The call.
        call: Call,
    },
    /// Have the judge do this for a run.
    Judge(Cell, Judged),
    /// Keep what there is of this run.
    Keep(Cell),
    /// This run is over: take it, and keep it and what it came to.
    Finish(Cell),
    /// Let go of the call of this run: nothing of it is waited for any more.
    Release(Cell),
    /// From now on the server of this run is to be called so.
    Learn(Cell, Change),
    /// Tell when this time has come. A later one takes its place.
    WaitUntil(Millis),
    /// It stands otherwise now.
    Stands,
}

/// What a judge does for a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Judged {
    /// See [`agent::Output::Judge`].
    Reply(CallId, crate::core::judge::Case),
    /// See [`agent::Output::JudgeCritique`].
    Critique(CallId, crate::core::judge::Case, String),
    /// See [`agent::Output::ReadOpinion`].
    Opinion(CallId, String),
    /// See [`agent::Output::Grow`].
    Growth {
        /// What comes of it is handed in with this.
        id: CallId,
        /// The dialect in which the server was given the schema, if it was.
        dialect: Option<crate::core::dialect::Dialect>,
        /// How much of the reply the judge was given before, in bytes.
        before: usize,
        /// What has come since.
        chunk: String,
    },
}

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
    pub(super) fn tell(self, run: &mut agent::Run, id: CallId, now: Millis) {
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
