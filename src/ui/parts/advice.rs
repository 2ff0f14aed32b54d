//! What a person can do about a fault.

use super::{Markup, bullets, nothing, paragraph, several};
use crate::core::judge::Advice;

/// The steps, and whether they are causes of which none is certain.
pub fn advice_steps(advice: &Advice) -> Markup {
    let lead = if advice.is_guess { paragraph("", "One of these:") } else { nothing() };
    several(vec![lead, bullets(&advice.steps)])
}
