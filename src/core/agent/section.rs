//! What of an attempt is shown at a time: the value, the raw reply, the reasoning, the messages.

use super::attempt::Attempt;
use crate::core::json_text::JsonText;
use crate::core::provider::Message;

/// One of the things there are to see of an attempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Section {
    /// The value that was judged.
    #[default]
    Parsed,
    /// The reply as it came.
    Raw,
    /// What the server kept apart as reasoning.
    Reasoning,
    /// The messages that were sent.
    Messages,
}

impl Section {
    /// All of them, in the order they are offered.
    pub const ALL: [Self; 4] = [Self::Parsed, Self::Raw, Self::Reasoning, Self::Messages];

    /// What people read on it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Parsed => "Parsed",
            Self::Raw => "Raw reply",
            Self::Reasoning => "Reasoning",
            Self::Messages => "Messages sent",
        }
    }
}

impl Attempt {
    /// The messages of its call, and of the further ones about its answer.
    pub fn all_messages(&self) -> impl Iterator<Item = &Message> {
        self.messages.iter().chain(self.second.iter().flat_map(|second| &second.messages))
    }

    /// Whether there can be anything in a section.
    pub fn has_section(&self, section: Section) -> bool {
        match section {
            Section::Parsed | Section::Raw | Section::Messages => true,
            Section::Reasoning => !self.section_text(section).trim().is_empty(),
        }
    }

    /// A section as text.
    pub fn section_text(&self, section: Section) -> String {
        let reply = self.reply.as_ref();
        match section {
            Section::Parsed => {
                let value = self.judgement.as_deref().and_then(|judgement| judgement.value());
                value.map(JsonText::pretty).unwrap_or_default()
            }
            Section::Raw => reply.map(|reply| reply.text.clone()).unwrap_or_default(),
            Section::Reasoning => reply.map(|reply| reply.reasoning.clone()).unwrap_or_default(),
            Section::Messages => {
                let message = |message: &Message| format!("{}:\n{}", message.role.name(), message.content);
                self.all_messages().map(message).collect::<Vec<_>>().join("\n\n")
            }
        }
    }
}
