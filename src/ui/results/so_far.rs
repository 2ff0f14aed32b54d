//! The value in a reply that is still being written.

use crate::core::judge::Growth;
use crate::ui::parts::{Markup, group, nothing, paragraph, preformatted};

/// The value so far, what of it is open, and why nothing can make it valid any more.
pub fn so_far(growth: &Growth) -> Markup {
    if growth.value.is_empty() {
        return nothing();
    }
    let open = growth.open.as_ref().map(|place| paragraph("hint", &format!("Being written: {place}")));
    let hopeless = growth.hopeless.as_ref().map(|hopeless| {
        let message = &hopeless.violation.message;
        paragraph("hint hint--bad", &format!("Nothing can make it valid any more: {message}"))
    });
    let mut parts = vec![preformatted("raw", "Value so far", &growth.value)];
    parts.extend(open);
    parts.extend(hopeless);
    group("panel so-far", parts)
}
