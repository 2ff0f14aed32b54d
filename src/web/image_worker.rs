//! The worker that reads images: files come in, and what was read of them, or why nothing was, goes out, one for one.

use super::attendant::IMAGES;
use super::attending::{is_meant as is_named, listen};
use super::image::read;
use super::task::spawn;
use crate::core::image::ReadImage;
use futures::StreamExt;
use futures::channel::mpsc::unbounded;
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

/// Whether this worker is to be the one that reads images.
pub fn is_meant() -> bool {
    is_named(IMAGES)
}

/// Reads what comes until the worker is ended.
pub fn attend() {
    let (sender, mut messages) = unbounded();
    let hear = move |message: JsValue| {
        // They are attended to until the worker is ended.
        let _ = sender.unbounded_send(message);
    };
    let Some(scope) = listen(hear) else { return };
    spawn(async move {
        while let Some(message) = messages.next().await {
            let parts: Array = message.unchecked_into();
            if let (Some(asked), Ok(file)) = (parts.get(0).as_string(), parts.get(1).dyn_into::<Blob>()) {
                let image = read(&file).await;
                scope.say(&ReadImage { asked, image }.to_json(), &JsValue::UNDEFINED);
            }
        }
    });
}
