//! The rows of a form: which controls a field and a rule have, and what stands in them.

use super::handle::{control_id, handle};
use super::row::{Control, ControlKind, FormRow};
use crate::core::format::Format;
use crate::core::schema::{Constraint, Edit, Entry, FieldEdit, FieldKind, FieldRow, Flag, RuleEdit, RuleRow};

/// The row of a field at a position.
pub(super) fn field_row(row: usize, field: FieldRow) -> FormRow {
    let name = field.name.as_str();
    let control = |kind: ControlKind, id: &str, label: String, edit: FieldEdit| Control {
        kind,
        id: control_id(row, id),
        label,
        edit: handle(&Edit::Field(row, edit)),
        ..Control::default()
    };
    let button = |id: &str, sign: &str, label: String, edit: FieldEdit| Control {
        words: sign.to_owned(),
        ..control(ControlKind::Button, id, label, edit)
    };
    let mut head = Vec::new();
    if field.is_named {
        let edit = FieldEdit::Rename(String::new());
        let line = control(ControlKind::Line, "name", format!("Name of {name}"), edit);
        head.push(Control { value: name.to_owned(), ..line });
    } else {
        head.push(Control { words: name.to_owned(), ..Control::default() });
    }
    let kinds = FieldKind::ALL.into_iter().filter(|kind| *kind != FieldKind::Other || *kind == field.kind);
    head.push(Control {
        value: field.kind.name().to_owned(),
        options: kinds.map(|kind| kind.name().to_owned()).collect(),
        ..control(ControlKind::Choice, "kind", format!("Type of {name}"), FieldEdit::Kind(field.kind))
    });
    if field.has_fields {
        head.push(button("add", "+ field", format!("Add a field to {name}"), FieldEdit::Add));
    }
    if field.is_named {
        head.push(button("up", "↑", format!("Move {name} up"), FieldEdit::Up));
        head.push(button("down", "↓", format!("Move {name} down"), FieldEdit::Down));
        head.push(button("remove", "✕", format!("Remove {name}"), FieldEdit::Remove));
    }
    let ticked = |(flag, is_on): &(Flag, bool)| Control {
        words: flag.words().to_owned(),
        value: if *is_on { "on".to_owned() } else { String::new() },
        ..control(ControlKind::Box, "", String::new(), FieldEdit::Flag(*flag, *is_on))
    };
    let entry = |Entry { constraint, value }: &Entry| {
        let words = constraint.words();
        let is_format = *constraint == Constraint::Format;
        let mut options = Vec::new();
        if is_format {
            options.push(String::new());
            options.extend(Format::ALL.map(|format| format.name().to_owned()));
            if !options.contains(value) {
                options.push(value.clone());
            }
        }
        let kind = if is_format { ControlKind::Choice } else { ControlKind::Line };
        let edit = FieldEdit::Constrain(*constraint, String::new());
        Control {
            words: words.to_owned(),
            value: value.clone(),
            options,
            ..control(kind, words, format!("{words} of {name}"), edit)
        }
    };
    let description = Control {
        words: "description".to_owned(),
        value: field.description.clone(),
        ..control(
            ControlKind::Line,
            "description",
            format!("Description of {name}"),
            FieldEdit::Describe(String::new()),
        )
    };
    FormRow {
        name: name.to_owned(),
        depth: field.depth,
        is_movable: field.is_named,
        head,
        boxes: field.flags.iter().map(ticked).collect(),
        summary: summary(&field),
        details: field.entries.iter().map(entry).chain([description]).collect(),
        remark: field.others,
        is_well: None,
    }
}

/// What is set of the details.
fn summary(field: &FieldRow) -> String {
    let set = field.entries.iter().filter(|entry| !entry.value.is_empty());
    let set = set.map(|entry| format!("{} {}", entry.constraint.words(), entry.value));
    let texts: Vec<_> = set.chain([field.description.clone()]).filter(|text| !text.is_empty()).collect();
    if texts.is_empty() { "constraints, description".to_owned() } else { texts.join(" · ") }
}

/// The row of a rule at a position, with what it is worth.
pub(super) fn rule_row(row: usize, rule: RuleRow, verdict: String, is_well: Option<bool>) -> FormRow {
    let number = row + 1;
    let place = match rule.place.as_str() {
        "" => String::new(),
        place => format!(" at {place}"),
    };
    let control = |kind: ControlKind, id: &str, label: String, edit: RuleEdit| Control {
        kind,
        id: format!("rule-{row}-{id}"),
        label,
        edit: handle(&Edit::Rule(row, edit)),
        ..Control::default()
    };
    let expression = Control {
        value: rule.rule,
        ..control(ControlKind::Typed, "rule", format!("Rule {number}{place}"), RuleEdit::Rule(String::new()))
    };
    let remove = Control {
        words: "✕".to_owned(),
        ..control(ControlKind::Button, "remove", format!("Remove rule {number}"), RuleEdit::Remove)
    };
    let message = Control {
        words: "message".to_owned(),
        value: rule.message.clone(),
        ..control(
            ControlKind::Line,
            "message",
            format!("Message of rule {number}"),
            RuleEdit::Message(String::new()),
        )
    };
    let summary = if rule.message.is_empty() { "message".to_owned() } else { rule.message };
    FormRow {
        name: format!("rule {number}{place}"),
        head: vec![expression, remove],
        summary,
        details: vec![message],
        remark: verdict,
        is_well,
        ..FormRow::default()
    }
}
