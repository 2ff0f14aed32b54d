//! What a run asks for, and what it has to show.

use super::super::attempt::Attempt;
use super::super::outcome::Ending;
use super::super::second::SecondKind;
use crate::core::dialect::Dialect;
use crate::core::judge::{Case, Growth};
use crate::core::provider::{Call, Change, Delta};
use crate::core::time::Millis;
use std::sync::Arc;

/// One call of a run. What arrives for another call than the current one is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallId(pub(super) u64);

/// What is to be done next.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Send this call, and let go of any call before it.
    Send {
        /// What replies, deltas and faults of it are handed in with.
        id: CallId,
        /// What it is for, where it is not for an answer: another model may be asked.
        second: Option<SecondKind>,
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
    /// Judge this answer once more, now by what a critique says of it too.
    JudgeCritique {
        /// What comes of it is handed in with.
        id: CallId,
        /// The reply that holds the answer.
        case: Case,
        /// What the critic said.
        critique: String,
    },
    /// Read this opinion of an answer.
    ReadOpinion {
        /// What comes of it is handed in with.
        id: CallId,
        /// What the model said.
        text: String,
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
    /// Call [`Run::handle_time`](super::Run::handle_time) at this time. A later one takes its place.
    WaitUntil(Millis),
    /// Show this.
    Show(Event),
    /// The run is over: let go of everything. It goes on only where the person approves of one more attempt.
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
    /// Another attempt waits for the person's word.
    Draft(Draft),
}

/// An attempt that waits for the person's word: while a run is under way, since corrections are reviewed; after
/// its end, since one more attempt can be made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// What the model would be told; empty where the same would be sent again.
    pub correction: String,
}
