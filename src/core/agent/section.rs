//! The texts there are to see of an attempt: the raw reply, the value, the reasoning, the messages, the correction.

use super::attempt::Attempt;
use crate::core::json_text::JsonText;
use crate::core::provider::Message;

/// One of the texts there are to see of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The reply as it came.
    Raw,
    /// The value that was judged.
    Parsed,
    /// What the server kept apart as reasoning.
    Reasoning,
    /// The messages that were sent.
    Messages,
    /// What the model was told after it.
    Correction,
}

/// More characters than these have no room on a line.
const LONGEST_LINE: usize = 120;

impl Section {
    /// What people read on it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Raw => "Raw reply",
            Self::Parsed => "Parsed",
            Self::Reasoning => "Reasoning",
            Self::Messages => "Messages sent",
            Self::Correction => "Correction sent",
        }
    }

    /// The name of the file it can be had in.
    pub fn file_name(self, attempt: usize) -> String {
        let rest = match self {
            Self::Raw => "reply.txt",
            Self::Parsed => "answer.json",
            Self::Reasoning => "reasoning.txt",
            Self::Messages => "messages.txt",
            Self::Correction => "correction.txt",
        };
        format!("attempt-{attempt}-{rest}")
    }
}

impl Attempt {
    /// The messages of its call, and of the further ones about its answer.
    pub fn all_messages(&self) -> impl Iterator<Item = &Message> {
        self.messages.iter().chain(self.second.iter().flat_map(|second| &second.messages))
    }

    /// Whether there is something to be seen of its reasoning.
    pub fn has_reasoning(&self) -> bool {
        self.reply.as_ref().is_some_and(|reply| !reply.reasoning.trim().is_empty())
    }

    /// The beginning of its reasoning, for one line.
    pub fn reasoning_line(&self) -> String {
        let reasoning = self.reply.as_ref().map_or("", |reply| &reply.reasoning);
        reasoning.trim().chars().take(LONGEST_LINE).collect()
    }

    /// A section as text, whole.
    pub fn section_text(&self, section: Section) -> String {
        let reply = self.reply.as_ref();
        match section {
            Section::Raw => reply.map(|reply| reply.text.clone()).unwrap_or_default(),
            Section::Parsed => self.value().map(JsonText::pretty).unwrap_or_default(),
            Section::Reasoning => reply.map(|reply| reply.reasoning.clone()).unwrap_or_default(),
            Section::Messages => {
                let message = |message: &Message| format!("{}:\n{}", message.role.name(), message.content);
                self.all_messages().map(message).collect::<Vec<_>>().join("\n\n")
            }
            Section::Correction => self.correction.clone().unwrap_or_default(),
        }
    }
}
