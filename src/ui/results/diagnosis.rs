//! Why a run goes in circles, and what to do about it.

use crate::core::agent::Saved;
use crate::core::judge::DiagnosisText;
use crate::ui::parts::{Markup, bullets, button, element, group, nothing, paragraph, text};
use crate::web::browser;

/// The diagnosis, and what was saved by ending early.
pub fn diagnosis_view(diagnosis: &DiagnosisText, saved: Option<Saved>) -> Markup {
    let rules = diagnosis.rules.iter().map(rule_view).collect();
    let others = match diagnosis.others {
        0 => nothing(),
        others => paragraph("hint", &format!("and {others} more")),
    };
    let to_input = if diagnosis.asks_for_input {
        button("button", "Go to Input", || browser::focus("input"))
    } else {
        nothing()
    };
    let saved = saved.map_or_else(nothing, |saved| paragraph("hint", &saved.words()));
    group(
        "banner__more diagnosis",
        vec![
            element("h3").text(&diagnosis.headline).view(),
            element("ul").class("diagnosis__rules").children(rules).view(),
            others,
            bullets(&diagnosis.advice),
            to_input,
            saved,
        ],
    )
}

fn rule_view((message, place): &(String, String)) -> Markup {
    element("li").child(text("diagnosis__rule", message)).child(text("diagnosis__place", place)).view()
}
