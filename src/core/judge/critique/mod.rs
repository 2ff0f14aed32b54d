//! What a model says of an answer, judged like any reply: by our own extraction, and by our own validator with a
//! schema of its own. Its objections go the way of all else that is wrong with an answer; garbage fails nothing,
//! and nothing that it says makes valid what the validator rejects.

mod objection;
mod opinion;
mod place;
mod reply;

#[cfg(test)]
mod tests;

pub use opinion::opinion;

use self::objection::{Objection, objections};
use super::judgement::{Judgement, judge_with};
use super::question::Case;
use crate::core::critique::Finding;
use crate::core::dialect::Lowered;
use crate::core::validate::Validator;

/// An answer that was judged once more, with what a critique objects to.
#[derive(Clone, Debug, PartialEq)]
pub struct Critiqued {
    /// The validator's judgement, with the objections among its violations.
    pub judgement: Judgement,
    /// What became of the critique.
    pub finding: Finding,
}

impl Critiqued {
    /// Judges an answer once more, and a model's critique of it.
    pub fn new(
        case: &Case,
        validator: Option<&Validator>,
        lowered: Option<&Lowered>,
        critique: &str,
    ) -> Self {
        let (objections, mut finding) = objections(critique);
        let judgement = judge_with(case, validator, lowered, &|answer| {
            objections.iter().map(|objection| Objection::violation(objection, answer)).collect()
        });
        if judgement.answer.is_none() {
            finding = Finding::Unusable("there is no answer that it could be about".to_owned());
        }
        Self { judgement, finding }
    }
}
