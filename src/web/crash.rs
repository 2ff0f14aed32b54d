//! What happens when the page crashes: the script that started it (`boot.js`) is told, and shows it.

use crate::core::crash::redacted;
use std::panic::{self, PanicHookInfo};
use web_sys::{CustomEvent, CustomEventInit};

/// Has every panic told: whole on the console, and without data to the script that shows it.
pub fn report_panics() {
    panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        report(info);
    }));
}

fn report(info: &PanicHookInfo) {
    let payload = info.payload();
    let message = payload.downcast_ref::<String>().map(String::as_str);
    let message = redacted(message.or(payload.downcast_ref::<&str>().copied()).unwrap_or_default());
    let place =
        info.location().map_or_else(String::new, |place| format!("{}:{}", place.file(), place.line()));
    let event = CustomEventInit::new();
    event.set_detail(&format!("{message} at {place}").into());
    if let (Some(window), Ok(event)) =
        (web_sys::window(), CustomEvent::new_with_event_init_dict("crash", &event))
    {
        // Where it cannot be told, the script still sees that the page stopped.
        let _ = window.dispatch_event(&event);
    }
}
