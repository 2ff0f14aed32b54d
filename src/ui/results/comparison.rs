//! What changed from one answer to the next, as the judge has drawn it.

use crate::ui::parts::{Markup, drawn, element, nobody, paragraph};
use serde_json::Value;

/// Both answers; while they are compared, that they are.
pub fn comparison_view(comparison: Option<&Result<Value, String>>) -> Markup {
    match comparison {
        None => element("div").attribute("aria-busy", "true").view(),
        Some(Err(why)) => paragraph("hint", &format!("The answers were not compared: {why}.")),
        Some(Ok(comparison)) => drawn(comparison, &nobody()),
    }
}
