//! What can be said of a reply that is still being written.

use crate::core::judge::{Growth, Hopeless};
use crate::core::members::{Members, Object};

impl Object for Growth {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("value", &mut self.value)
            .member("open", &mut self.open)
            .member("hopeless", &mut self.hopeless);
    }
}

impl Object for Hopeless {
    fn blank() -> Self {
        Self { violation: Object::blank(), rest: 0 }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members.member("violation", &mut self.violation).member("rest", &mut self.rest);
    }
}
