//! The right half of a card: every violation, or what happened instead of an answer.

use crate::core::agent::{Attempt, Outcome};
use crate::core::provider::Advice;
use crate::core::validate::Violation;
use crate::ui::parts::{bullets, copy_button, group, heading, nothing, paragraph, text};
use crate::ui::state::{Page, Row};
use leptos::prelude::*;

/// The verdict on an attempt.
pub fn verdict(page: Page, row: Row, attempt: &Attempt) -> AnyView {
    let violations: Vec<_> = attempt.violations().iter().map(violation_view).collect();
    let copy = if violations.is_empty() {
        nothing()
    } else {
        copy_button("Copy errors", move || untrack(|| row.with(Attempt::violation_texts).join("\n")))
    };
    let passed = attempt.checks().map(|(passed, checks)| {
        let parts = vec![text("verdict__level", "passed"), text("", format!("{passed} of {checks} checks"))];
        group("verdict__passed", parts)
    });
    let advice = match attempt.outcome() {
        Some(Outcome::CallFailed(fault)) => page.advice(fault).map(advice_view),
        Some(_) | None => None,
    };
    let notices = attempt.notices().into_iter().map(|notice| paragraph("verdict__notice", notice));
    let list = view! { <ul class="verdict__list">{violations}</ul> }.into_any();
    let parts = [group("panel__head", vec![heading("Verdict"), copy]), list]
        .into_iter()
        .chain(passed)
        .chain(Some(paragraph("verdict__explanation", attempt.explanation())))
        .chain(notices)
        .chain(advice);
    group("card__half verdict", parts.collect())
}

fn violation_view(violation: &Violation) -> AnyView {
    let parts = vec![
        text("verdict__level", violation.level().name()),
        text("verdict__text", violation.to_string()),
        text("verdict__pointer", format!("{} · {}", violation.pointer.to_json_pointer(), violation.rule())),
    ];
    view! { <li class="verdict__violation">{parts}</li> }.into_any()
}

fn advice_view(advice: Advice) -> AnyView {
    let quote = if advice.quote.is_empty() {
        nothing()
    } else {
        view! { <blockquote>{advice.quote}</blockquote> }.into_any()
    };
    group("verdict__advice", vec![paragraph("", format!("{}.", advice.title)), quote, bullets(advice.steps)])
}
