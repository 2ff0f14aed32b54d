//! Time.

use crate::core::agent::Millis;

/// Milliseconds since the page was opened; never goes back.
pub fn now() -> Millis {
    let elapsed = web_sys::window().and_then(|window| window.performance()).map_or(0.0, |clock| clock.now());
    Millis(elapsed as u64)
}

/// Waits for some milliseconds.
pub async fn pause(millis: u32) {
    gloo_timers::future::TimeoutFuture::new(millis).await;
}
