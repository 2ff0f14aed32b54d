//! A JSON value, indented and coloured, with the wrong places marked.

use super::texts::rest;
use crate::core::json_text::{JsonText, Line, Part};
use crate::core::judge::{ViolationReport, told_lines};
use crate::ui::parts::{Element, Markup, element, lines, several, text};
use crate::ui::state::Row;

/// A value.
pub fn json_view(value: &JsonText) -> Markup {
    let (lines, said) = value.excerpt();
    framed(lines.iter().map(|line| line_view(line).class("json__line").view()).collect(), &said)
}

/// The answer of an attempt, with the lines that break a rule marked: they and what is said of them point at each
/// other.
pub fn judged_view(row: &'static Row, value: &JsonText, violations: &[ViolationReport]) -> Markup {
    let (lines, said) = value.excerpt();
    let told = told_lines(&lines, violations);
    let line = |(number, (line, told)): (usize, (&Line, Vec<usize>))| {
        if told.is_empty() {
            return line_view(line).class("json__line").view();
        }
        let words: Vec<_> =
            told.iter().filter_map(|told| violations.get(*told)).map(ToString::to_string).collect();
        let line = line_view(line)
            .attribute("id", &line_id(row, number))
            .attribute("tabindex", "0")
            .attribute("title", &words.join("\n"));
        pointing(line, row, "json__line json__line--wrong", told).view()
    };
    framed(lines.iter().zip(told).enumerate().map(line).collect(), &said)
}

/// The id of a line of an attempt's answer.
pub fn line_id(row: &Row, line: usize) -> String {
    format!("attempt-{}-line-{line}", row.number)
}

/// An element that points at these violations, and shows when one of them is pointed at.
pub fn pointing(element: Element, row: &'static Row, class: &'static str, told: Vec<usize>) -> Element {
    let point = |told: Vec<usize>| move |_| row.pointed.set(told.clone());
    let [entered, focused] = [told.clone(), told.clone()].map(point);
    let [left, blurred] = [Vec::new(), Vec::new()].map(point);
    element
        .attribute_of("class", move || {
            let is_pointed = row.pointed.with(|pointed| pointed.iter().any(|one| told.contains(one)));
            if is_pointed { format!("{class} pointed") } else { class.to_owned() }
        })
        .on("mouseenter", entered)
        .on("mouseleave", left)
        .on("focusin", focused)
        .on("focusout", blurred)
}

fn framed(views: Vec<Markup>, said: &str) -> Markup {
    let json = lines("JSON").class("json");
    several(vec![json.children(views).view(), rest(said)])
}

fn line_view(line: &Line) -> Element {
    let parts = line.parts.iter().map(|(part, words)| text(part_class(*part), words));
    element("span").child(text("", &"  ".repeat(line.depth))).children(parts.collect()).child(text("", "\n"))
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
