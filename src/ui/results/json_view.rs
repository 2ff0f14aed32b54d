//! A JSON value, indented and coloured, with the wrong places marked.

use crate::core::json_text::{JsonText, Line, Part};
use crate::core::judge::ViolationReport;
use crate::ui::parts::{element, nothing, paragraph, several, text};
use leptos::prelude::*;

/// More lines than these are not drawn; what is copied has them all.
const MOST_LINES: usize = 250;

/// A value, with the lines that break a rule marked.
pub fn json_view(value: &JsonText, violations: &[ViolationReport]) -> AnyView {
    let (lines, is_all) = value.shown(MOST_LINES);
    let lines = lines.iter().map(|line| line_view(line, violations)).collect();
    let json = element("pre")
        .class("json")
        .attribute("tabindex", "0")
        .attribute("aria-label", "JSON")
        .children(lines);
    let rest = if is_all { nothing() } else { paragraph("hint", "It goes on; Copy gives all of it.") };
    several(vec![json.view(), rest])
}

fn line_view(line: &Line, violations: &[ViolationReport]) -> AnyView {
    let wrong = |violation: &ViolationReport| line.pointer.as_ref() == Some(&violation.pointer);
    let is_wrong = violations.iter().any(wrong);
    let parts = line.parts.iter().map(|(part, words)| text(part_class(*part), words));
    element("span")
        .class(if is_wrong { "json__line json__line--wrong" } else { "json__line" })
        .child(text("", &"  ".repeat(line.depth)))
        .children(parts.collect())
        .child(text("", "\n"))
        .view()
}

fn part_class(part: Part) -> &'static str {
    match part {
        Part::Key => "json__key",
        Part::String => "json__string",
        Part::Number => "json__number",
        Part::Literal => "json__literal",
        Part::Punctuation => "json__punctuation",
    }
}
