//! Boxes that scroll, in whole pixels.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// How far a box is scrolled, and the height of what is in sight of it.
pub fn position(id: &str) -> Option<(usize, usize)> {
    let element = element(id)?;
    Some((whole(element.scroll_top()), whole(element.client_height())))
}

/// Scrolls a box so far.
pub fn go_to(id: &str, top: usize) {
    if let Some(element) = element(id) {
        element.set_scroll_top(i32::try_from(top).unwrap_or(i32::MAX));
    }
}

/// Scrolls a box as far as it takes to see an element in it, and nothing around the box.
pub fn reveal_in(id: &str, inside: &str) {
    if let (Some(outer), Some(inner)) = (element(id), element(inside)) {
        let (top, bottom) = (inner.offset_top(), inner.offset_top() + inner.offset_height());
        let (from, sight) = (outer.scroll_top(), outer.client_height());
        if top < from || bottom > from + sight {
            outer.set_scroll_top(top.min(bottom - sight).max(0));
        }
    }
}

/// The width and the height of an element; none where it is not drawn.
pub fn size(id: &str) -> Option<(usize, usize)> {
    let element = element(id)?;
    let size = (whole(element.offset_width()), whole(element.offset_height()));
    (size.0 > 0).then_some(size)
}

fn whole(pixels: i32) -> usize {
    usize::try_from(pixels).unwrap_or_default()
}

fn element(id: &str) -> Option<HtmlElement> {
    web_sys::window()?.document()?.get_element_by_id(id)?.dyn_into().ok()
}
