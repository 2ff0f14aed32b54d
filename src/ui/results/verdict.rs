//! The right half of a card: every violation, or what happened instead of an answer.

use crate::core::agent::{Attempt, Outcome};
use crate::core::judge::{Advice, ViolationReport};
use crate::core::schema::Severity;
use crate::ui::parts::{
    advice_steps, bullets, copy_button, dynamic, element, group, nothing, paragraph, subheading, text,
};
use crate::ui::state::Row;
use leptos::prelude::*;

/// The verdict on an attempt.
pub fn verdict(row: &'static Row, attempt: &Attempt) -> AnyView {
    let copy = if attempt.violations().is_empty() && attempt.faults().is_empty() {
        nothing()
    } else {
        copy_button("Copy errors", move || untrack(|| row.with(Attempt::error_texts).join("\n")))
    };
    let head = vec![subheading("panel__title", "Verdict"), copy];
    let mut parts = vec![group("panel__head", head), violation_list(attempt.violations())];
    parts.extend(
        attempt.findings().iter().map(|(what, words)| {
            group("verdict__passed", vec![text("verdict__level", what), text("", words)])
        }),
    );
    parts.push(paragraph("verdict__explanation", &attempt.explanation()));
    if !attempt.faults().is_empty() {
        parts.push(group("verdict__faults", vec![bullets(attempt.faults())]));
    }
    parts.extend(attempt.notices().iter().map(|notice| paragraph("verdict__notice", notice)));
    if let Some(Outcome::CallFailed(_)) = attempt.outcome() {
        parts.push(dynamic(move || row.advice.with(|advice| advice_view(advice.as_ref()))));
    }
    group("card__half verdict", parts)
}

/// All that is wrong.
pub fn violation_list(violations: &[ViolationReport]) -> AnyView {
    element("ul").class("verdict__list").children(violations.iter().map(violation_view).collect()).view()
}

fn violation_view(violation: &ViolationReport) -> AnyView {
    let class = match violation.severity {
        Severity::Error => "verdict__violation",
        Severity::Warning => "verdict__violation verdict__violation--warning",
    };
    element("li")
        .class(class)
        .child(text("verdict__level", &violation.level_words()))
        .child(text("verdict__text", &violation.message))
        .child(text("verdict__pointer", &violation.place_words()))
        .view()
}

/// What can be done, once that is known.
fn advice_view(advice: Option<&Advice>) -> AnyView {
    let Some(advice) = advice else { return element("div").attribute("aria-busy", "true").view() };
    let quote =
        if advice.quote.is_empty() { nothing() } else { element("blockquote").text(&advice.quote).view() };
    let title = paragraph("", &format!("{}.", advice.title));
    group("verdict__advice", vec![title, quote, advice_steps(advice)])
}
