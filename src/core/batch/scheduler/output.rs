//! What a scheduler asks for.

use crate::core::agent::{CallId, SecondKind};
use crate::core::batch::job::Cell;
use crate::core::dialect::Dialect;
use crate::core::judge::Case;
use crate::core::provider::{Call, Change};
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

/// What a judge does for a run; what comes of it is handed in with the id.
#[derive(Clone, Debug, PartialEq)]
pub enum Judged {
    /// It judges a reply.
    Reply(CallId, Case),
    /// It judges a reply once more, by what a critic says of it too.
    Critique(CallId, Case, String),
    /// It reads what a model thinks of an answer.
    Opinion(CallId, String),
    /// It looks at what has come of a reply.
    Growth {
        /// See above.
        id: CallId,
        /// The dialect in which the server was given the schema, if it was.
        dialect: Option<Dialect>,
        /// How much of the reply the judge was given before, in bytes.
        before: usize,
        /// What has come since.
        chunk: String,
    },
}
