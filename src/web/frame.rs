//! The frames that the browser draws.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// Does something before the next frame is drawn: in a tab that is hidden, when it is seen again.
pub fn before_next(draw: impl FnOnce() + 'static) {
    let draw: Box<dyn FnOnce()> = Box::new(draw);
    let draw = Closure::once_into_js(draw);
    if let Some(window) = web_sys::window() {
        // Where there are no frames, there is nobody to draw for.
        let _ = window.request_animation_frame(draw.unchecked_ref());
    }
}
