//! Dialogs: while one is open nothing else can be reached. Esc closes it, and the focus goes back.

use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

/// Opens a dialog, unless it is open.
pub fn open(id: &str) {
    if let Some(dialog) = dialog(id).filter(|dialog| !dialog.open()) {
        // It is in the page and closed, so it can be opened.
        let _ = dialog.show_modal();
    }
}

/// Closes a dialog.
pub fn close(id: &str) {
    dialog(id).iter().for_each(HtmlDialogElement::close);
}

fn dialog(id: &str) -> Option<HtmlDialogElement> {
    web_sys::window()?.document()?.get_element_by_id(id)?.dyn_into().ok()
}
