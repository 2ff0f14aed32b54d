//! What a schema amounts to.

use crate::core::judge::Description;
use crate::core::members::{Members, Object};

impl Object for Description {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("label", &mut self.label)
            .member("prompt", &mut self.example.prompt)
            .member("input", &mut self.example.input)
            .member("promptText", &mut self.prompt_text)
            .member("preview", &mut self.preview)
            .member("remarks", &mut self.remarks)
            .member("components", &mut self.components)
            .member("component", &mut self.component);
    }
}
