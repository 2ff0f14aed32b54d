//! What changed from one answer to the next: by places, and line by line.

use crate::core::judge::{ComparedPlace, Comparison, ErrorFate};
use crate::ui::parts::{Markup, element, group, paragraph, stretches, text};

/// Both answers; while they are compared, that they are.
pub fn comparison_view(comparison: Option<&Result<Comparison, String>>) -> Markup {
    match comparison {
        None => element("div").attribute("aria-busy", "true").view(),
        Some(Err(why)) => paragraph("hint", &format!("The answers were not compared: {why}.")),
        Some(Ok(comparison)) if comparison.places.is_empty() => {
            paragraph("hint", "Nothing changed, and nothing was or is wrong.")
        }
        Some(Ok(comparison)) => {
            let places = element("ul").class("changes").attribute("aria-label", "Changed places");
            let places = places.children(comparison.places.iter().map(place_view).collect()).view();
            let lines = element("div")
                .class("difference__lines")
                .attribute("role", "region")
                .attribute("aria-label", "Both answers, line by line")
                .attribute("tabindex", "0");
            group("comparison", vec![places, lines.children(stretches(&comparison.stretches)).view()])
        }
    }
}

fn place_view(place: &ComparedPlace) -> Markup {
    let value = |tag, value: &Option<String>| match value {
        Some(value) => element(tag).text(value).view(),
        None => text("hint", "nothing"),
    };
    let mut parts = vec![text("changes__place", &place.place)];
    parts.extend(match place.before == place.after {
        true => vec![text("hint", "not changed")],
        false => vec![value("del", &place.before), text("hint", "→"), value("ins", &place.after)],
    });
    let fate = |(fate, words): &(ErrorFate, String)| {
        let fate = text(fate_class(*fate), fate.words());
        element("span").class("changes__fate").child(fate).child(text("", words)).view()
    };
    parts.extend(place.fates.iter().map(fate));
    element("li").children(parts).view()
}

fn fate_class(fate: ErrorFate) -> &'static str {
    match fate {
        ErrorFate::Fixed => "fate fate--fixed",
        ErrorFate::Still => "fate fate--still",
        ErrorFate::New => "fate fate--new",
    }
}
