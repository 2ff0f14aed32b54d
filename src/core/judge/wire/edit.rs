//! Edits of a schema, each as an array: its name, the row, what of that it changes, and what is new there.

use crate::core::schema::{Constraint, Edit, FieldEdit, FieldKind, Flag, RuleEdit};
use serde_json::Value;

pub(super) fn edit(edit: &Edit) -> Value {
    let (name, row, what, new): (&str, usize, Value, Value) = match edit {
        Edit::Field(row, edit) => match edit {
            FieldEdit::Add => ("add", *row, Value::Null, Value::Null),
            FieldEdit::Remove => ("remove", *row, Value::Null, Value::Null),
            FieldEdit::Up => ("up", *row, Value::Null, Value::Null),
            FieldEdit::Down => ("down", *row, Value::Null, Value::Null),
            FieldEdit::MoveTo(to) => ("move", *row, (*to).into(), Value::Null),
            FieldEdit::Rename(name) => ("rename", *row, name.as_str().into(), Value::Null),
            FieldEdit::Kind(kind) => ("kind", *row, place(&FieldKind::ALL, kind).into(), Value::Null),
            FieldEdit::Flag(flag, is_on) => ("flag", *row, place(&Flag::ALL, flag).into(), (*is_on).into()),
            FieldEdit::Constrain(constraint, value) => {
                ("constrain", *row, place(&Constraint::ALL, constraint).into(), value.as_str().into())
            }
            FieldEdit::Describe(text) => ("describe", *row, text.as_str().into(), Value::Null),
        },
        Edit::Rule(row, edit) => match edit {
            RuleEdit::Remove => ("removeRule", *row, Value::Null, Value::Null),
            RuleEdit::Rule(text) => ("rule", *row, text.as_str().into(), Value::Null),
            RuleEdit::Message(text) => ("message", *row, text.as_str().into(), Value::Null),
        },
        Edit::AddRule(text) => ("addRule", 0, text.as_str().into(), Value::Null),
        Edit::Format => ("format", 0, Value::Null, Value::Null),
        Edit::Unwrap => ("unwrap", 0, Value::Null, Value::Null),
    };
    vec![name.into(), row.into(), what, new].into()
}

pub(super) fn read_edit(json: &Value) -> Option<Edit> {
    let row = number(json.get(1)?)?;
    let new = json.get(2).unwrap_or(&Value::Null);
    let text = || new.as_str().map(str::to_owned);
    let field = |edit: FieldEdit| Some(Edit::Field(row, edit));
    let rule = |edit: RuleEdit| Some(Edit::Rule(row, edit));
    match json.get(0)?.as_str()? {
        "add" => field(FieldEdit::Add),
        "remove" => field(FieldEdit::Remove),
        "up" => field(FieldEdit::Up),
        "down" => field(FieldEdit::Down),
        "move" => field(FieldEdit::MoveTo(number(new)?)),
        "rename" => field(FieldEdit::Rename(text()?)),
        "kind" => field(FieldEdit::Kind(at(&FieldKind::ALL, new)?)),
        "flag" => field(FieldEdit::Flag(at(&Flag::ALL, new)?, json.get(3)?.as_bool()?)),
        "constrain" => {
            let value = json.get(3)?.as_str()?.to_owned();
            field(FieldEdit::Constrain(at(&Constraint::ALL, new)?, value))
        }
        "describe" => field(FieldEdit::Describe(text()?)),
        "removeRule" => rule(RuleEdit::Remove),
        "rule" => rule(RuleEdit::Rule(text()?)),
        "message" => rule(RuleEdit::Message(text()?)),
        "addRule" => Some(Edit::AddRule(text()?)),
        "format" => Some(Edit::Format),
        "unwrap" => Some(Edit::Unwrap),
        _ => None,
    }
}

/// The place of one of several.
pub(super) fn place<T: PartialEq>(all: &[T], wanted: &T) -> usize {
    all.iter().take_while(|other| *other != wanted).count()
}

/// The one at a place.
pub(super) fn at<T: Copy>(all: &[T], json: &Value) -> Option<T> {
    all.get(number(json)?).copied()
}

fn number(json: &Value) -> Option<usize> {
    json.as_u64()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn edits_come_out_as_they_went_in() {
        let text = || "\u{1F600}\n".to_owned();
        let mut fields = vec![
            FieldEdit::Add,
            FieldEdit::Remove,
            FieldEdit::Up,
            FieldEdit::Down,
            FieldEdit::MoveTo(3),
            FieldEdit::Rename(text()),
            FieldEdit::Describe(String::new()),
        ];
        fields.extend(FieldKind::ALL.map(FieldEdit::Kind));
        fields.extend(Flag::ALL.map(|flag| FieldEdit::Flag(flag, true)));
        fields.extend(Constraint::ALL.map(|constraint| FieldEdit::Constrain(constraint, text())));
        let mut edits: Vec<_> = fields.into_iter().map(|edit| Edit::Field(7, edit)).collect();
        edits.extend(
            [RuleEdit::Remove, RuleEdit::Rule(text()), RuleEdit::Message(text())]
                .map(|edit| Edit::Rule(1, edit)),
        );
        edits.extend([Edit::AddRule(text()), Edit::Format, Edit::Unwrap]);
        for wanted in edits {
            assert_eq!(read_edit(&edit(&wanted)), Some(wanted));
        }
        for none in [json!(null), json!(["sing", 0]), json!(["rename", 0]), json!(["kind", 0, 99])] {
            assert_eq!(read_edit(&none), None, "{none}");
        }
    }
}
