//! What a model is asked about an answer: whether it meets a person's own criteria, and, for comparison only,
//! whether it looks good.
//!
//! Neither decides what is valid. A [`Critique`] is asked for where the validator has passed an answer, and what it
//! objects to is wrong with the answer like anything else; an [`Opinion`] is shown beside the verdict and counts
//! for nothing. What a model replies to either is judged as any reply is, by a schema of its own: see
//! `judge::Question::Critique` and `judge::Question::Opinion`.

mod criteria;
mod finding;
mod opinion;
mod review;

pub use criteria::{CRITIQUE_FORM, CRITIQUE_SCHEMA, Critique, PROMISE, asks_for_critique};
pub use finding::Finding;
pub use opinion::{OPINION_FORM, OPINION_SCHEMA, Opinion, asks_for_opinion, opinion_messages};
