//! The judge: the one way from a text and a schema to a verdict, and how to ask it from elsewhere.
//!
//! [`judge`] extracts, then validates; what a model is to be told of an invalid answer is a [`Feedback`]. What a
//! model objects to in a valid one is judged the same way, and makes it a [`Critiqued`].
//! All that needs a schema in memory is done by a [`Desk`], which answers a [`Question`] with a [`Response`].
//! Both are plain data, so the desk may stand in a worker: then a [`Queue`] hands it one question at a time
//! and gives up on those that take too long.
//! A reply that a person checks by hand is a [`Check`], which makes a [`Checked`]; its texts, which may be long, are
//! looked at through a [`Window`].
//! Of a call that failed, a [`Failure`], the desk says what a person can do about it, as an [`Advice`].
//! Whoever only asks holds a schema as a [`SchemaSource`], what it amounts to as a [`Description`], and
//! both together, on the way from one to the other, as a [`Reading`]. What a server is given of it is a
//! [`LoweredText`], on its way a [`Lowering`].

mod advice;
mod changes;
mod check;
mod comparison;
mod critique;
mod description;
mod desk;
mod diagnosis;
mod difference;
mod failure;
mod feedback;
mod form;
mod growth;
mod judgement;
mod ledger;
mod lowered_text;
mod lowering;
mod question;
mod queue;
mod reading;
mod rejected;
mod report;
mod restoring;
mod satisfiable;
mod source;
mod told_lines;
mod tried;
mod undecided;
pub(in crate::core) mod wire;

pub use advice::Advice;
pub use changes::changes;
pub use check::{Check, Checked, Piece, Row as TextRow, Text, Window};
pub use comparison::Comparison;
pub use critique::{Critiqued, opinion};
pub use description::Description;
pub use desk::{Clock, Desk};
pub use diagnosis::TO_INPUT;
pub use failure::Failure;
pub use feedback::Feedback;
pub use form::{DrawnSchema, EditedText, TO_PLACE};
pub use growth::{Growth, Hopeless};
pub use judgement::{Answer, Judgement, Notice, NoticeKind, judge, judge_case};
pub use ledger::{ErrorFate, Ledger};
pub use lowered_text::LoweredText;
pub use lowering::Lowering;
pub use question::{Case, Question, Response};
pub use queue::{AdvisedPlace, Kind, Limits, Output, Queue, Ticket, WorkerId};
pub use reading::{Progress, Reading};
pub use rejected::{Rejected, Repaired};
pub use report::{NotJudgedReport, RepairReport, ViolationReport};
pub use source::{Compiled, SchemaSource, SchemaText};
pub use told_lines::told_lines;
pub use tried::Tried;
pub use undecided::Undecided;

pub use super::validate::Formats;
