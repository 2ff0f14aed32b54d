//! The rules across fields, each with what it is worth for the example answer.

use crate::core::judge::RuleLine;
use crate::core::schema::{Edit, RuleEdit};
use crate::ui::parts::{dynamic, element, group, heading, paragraph, several};
use crate::ui::state::Page;
use leptos::prelude::*;

const NEW_ID: &str = "new-rule";

/// The rules, and the field for another one.
pub fn rules(page: Page) -> AnyView {
    let list = move || {
        page.editor.outlined.with(|outlined| {
            let rules = outlined.rules.iter().enumerate().map(|(row, rule)| rule_view(page, row, rule));
            element("ul").class("rules").attribute("aria-label", "Rules").children(rules.collect()).view()
        })
    };
    let new = element("input")
        .attribute("id", NEW_ID)
        .attribute("aria-label", "New rule")
        .attribute("spellcheck", "false")
        .attribute("autocomplete", "off")
        .attribute("placeholder", "self.total > 0.0")
        .value(Box::new(move || page.editor.outlined.with(|_| String::new())))
        .on("change", move |event| match event_target_value(&event).trim() {
            "" => {}
            rule => page.edit(Edit::AddRule(rule.to_owned())),
        });
    let is_fixed = move || !page.editor.outlined.with(|outlined| outlined.is_editable);
    let form =
        element("fieldset").class("editor__fields").disabled(is_fixed).child(dynamic(list)).child(new.view());
    let hint = "A rule is an expression (CEL) that must be true. self is the value it stands at: the whole answer, \
                or what is named before it. input is the document.";
    several(vec![heading("section__title", "Rules"), paragraph("hint", hint), form.view()])
}

fn rule_view(page: Page, row: usize, rule: &RuleLine) -> AnyView {
    let number = row + 1;
    let field = |label: String, placeholder: &str| {
        element("input")
            .attribute("aria-label", &label)
            .attribute("spellcheck", "false")
            .attribute("autocomplete", "off")
            .attribute("placeholder", placeholder)
    };
    let text = rule.rule.clone();
    let expression = field(format!("Rule {number}"), "")
        .value(Box::new(move || page.shown_rule(row, &text)))
        .on("input", move |event| page.type_rule(row, event_target_value(&event)))
        .on("blur", move |_| page.leave_rule());
    let message = rule.message.clone();
    let message = field(format!("Message of rule {number}"), "what is said where it is not true")
        .value(Box::new(move || message.clone()))
        .on("change", move |event| {
            page.edit(Edit::Rule(row, RuleEdit::Message(event_target_value(&event))));
        });
    let remove = element("button")
        .attribute("type", "button")
        .class("button button--quiet")
        .attribute("aria-label", &format!("Remove rule {number}"))
        .on("click", move |_| page.edit(Edit::Rule(row, RuleEdit::Remove)))
        .text("✕");
    let place = if rule.place.is_empty() { String::new() } else { format!("at {}", rule.place) };
    let verdict = match rule.holds {
        None => "hint",
        Some(true) => "hint hint--good",
        Some(false) => "hint hint--bad",
    };
    element("li")
        .child(group("rules__row", vec![expression.view(), remove.view()]))
        .child(message.view())
        .child(paragraph("hint", &place))
        .child(element("p").class(verdict).attribute("role", "status").text(&rule.verdict).view())
        .view()
}
