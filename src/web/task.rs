//! What goes on beside the page, and its manners: the page's thread is also the one that draws.

use futures::channel::oneshot;
use std::future::Future;
use std::pin::Pin;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::MessageChannel;

/// Lets a task go on by itself.
pub fn spawn(task: impl Future<Output = ()> + 'static) {
    // In a box every task is of the same type, and is carried out by the same code.
    let task: Pin<Box<dyn Future<Output = ()>>> = Box::pin(task);
    spawn_local(task);
}

/// Lets the browser do what waits, drawing above all, and goes on right behind that. It takes no time, as a
/// timer does, and is not slowed down in a hidden tab.
pub async fn give_way() {
    let Ok(channel) = MessageChannel::new() else { return };
    let (sender, turn) = oneshot::channel();
    let on_message: Box<dyn FnOnce()> = Box::new(move || {
        // Whoever waited may have gone.
        let _ = sender.send(());
    });
    let port = channel.port1();
    port.set_onmessage(Some(Closure::once_into_js(on_message).unchecked_ref()));
    if channel.port2().post_message(&JsValue::NULL).is_ok() {
        let _ = turn.await;
    }
    port.close();
}
