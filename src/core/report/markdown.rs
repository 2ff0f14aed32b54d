//! The report as Markdown, as GitHub reads it.

use super::quote::{block, inline};
use super::{answer, explanation, summary, when};
use crate::core::agent::Attempt;
use crate::core::judge::ViolationReport;
use crate::core::provider::Role;
use crate::core::run_file::RunFile;

/// The report.
pub(super) fn markdown(run: &RunFile, rules: &[String]) -> String {
    let summary = summary(run);
    let mut parts = vec![
        format!("# {}", summary.headline),
        format!("{}.", summary.meaning),
        facts(run, &summary.figures),
        "## Answer".to_owned(),
        match answer(run) {
            Some(answer) => block("json", &answer.pretty()),
            None => "There is no valid answer.".to_owned(),
        },
    ];
    for attempt in &run.attempts {
        parts.extend(attempt_parts(attempt));
    }
    parts.extend(question(run));
    parts.extend(schema(run, rules));
    parts.extend(["## Settings".to_owned(), block("json", &format!("{:#}", run.setup))]);
    let parts: Vec<_> =
        parts.iter().map(|part| part.trim_end_matches('\n')).filter(|part| !part.is_empty()).collect();
    parts.join("\n\n") + "\n"
}

/// What is known of the run as a whole.
fn facts(run: &RunFile, figures: &str) -> String {
    let mut facts = Vec::new();
    facts.extend(when(run.began).map(|time| format!("- Began: {time}")));
    match &run.served {
        None => facts.push("- Model: the simulated model".to_owned()),
        Some(served) => {
            let model = if served.model.is_empty() {
                "the one that was loaded".to_owned()
            } else {
                inline(&served.model)
            };
            facts.push(format!("- Model: {model}"));
            let name = served.provider.preset().name;
            facts.push(format!("- Server: {name}, {}", inline(&served.base_url)));
        }
    }
    facts.push(format!("- Schema: {}", inline(&run.schema_name)));
    facts.push(format!("- Took: {figures}"));
    facts.join("\n")
}

fn attempt_parts(attempt: &Attempt) -> Vec<String> {
    let mut parts = vec![
        format!("## Attempt {}: {}", attempt.number, attempt.badge().word()),
        // The last of the figures may be a server's own word.
        inline(&attempt.figures()),
    ];
    let explanation = explanation(attempt);
    if !explanation.is_empty() {
        parts.push(quoted_lines(&[explanation]));
    }
    let faults: Vec<_> = attempt.faults().iter().map(|fault| format!("- {}", inline(fault))).collect();
    parts.push(faults.join("\n"));
    let violations: Vec<_> = attempt.violations().iter().map(violation).collect();
    parts.push(violations.join("\n"));
    parts.push(quoted_lines(&attempt.notices()));
    if let Some(reply) = &attempt.reply {
        parts.extend(["### Reply".to_owned(), block("", &reply.text)]);
        if attempt.has_reasoning() {
            parts.extend(folded("Reasoning", &block("", &reply.reasoning)));
        }
    }
    if let Some(correction) = &attempt.correction {
        parts.extend(["### Correction sent".to_owned(), block("", correction)]);
    }
    parts
}

/// What is wrong, in the words the model is told, and where.
fn violation(violation: &ViolationReport) -> String {
    let pointer = violation.pointer.to_json_pointer();
    let place = if pointer.is_empty() { String::new() } else { format!(" at {}", inline(&pointer)) };
    let warning = if violation.is_error() { "" } else { "Warning: " };
    format!("- {warning}{} ({}{place})", inline(&violation.message), inline(&violation.rule))
}

/// Sentences about it, which may quote others.
fn quoted_lines(lines: &[String]) -> String {
    let lines: Vec<_> = lines.iter().map(|line| format!("- {}", inline(line))).collect();
    lines.join("\n")
}

/// What is closed until it is opened.
fn folded(name: &str, content: &str) -> [String; 3] {
    [format!("<details><summary>{name}</summary>"), content.to_owned(), "</details>".to_owned()]
}

fn question(run: &RunFile) -> Vec<String> {
    let mut parts = vec!["## Prompt".to_owned(), block("", &run.prompt)];
    if !run.input.trim().is_empty() {
        parts.extend(["## Input".to_owned(), block("", &run.input)]);
    }
    if let Some(image) = &run.image {
        parts.extend(["## Image".to_owned(), format!("{} (not in this report)", inline(&image.words()))]);
    }
    let first = run.attempts.first().and_then(|attempt| attempt.messages.first());
    if let Some(system) = first.filter(|message| message.role == Role::System) {
        parts.extend(folded("System prompt", &block("", &system.content)));
    }
    parts
}

fn schema(run: &RunFile, rules: &[String]) -> Vec<String> {
    let mut parts = vec!["## Schema".to_owned(), block("json", run.schema.text().0)];
    if !rules.is_empty() {
        let rules: Vec<_> = rules.iter().map(|rule| format!("- {}", inline(rule))).collect();
        parts.extend(["Rules across fields:".to_owned(), rules.join("\n")]);
    }
    parts
}
