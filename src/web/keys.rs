//! What is pressed on a keyboard.

use crate::core::shortcuts::Press;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent};

/// Fields that take what is typed, or use keys of their own.
const FIELDS: &str = "input:not([type=checkbox], [type=file]), textarea, select, [contenteditable]";

/// What is in front of the page.
const COVERS: &str = "dialog[open], [popover]:popover-open";

/// Whether it is asked by keyboard what may be written at the caret: Ctrl and the space bar.
pub fn asks_for_suggestions(event: &Event) -> bool {
    event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.ctrl_key() && event.key() == " ")
}

/// The name of the key that was pressed; empty where it is part of a shortcut, or of a character that takes
/// several keys.
pub fn pressed(event: &Event) -> String {
    let event = event.dyn_ref::<KeyboardEvent>();
    let alone = event.filter(|event| !(event.ctrl_key() || event.meta_key() || event.is_composing()));
    alone.map(KeyboardEvent::key).unwrap_or_default()
}

/// What is to be said of the key that was pressed; nothing where it is part of a character that takes several,
/// or something on its way has taken it.
pub fn with_press<T>(event: &KeyboardEvent, say: impl FnOnce(Press) -> Option<T>) -> Option<T> {
    if event.is_composing() || event.default_prevented() {
        return None;
    }
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_covered =
        target.as_ref().and_then(|target| target.closest(COVERS).ok()).is_some_and(|cover| cover.is_some());
    say(Press {
        key: &event.key(),
        is_command: event.ctrl_key() || event.meta_key(),
        is_alt: event.alt_key(),
        is_typing: target.is_some_and(|target| target.matches(FIELDS).unwrap_or(false)),
        is_covered,
    })
}
