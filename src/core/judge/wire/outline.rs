//! Schemas as forms, what became of edits, and completions.

use super::{flag, list, object, optional, read_list, size, string, text};
use crate::core::judge::{Control, ControlKind, EditedText, FormRow, Outlined, Problem};
use crate::core::schema::{Completion, Place, Suggestion};
use serde_json::Value;

pub(super) fn outlined(outline: &Outlined) -> Value {
    object([
        ("text", outline.text.as_str().into()),
        ("rows", list(&outline.rows, row)),
        ("more", outline.more.into()),
        ("isEditable", outline.is_editable.into()),
        ("rules", list(&outline.rules, row)),
        ("problems", list(&outline.problems, problem)),
        ("understood", list(&outline.understood, |note| note.as_str().into())),
    ])
}

pub(super) fn read_outlined(json: &Value) -> Option<Outlined> {
    Some(Outlined {
        text: text(json, "text")?,
        rows: read_list(json, "rows", read_row)?,
        more: size(json, "more")?,
        is_editable: flag(json, "isEditable")?,
        rules: read_list(json, "rules", read_row)?,
        problems: read_list(json, "problems", read_problem)?,
        understood: read_list(json, "understood", string)?,
    })
}

fn row(row: &FormRow) -> Value {
    object([
        ("name", row.name.as_str().into()),
        ("depth", row.depth.into()),
        ("isMovable", row.is_movable.into()),
        ("head", list(&row.head, control)),
        ("boxes", list(&row.boxes, control)),
        ("summary", row.summary.as_str().into()),
        ("details", list(&row.details, control)),
        ("remark", row.remark.as_str().into()),
        ("isWell", row.is_well.into()),
    ])
}

fn read_row(json: &Value) -> Option<FormRow> {
    Some(FormRow {
        name: text(json, "name")?,
        depth: size(json, "depth")?,
        is_movable: flag(json, "isMovable")?,
        head: read_list(json, "head", read_control)?,
        boxes: read_list(json, "boxes", read_control)?,
        summary: text(json, "summary")?,
        details: read_list(json, "details", read_control)?,
        remark: text(json, "remark")?,
        is_well: optional(json, "isWell", Value::as_bool)?,
    })
}

fn control(control: &Control) -> Value {
    let kind = ControlKind::ALL.iter().take_while(|kind| **kind != control.kind).count();
    object([
        ("kind", kind.into()),
        ("id", control.id.as_str().into()),
        ("label", control.label.as_str().into()),
        ("words", control.words.as_str().into()),
        ("value", control.value.as_str().into()),
        ("options", list(&control.options, |option| option.as_str().into())),
        ("edit", control.edit.as_str().into()),
    ])
}

fn read_control(json: &Value) -> Option<Control> {
    Some(Control {
        kind: *ControlKind::ALL.get(size(json, "kind")?)?,
        id: text(json, "id")?,
        label: text(json, "label")?,
        words: text(json, "words")?,
        value: text(json, "value")?,
        options: read_list(json, "options", string)?,
        edit: text(json, "edit")?,
    })
}

fn problem(problem: &Problem) -> Value {
    object([
        ("message", problem.message.as_str().into()),
        ("place", problem.place.map(place_json).into()),
        ("isError", problem.is_error.into()),
    ])
}

fn read_problem(json: &Value) -> Option<Problem> {
    Some(Problem {
        message: text(json, "message")?,
        place: optional(json, "place", read_place)?,
        is_error: flag(json, "isError")?,
    })
}

fn place_json(place: Place) -> Value {
    vec![place.line, place.column, place.offset].into()
}

fn read_place(json: &Value) -> Option<Place> {
    let number = |at: usize| json.get(at)?.as_u64()?.try_into().ok();
    Some(Place { line: number(0)?, column: number(1)?, offset: number(2)? })
}

pub(super) fn edited(edited: &EditedText) -> Value {
    object([("text", edited.text.as_str().into()), ("focus", edited.focus.as_str().into())])
}

pub(super) fn read_edited(json: &Value) -> Option<EditedText> {
    Some(EditedText { text: text(json, "text")?, focus: text(json, "focus")? })
}

pub(super) fn completion(completion: &Completion) -> Value {
    let suggestion = |suggestion: &Suggestion| {
        object([
            ("label", suggestion.label.as_str().into()),
            ("text", suggestion.text.as_str().into()),
            ("caret", suggestion.caret.into()),
            ("meaning", suggestion.meaning.as_str().into()),
        ])
    };
    object([
        ("start", place_json(completion.start)),
        ("end", completion.end.into()),
        ("isTyping", completion.is_typing.into()),
        ("suggestions", list(&completion.suggestions, suggestion)),
    ])
}

pub(super) fn read_completion(json: &Value) -> Option<Completion> {
    let suggestion = |json: &Value| {
        Some(Suggestion {
            label: text(json, "label")?,
            text: text(json, "text")?,
            caret: size(json, "caret")?,
            meaning: text(json, "meaning")?,
        })
    };
    Some(Completion {
        start: read_place(json.get("start")?)?,
        end: size(json, "end")?,
        is_typing: flag(json, "isTyping")?,
        suggestions: read_list(json, "suggestions", suggestion)?,
    })
}

#[cfg(test)]
mod tests {
    use crate::core::judge::{Desk, Question, Response, SchemaSource};
    use crate::core::schema::BuiltIn;

    /// The answers of a desk, which are as full as any.
    #[test]
    fn answers_about_forms_come_out_as_they_went_in() {
        let (schema, answer) =
            (SchemaSource::BuiltIn(BuiltIn::DeploymentConfig), "{\"replicas\": 8}".to_owned());
        let own = SchemaSource::of_text("{\"type\": \"strng\", \"x-rules\": [\"self >\"]}");
        let mistaken =
            SchemaSource::of_text("{\"type\": \"string\", \"minLenght\": 1, \"description\": \"\u{1F600}\"}");
        for question in [
            Question::Outline { schema: schema.clone(), answer: answer.clone(), input: String::new() },
            Question::Outline { schema: own.clone(), answer: answer.clone(), input: String::new() },
            Question::Outline { schema: mistaken.clone(), answer, input: String::new() },
            Question::Edit { schema: own, edit: "new".into(), value: "true".into() },
            Question::Edit {
                schema: SchemaSource::of_text("["),
                edit: "format".into(),
                value: String::new(),
            },
            Question::Complete { text: "{\"".into(), caret: 2 },
            Question::Complete { text: String::new(), caret: 0 },
        ] {
            let asked = serde_json::from_str(&question.to_json().to_string()).unwrap();
            assert_eq!(Question::from_json(&asked).as_ref(), Some(&question));
            let response = Desk::default().answer(question);
            let travelled = serde_json::from_str(&response.to_json().to_string()).unwrap();
            assert_eq!(Response::from_json(&travelled), Some(response));
        }
    }
}
