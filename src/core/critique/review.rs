//! How a model is asked to look at an answer.

use crate::core::fenced::fenced;
use crate::core::json_text::JsonText;
use crate::core::provider::Message;

/// What a model is asked about an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Review {
    /// What it is to do, first of all.
    pub(super) instructions: &'static str,
    /// What is said of its reply, as it is said of any answer.
    pub(super) schema_text: &'static str,
}

impl Review {
    /// The messages: the task as it was given at first, the answer, and what is asked about it.
    pub(super) fn messages(self, task: &[Message], answer: &JsonText, question: &str) -> Vec<Message> {
        let Self { instructions, schema_text } = self;
        let task: Vec<_> = task.iter().map(|message| message.content.as_str()).collect();
        vec![
            Message::system(format!("{instructions}\n\n{schema_text}")),
            Message::user(format!(
                "The task {}\n\nThe answer {}\n\n{question}",
                fenced("task", &task.join("\n\n")),
                fenced("answer", &answer.pretty())
            )),
        ]
    }

    /// Whether messages ask this.
    pub(super) fn is_asked_in(self, messages: &[Message]) -> bool {
        messages.first().is_some_and(|message| message.content.starts_with(self.instructions))
    }
}
