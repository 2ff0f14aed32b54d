//! What goes on beside the page.

use std::future::Future;
use std::pin::Pin;
use wasm_bindgen_futures::spawn_local;

/// Lets a task go on by itself.
pub fn spawn(task: impl Future<Output = ()> + 'static) {
    // In a box every task is of the same type, and is carried out by the same code.
    let task: Pin<Box<dyn Future<Output = ()>>> = Box::pin(task);
    spawn_local(task);
}
