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
use crate::core::extract::without_thinking;
use crate::core::fenced::fenced;
use crate::core::provider::Message;

/// The messages of the first attempt.
pub fn opening(task: &Task) -> Vec<Message> {
    let schema = &task.schema_text;
    let system = match task.system.trim() {
        "" => schema.clone(),
        system => format!("{system}\n\n{schema}"),
    };
    vec![Message::system(system), Message::user(question(task))]
}

/// The messages that follow a failed attempt, and what in them is new to the model.
pub(super) fn following(
    task: &Task,
    failed: &Attempt,
    next: Next,
    strategy: Strategy,
) -> (Vec<Message>, Option<String>) {
    let mut messages = opening(task);
    let answer = failed.reply.as_ref().map_or("", |reply| without_thinking(&reply.text)).trim();
    if let Some(hopeless) = &failed.hopeless {
        let correction = early_correction(&hopeless.violation);
        add_to_last(&mut messages, &correction);
        return (messages, Some(correction));
    }
    match (next, &failed.judgement, failed.outcome()) {
        (Next::Correct, Some(judgement), _) => {
            let told = Told { strategy, ledger: failed.ledger.as_ref(), is_firm: failed.stall.is_some() };
            let correction = correction(judgement, told);
            if answer.is_empty() || strategy.history == History::Fresh {
                add_to_last(&mut messages, &correction);
            } else {
                messages.extend([Message::assistant(answer), Message::user(&correction)]);
            }
            (messages, Some(correction))
        }
        (Next::Nudge, _, Some(outcome)) => {
            let nudge = nudge(outcome);
            add_to_last(&mut messages, nudge);
            (messages, Some(nudge.to_owned()))
        }
        (
            Next::Accept | Next::Correct | Next::Nudge | Next::RaiseLimit | Next::Repeat | Next::Give,
            None | Some(_),
            None | Some(_),
        ) => (failed.messages.clone(), None),
    }
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
