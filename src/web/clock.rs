//! Time.

use super::object;
use crate::core::time::{Micros, Millis};
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsValue;

/// Milliseconds since the page was opened, or the worker begun; never goes back.
pub fn now() -> Millis {
    Millis(micros().0 / 1_000)
}

/// The same in microseconds, as exactly as the browser tells.
pub fn micros() -> Micros {
    let clock = object::get(&js_sys::global(), "performance");
    let elapsed = object::result_of(&clock, "now", &[]).ok().and_then(|elapsed| elapsed.as_f64());
    Micros((elapsed.unwrap_or_default() * 1_000.0) as u64)
}

/// The wall clock: milliseconds since 1970.
pub fn unix_time() -> Millis {
    Millis(js_sys::Date::now() as u64)
}

/// A time of the wall clock as the person writes it.
pub fn written(time: Millis) -> String {
    let date = js_sys::Date::new(&(time.0 as f64).into());
    date.to_locale_string("default", &JsValue::UNDEFINED).into()
}

/// `2026-11-30 22:41`, where the person is.
pub fn dated(time: Millis) -> String {
    let date = js_sys::Date::new(&(time.0 as f64).into());
    format!(
        "{}-{:02}-{:02} {:02}:{:02}",
        date.get_full_year(),
        date.get_month() + 1,
        date.get_date(),
        date.get_hours(),
        date.get_minutes()
    )
}

/// Waits for some milliseconds.
pub async fn pause(millis: u32) {
    gloo_timers::future::TimeoutFuture::new(millis).await;
}

/// Something that will be done at a certain time, unless this is dropped before.
#[must_use]
pub struct Alarm(#[expect(dead_code, reason = "it is held for its drop")] Timeout);

impl Alarm {
    /// Does something at that time, or at once if it has passed.
    pub fn at(time: Millis, ring: impl FnOnce() + 'static) -> Self {
        let wait = u32::try_from(time.since(now()).0).unwrap_or(u32::MAX);
        Self(Timeout::new(wait, ring))
    }
}
