//! What a person can do about a call that failed.

use crate::core::judge::Advice;
use crate::core::members::{Members, Object};

impl Object for Advice {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("title", &mut self.title)
            .member("quote", &mut self.quote)
            .member("isGuess", &mut self.is_guess)
            .member("steps", &mut self.steps);
    }
}
