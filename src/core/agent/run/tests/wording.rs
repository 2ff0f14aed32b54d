//! Templates that a person has changed: what is sent then.

use super::*;
use crate::core::agent::{Template, TemplateKind};

/// What is told first, and after each failed attempt, with these templates.
fn told(system: &str, correction: &str, nudge: &str, script: Vec<Answer>) -> (String, Vec<String>) {
    let template = |kind, text| Template::parse(kind, text).unwrap();
    let templates = Templates {
        system: template(TemplateKind::System, system),
        correction: template(TemplateKind::Correction, correction),
        nudge: template(TemplateKind::Nudge, nudge),
    };
    let mut scenario = Scenario::new(5);
    let schema_text = "As JSON.".into();
    scenario.run = Run::new(Task { templates, schema_text, ..scenario.run.task.clone() });
    scenario.play(script);
    let last = |call: &Call| call.messages.last().map(|message| message.content.clone());
    let words = scenario.calls.iter().skip(1).filter_map(last).collect();
    (scenario.calls[0].messages[0].content.clone(), words)
}

#[test]
fn changed_templates_are_sent_as_they_are_written() {
    let script = vec![
        text(r#"{"city": "Oslo", "age": "{{kept}} {{count}}"}"#),
        text(r#"{"city": "{{errors}}"}"#),
        text("It is Oslo."),
        text(""),
        text(VALID),
    ];
    let (system, words) = told(
        "{{schema}}\n\n---\n{{instructions}}",
        "Count: {{count}}.\n{{errors}}\n\nGood: {{kept}}.\n\nGone: {{undone}}.\n\nThe input says it all.",
        "{{problem}}\n\n{{advice}}\n\nOnly JSON!",
        script,
    );
    assert_eq!(system, "As JSON.\n\n---\nBe brief.");
    assert_eq!(
        words,
        [
            "Count: 1 error.\n- \"age\" must be an integer, got string \"{{kept}} {{count}}\"\n\n\
             Good: city.\n\nThe input says it all.",
            "Count: 1 error.\n- Missing required field: \"age\"\n\n\
             Good: city.\n\nGone: city.\n\nThe input says it all.",
            "There is no JSON in your reply.\n\nOnly JSON!",
            "Where?\n\nYour last answer was empty.\n\nAnswer with only the JSON.\n\nOnly JSON!",
        ]
    );
}
