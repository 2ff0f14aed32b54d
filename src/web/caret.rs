//! The caret of a text area. Where it is, is counted in bytes everywhere else, and in UTF-16 only here.

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, HtmlTextAreaElement};

/// Where the caret is in the text area that something happened to.
pub fn of(event: &Event) -> Option<usize> {
    let area = event.target()?.dyn_into::<HtmlTextAreaElement>().ok()?;
    let units = usize::try_from(area.selection_end().ok()??).ok()?;
    let text = area.value();
    let mut left = units;
    for (offset, character) in text.char_indices() {
        if left == 0 {
            return Some(offset);
        }
        left = left.saturating_sub(character.len_utf16());
    }
    Some(text.len())
}

/// Takes the person to a place in a text area, which is scrolled there.
pub fn put(id: &str, offset: usize) {
    let element = web_sys::window().and_then(|window| window.document()?.get_element_by_id(id));
    let Some(area) = element.and_then(|element| element.dyn_into::<HtmlTextAreaElement>().ok()) else {
        return;
    };
    let text = area.value();
    let before = text.get(..offset).unwrap_or(&text);
    let units = u32::try_from(before.encode_utf16().count()).unwrap_or(u32::MAX);
    // A place beyond the end is the end.
    let _ = area.set_selection_range(units, units);
    let _ = area.focus();
    let count = |text: &str| i32::try_from(1 + text.matches('\n').count()).unwrap_or(i32::MAX);
    let top = area.scroll_height() / count(&text) * count(before);
    if top < area.scroll_top() || top > area.scroll_top() + area.client_height() {
        area.set_scroll_top(top - area.client_height() / 2);
    }
}

/// Tells the style of what a text area stands in how far it is scrolled, so that what stands beside it keeps up.
pub fn scrolled(event: &Event) {
    let Some(area) = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) else { return };
    if let Some(around) = area.parent_element().and_then(|around| around.dyn_into::<HtmlElement>().ok()) {
        for (name, pixels) in [("--scroll-top", area.scroll_top()), ("--scroll-left", area.scroll_left())] {
            // A length is always a valid value.
            let _ = around.style().set_property(name, &format!("{pixels}px"));
        }
    }
}
