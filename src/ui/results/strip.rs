//! Where the time of an attempt went: a bar, and the same in words.

use super::texts::named;
use crate::core::agent::{Attempt, Share, TimePart};
use crate::ui::parts::{Markup, element, nothing, text};

/// The bar and its words; nothing until the attempt is over.
pub fn strip(attempt: &Attempt) -> Markup {
    let shares = attempt.shares();
    if shares.is_empty() {
        return nothing();
    }
    let bar = element("div").class("strip__bar").attribute("aria-hidden", "true");
    let bar = bar.children(shares.iter().map(part_view).collect()).view();
    let words = shares.iter().map(|share| {
        let sign = element("span").class(class(share.part)).attribute("aria-hidden", "true").view();
        let words = text("", &format!("{} {}", share.part.name(), share.words));
        element("span").class("strip__words").child(sign).child(words).view()
    });
    named("strip", "Timing", std::iter::once(bar).chain(words).collect())
}

fn part_view(share: &Share) -> Markup {
    let width = format!("--share: {}", share.thousandths);
    element("span").class(class(share.part)).attribute("style", &width).view()
}

fn class(part: TimePart) -> &'static str {
    match part {
        TimePart::BackOff | TimePart::Before => "strip__part strip__part--before",
        TimePart::Wait => "strip__part strip__part--wait",
        TimePart::FirstToken => "strip__part strip__part--first",
        TimePart::Reply => "strip__part strip__part--reply",
        TimePart::Validation => "strip__part strip__part--validation",
    }
}
