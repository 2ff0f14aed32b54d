//! A JSON value, indented and coloured, with the wrong places marked.

use crate::core::pretty::{Line, Part, pretty_lines};
use crate::core::validate::Violation;
use crate::ui::parts::{nothing, paragraph, text};
use leptos::prelude::*;
use serde_json::Value;

/// More lines than these are not drawn; the raw reply and the downloads have them all.
const MOST_LINES: usize = 500;

/// A value, with the lines that break a rule marked.
pub fn json_view(value: &Value, violations: &[Violation]) -> AnyView {
    let (lines, complete) = pretty_lines(value, MOST_LINES);
    let line_view = |line: Line| {
        let wrong = |violation: &Violation| line.pointer.as_ref() == Some(&violation.pointer);
        let is_wrong = violations.iter().any(wrong);
        let class = if is_wrong { "json__line json__line--wrong" } else { "json__line" };
        let indent = text("", "  ".repeat(line.depth));
        let parts = line.parts.into_iter().map(|(part, words)| text(part_class(part), words));
        let parts: Vec<_> = Some(indent).into_iter().chain(parts).chain(Some(text("", "\n"))).collect();
        view! { <span class=class>{parts}</span> }.into_any()
    };
    let lines: Vec<_> = lines.into_iter().map(line_view).collect();
    let rest = if complete {
        nothing()
    } else {
        paragraph("hint", format!("The first {MOST_LINES} lines are shown."))
    };
    view! { <pre class="json" tabindex="0" aria-label="JSON">{lines}</pre>{rest} }.into_any()
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
