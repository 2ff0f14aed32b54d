//! Who looks at corrections and answers besides the validator: the person before a correction is sent, a critic after
//! an answer is valid, and the model itself for comparison.

use super::{Settings, Unready};
use crate::core::agent::{Critic, Reviewing};
use crate::core::critique::Critique;
use crate::core::members::Members;

/// Who looks at corrections and answers besides the validator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reviews {
    /// Whether corrections wait for the person.
    pub reviewing: Reviewing,
    /// Whether a critic looks at valid answers.
    pub has_critique: bool,
    /// What the critic looks for, as typed.
    pub criteria: String,
    /// Which model the critic is, as typed; empty for the one that answers.
    pub critic_model: String,
    /// Whether the model is asked what it thinks of each answer.
    pub has_opinion: bool,
}

impl Reviews {
    /// Takes whether corrections wait for the person.
    pub fn review_if(&mut self, is_reviewed: bool) {
        self.reviewing = if is_reviewed { Reviewing::EachCorrection } else { Reviewing::Off };
    }

    /// Names what of it is kept.
    pub(super) fn describe(&mut self, members: &mut Members<'_>) {
        let mut is_reviewed = self.reviewing == Reviewing::EachCorrection;
        members
            .member("review_corrections", &mut is_reviewed)
            .member("critique", &mut self.has_critique)
            .member("opinion", &mut self.has_opinion)
            .member("criteria", &mut self.criteria)
            .member("critic_model", &mut self.critic_model);
        self.review_if(is_reviewed);
    }
}

impl Settings {
    /// Who looks at valid answers, if anybody is to.
    ///
    /// # Errors
    /// When nothing is said of what to look for.
    pub(super) fn critic(&self) -> Result<Option<Critic>, Unready> {
        if !self.reviews.has_critique {
            return Ok(None);
        }
        let critique = Critique::new(&self.reviews.criteria).ok_or(Unready::Criteria)?;
        Ok(Some(Critic { critique, price: self.price_of(&self.critic_model()) }))
    }

    /// Which model the critic is.
    pub fn critic_model(&self) -> String {
        match self.reviews.critic_model.trim() {
            "" => self.server().model.trim().to_owned(),
            model => model.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_critic_needs_criteria() {
        let mut settings = Settings::default();
        assert_eq!(settings.critic(), Ok(None));
        settings.reviews.has_critique = true;
        assert_eq!(settings.critic(), Err(Unready::Criteria));
        settings.reviews.criteria = " Polite.\n".into();
        let critique = Critique::new("Polite.").unwrap();
        assert_eq!(settings.critic(), Ok(Some(Critic { critique, price: settings.price_of("") })));
    }

    #[test]
    fn what_is_set_is_kept() {
        let reviews = Reviews {
            reviewing: Reviewing::EachCorrection,
            has_critique: true,
            criteria: "Polite.".into(),
            critic_model: "m".into(),
            has_opinion: true,
        };
        for reviews in [Reviews::default(), reviews] {
            let settings = Settings { reviews, ..Settings::default() };
            assert_eq!(Settings::from_json(&settings.to_json()), settings);
        }
    }
}
