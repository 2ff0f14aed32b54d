//! The verdict on an attempt: every violation, or what happened instead of an answer.

use super::json_view::{line_id, pointing};
use super::texts::named;
use crate::core::agent::{Attempt, Outcome};
use crate::core::judge::{Advice, ViolationReport, told_lines};
use crate::core::schema::Severity;
use crate::ui::parts::{
    Markup, advice_steps, bullets, button, copy_button, dynamic, element, group, nothing, paragraph,
    subheading, text,
};
use crate::ui::state::{Page, Row};
use crate::web::browser;
use leptos::prelude::*;

/// The verdict on an attempt.
pub fn verdict(page: Page, row: &'static Row, attempt: &Attempt) -> Markup {
    let copy = if attempt.violations().is_empty() && attempt.faults().is_empty() {
        nothing()
    } else {
        copy_button("Copy errors", move || untrack(|| row.with(Attempt::error_texts).join("\n")))
    };
    let lines = attempt.value().map(|value| value.excerpt().0).unwrap_or_default();
    let told = told_lines(&lines, attempt.violations());
    let violation = |(number, violation): (usize, &ViolationReport)| {
        let line = told.iter().position(|told| told.contains(&number));
        let parts = violation_parts(violation, line.map(|line| line_id(row, line)));
        let item = element("li").attribute("tabindex", "-1").children(parts);
        pointing(item, row, violation_class(violation), vec![number]).view()
    };
    let violations = attempt.violations().iter().enumerate().map(violation).collect();
    let findings = attempt.findings();
    let findings = findings.iter().map(|(what, words)| {
        element("span")
            .class("verdict__passed")
            .child(text("verdict__level", what))
            .child(text("", words))
            .view()
    });
    let check = button("button button--quiet", "Open in Check", move || page.open_in_check(row));
    let buttons = group("verdict__buttons", vec![check, copy]);
    let findings = group("verdict__findings", findings.chain([buttons]).collect());
    let title = subheading("visually-hidden", "Verdict");
    let mut parts = vec![title, list(violations), findings];
    parts.push(paragraph("verdict__explanation", &attempt.explanation()));
    if !attempt.faults().is_empty() {
        parts.push(group("verdict__faults", vec![bullets(attempt.faults())]));
    }
    parts.extend(attempt.notices().iter().map(|notice| paragraph("verdict__notice", notice)));
    if let Some(Outcome::CallFailed(_)) = attempt.outcome() {
        parts.push(dynamic(move || row.advice.with(|advice| advice_view(advice.as_ref()))));
    }
    named("verdict", "Verdict", parts)
}

/// All that is wrong.
pub fn violation_list(violations: &[ViolationReport]) -> Markup {
    let violation = |violation: &ViolationReport| {
        let item = element("li").class(violation_class(violation)).attribute("tabindex", "-1");
        item.children(violation_parts(violation, None)).view()
    };
    list(violations.iter().map(violation).collect())
}

fn list(violations: Vec<Markup>) -> Markup {
    element("ul").class("verdict__list").children(violations).view()
}

fn violation_class(violation: &ViolationReport) -> &'static str {
    match violation.severity {
        Severity::Error => "verdict__violation",
        Severity::Warning => "verdict__violation verdict__violation--warning",
    }
}

/// What kind of rule is broken, how, and where; the place leads to its line, where that has an id.
fn violation_parts(violation: &ViolationReport, line: Option<String>) -> Vec<Markup> {
    let words = violation.place_words();
    let place = match line {
        Some(line) => button("link verdict__pointer", &words, move || browser::reveal(&line)),
        None => text("verdict__pointer", &words),
    };
    vec![text("verdict__level", &violation.level_words()), text("verdict__text", &violation.message), place]
}

/// What can be done, once that is known.
fn advice_view(advice: Option<&Advice>) -> Markup {
    let Some(advice) = advice else { return element("div").attribute("aria-busy", "true").view() };
    let quote =
        if advice.quote.is_empty() { nothing() } else { element("blockquote").text(&advice.quote).view() };
    let title = paragraph("", &format!("{}.", advice.title));
    group("verdict__advice", vec![title, quote, advice_steps(advice)])
}
