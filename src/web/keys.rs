//! What is pressed on a keyboard.

use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};

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
