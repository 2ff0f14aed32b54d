//! The clipboard.

use wasm_bindgen_futures::JsFuture;

/// Copies a text, and says whether that really happened.
pub async fn copy(text: &str) -> bool {
    let Some(window) = web_sys::window() else { return false };
    // Pages without encryption have no clipboard at all.
    if !window.is_secure_context() {
        return false;
    }
    JsFuture::from(window.navigator().clipboard().write_text(text)).await.is_ok()
}
