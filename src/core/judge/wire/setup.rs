//! Setups that are handed on, and what comes of others'.

use crate::core::link::{Offer, Shared};
use crate::core::members::{Members, Object};

impl Object for Shared {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("text", &mut self.text)
            .member("file", &mut self.file)
            .member("name", &mut self.name)
            .member("problem", &mut self.problem);
    }
}

impl Object for Offer {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("question", &mut self.question)
            .member("changes", &mut self.changes)
            .member("settings", &mut self.settings);
    }
}
