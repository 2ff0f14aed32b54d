//! Edits by their handles: what a control of a form says that it does, so that whoever draws it need not know.
//! A handle is the edit's name and the numbers of what it edits.

use super::super::source::SchemaSource;
use super::row::EditedText;
use crate::core::schema::{Constraint, Edit, FieldEdit, FieldKind, Flag, RuleEdit};

/// What an edit that is named by its handle makes of a schema, with what was typed or chosen.
pub fn edited(schema: &SchemaSource, handle: &str, value: &str) -> Result<EditedText, String> {
    let (text, component) = schema.text();
    let edit = edit(handle, value).ok_or("There is no such edit.")?;
    let edited = edit.apply(text, component)?;
    Ok(EditedText { focus: focus(&edit, edited.row), text: edited.text })
}

/// The id of a control in a row of the form.
pub(super) fn control_id(row: usize, control: &str) -> String {
    format!("field-{row}-{control}")
}

/// The id of the field for another rule, which every form has.
pub(super) const NEW_RULE: &str = "new-rule";

/// Where the focus goes after an edit: to where the field is now.
fn focus(edit: &Edit, row: Option<usize>) -> String {
    match (edit, row) {
        (Edit::Field(_, FieldEdit::Add | FieldEdit::MoveTo(_)), Some(row)) => control_id(row, "name"),
        (Edit::Field(_, FieldEdit::Up), Some(row)) => control_id(row, "up"),
        (Edit::Field(_, FieldEdit::Down), Some(row)) => control_id(row, "down"),
        (Edit::Field(row, FieldEdit::Remove), _) => control_id(row.saturating_sub(1), "kind"),
        (Edit::Rule(_, RuleEdit::Remove), _) => NEW_RULE.to_owned(),
        (Edit::Field(..) | Edit::Rule(..) | Edit::AddRule(_) | Edit::Format | Edit::Unwrap, _) => {
            String::new()
        }
    }
}

/// The handle of an edit, which goes without what was typed or chosen.
pub(super) fn handle(edit: &Edit) -> String {
    match edit {
        Edit::Field(row, edit) => match edit {
            FieldEdit::Add => format!("add {row}"),
            FieldEdit::Remove => format!("remove {row}"),
            FieldEdit::Up => format!("up {row}"),
            FieldEdit::Down => format!("down {row}"),
            FieldEdit::MoveTo(_) => format!("move {row}"),
            FieldEdit::Rename(_) => format!("rename {row}"),
            FieldEdit::Kind(_) => format!("kind {row}"),
            FieldEdit::Flag(flag, _) => format!("flag {row} {}", place(&Flag::ALL, flag)),
            FieldEdit::Constrain(constraint, _) => {
                format!("constrain {row} {}", place(&Constraint::ALL, constraint))
            }
            FieldEdit::Describe(_) => format!("describe {row}"),
        },
        Edit::Rule(row, edit) => match edit {
            RuleEdit::Remove => format!("unrule {row}"),
            RuleEdit::Rule(_) => format!("rule {row}"),
            RuleEdit::Message(_) => format!("message {row}"),
        },
        Edit::AddRule(_) => "new".to_owned(),
        Edit::Format => "format".to_owned(),
        Edit::Unwrap => "unwrap".to_owned(),
    }
}

fn place<T: PartialEq>(all: &[T], wanted: &T) -> usize {
    all.iter().take_while(|other| *other != wanted).count()
}

/// The edit of a handle, with what was typed or chosen; none where there is no such edit.
fn edit(handle: &str, value: &str) -> Option<Edit> {
    let mut words = handle.split(' ');
    let name = words.next()?;
    let mut number = || words.next()?.parse::<usize>().ok();
    let text = value.to_owned();
    Some(match name {
        "new" => Edit::AddRule(text),
        "format" => Edit::Format,
        "unwrap" => Edit::Unwrap,
        "unrule" => Edit::Rule(number()?, RuleEdit::Remove),
        "rule" => Edit::Rule(number()?, RuleEdit::Rule(text)),
        "message" => Edit::Rule(number()?, RuleEdit::Message(text)),
        _ => {
            let row = number()?;
            Edit::Field(
                row,
                match name {
                    "add" => FieldEdit::Add,
                    "remove" => FieldEdit::Remove,
                    "up" => FieldEdit::Up,
                    "down" => FieldEdit::Down,
                    "move" => FieldEdit::MoveTo(value.parse().ok()?),
                    "rename" => FieldEdit::Rename(text),
                    "kind" => FieldEdit::Kind(FieldKind::ALL.into_iter().find(|kind| kind.name() == value)?),
                    "flag" => FieldEdit::Flag(*Flag::ALL.get(number()?)?, !value.is_empty()),
                    "constrain" => FieldEdit::Constrain(*Constraint::ALL.get(number()?)?, text),
                    "describe" => FieldEdit::Describe(text),
                    _ => return None,
                },
            )
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_found_by_their_handles() {
        let text = || "\u{1F600} 7\n".to_owned();
        let mut fields = vec![
            (FieldEdit::Add, String::new()),
            (FieldEdit::Remove, String::new()),
            (FieldEdit::Up, String::new()),
            (FieldEdit::Down, String::new()),
            (FieldEdit::MoveTo(3), "3".to_owned()),
            (FieldEdit::Rename(text()), text()),
            (FieldEdit::Describe(String::new()), String::new()),
        ];
        fields.extend(FieldKind::ALL.map(|kind| (FieldEdit::Kind(kind), kind.name().to_owned())));
        fields.extend(Flag::ALL.map(|flag| (FieldEdit::Flag(flag, true), "on".to_owned())));
        fields.extend(Flag::ALL.map(|flag| (FieldEdit::Flag(flag, false), String::new())));
        fields.extend(Constraint::ALL.map(|constraint| (FieldEdit::Constrain(constraint, text()), text())));
        let mut edits: Vec<_> =
            fields.into_iter().map(|(edit, value)| (Edit::Field(7, edit), value)).collect();
        edits.extend([
            (Edit::Rule(1, RuleEdit::Remove), String::new()),
            (Edit::Rule(1, RuleEdit::Rule(text())), text()),
            (Edit::Rule(1, RuleEdit::Message(text())), text()),
            (Edit::AddRule(text()), text()),
            (Edit::Format, String::new()),
            (Edit::Unwrap, String::new()),
        ]);
        for (wanted, value) in edits {
            assert_eq!(edit(&handle(&wanted), &value), Some(wanted));
        }
        for none in ["", "sing", "sing 1", "rename", "flag 1", "flag 1 99", "up x"] {
            assert_eq!(edit(none, ""), None, "{none}");
        }
        let refused = edited(&SchemaSource::of_text("{}"), "sing", "");
        assert_eq!(refused, Err("There is no such edit.".to_owned()));
    }
}
