//! The messages of an attempt.
//!
//! At first the system prompt and the person's prompt. After a failure either the model's own last
//! answer and the correction follow, or, by the strategy or where that answer is of no use, what is to be
//! said stands under the prompt: never the whole pile of earlier failures, and never two turns of one role.

use super::attempt::Attempt;
use super::correction::{Told, correction, early_correction, nudge};
use super::outcome::Next;
use super::strategy::{History, Strategy};
use super::task::Task;
use super::template::Placeholder;
use crate::core::extract::without_thinking;
use crate::core::fenced::fenced;
use crate::core::provider::Message;

/// The messages of the first attempt.
pub fn opening(task: &Task) -> Vec<Message> {
    let system = task
        .templates
        .system
        .render(&[(Placeholder::Instructions, task.system.trim()), (Placeholder::Schema, &task.schema_text)]);
    vec![Message::system(system), Message::user(question(task))]
}

/// What the model is told after a failed attempt; nothing where it is asked the same again.
/// `is_firm` says that two attempts failed alike, so that the form of an answer is to be shown.
pub(super) fn words_for(
    task: &Task,
    failed: &Attempt,
    next: Next,
    strategy: Strategy,
    is_firm: bool,
) -> Option<String> {
    let templates = &task.templates;
    if let Some(hopeless) = &failed.hopeless {
        return Some(early_correction(&hopeless.violation, templates));
    }
    match (next, failed.judgement.as_deref(), failed.outcome()) {
        (Next::Correct, Some(judgement), _) => {
            Some(correction(judgement, Told { templates, strategy, is_firm }))
        }
        (Next::Nudge, judgement, Some(outcome)) => {
            let form = judgement.filter(|_| is_firm).map_or("", |judgement| judgement.form.as_str());
            Some(nudge(outcome, form, templates))
        }
        (
            Next::Accept | Next::Correct | Next::Nudge | Next::RaiseLimit | Next::Repeat | Next::Give,
            None | Some(_),
            None | Some(_),
        ) => None,
    }
}

/// The messages that follow a failed attempt and tell the model these words; where there are none, the same
/// messages again.
pub(super) fn messages_with(
    task: &Task,
    failed: &Attempt,
    next: Next,
    strategy: Strategy,
    words: Option<&str>,
) -> Vec<Message> {
    let Some(words) = words else { return failed.messages.clone() };
    let mut messages = opening(task);
    let answer = failed.reply.as_ref().map_or("", |reply| without_thinking(&reply.text)).trim();
    let is_shown = next == Next::Correct && failed.hopeless.is_none() && !answer.is_empty();
    if is_shown && strategy.history == History::Conversation {
        messages.extend([Message::assistant(answer), Message::user(words)]);
    } else {
        add_to_last(&mut messages, words);
    }
    messages
}

fn question(task: &Task) -> String {
    match task.input.trim() {
        "" => task.prompt.clone(),
        input => format!("{}\n\nThe input {}", task.prompt, fenced("input", input)),
    }
}

fn add_to_last(messages: &mut [Message], text: &str) {
    if let Some(last) = messages.last_mut() {
        last.content = format!("{}\n\n{text}", last.content);
    }
}
