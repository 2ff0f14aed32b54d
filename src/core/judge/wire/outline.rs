//! Schemas as forms, what became of edits, and completions.

use super::{flag, list, object, read_list, size, text};
use crate::core::judge::{DrawnSchema, EditedText};
use crate::core::schema::{Completion, Place, Suggestion};
use serde_json::Value;

pub(super) fn outlined(drawn: &DrawnSchema) -> Value {
    object([
        ("text", drawn.text.as_str().into()),
        ("isUnderstood", drawn.is_understood.into()),
        ("isEditable", drawn.is_editable.into()),
        ("wayIn", drawn.way_in.clone()),
        ("fields", drawn.fields.clone()),
        ("rules", drawn.rules.clone()),
        ("marks", drawn.marks.clone()),
        ("remarks", drawn.remarks.clone()),
    ])
}

pub(super) fn read_outlined(json: &Value) -> Option<DrawnSchema> {
    let drawn = |name: &str| json.get(name).cloned();
    Some(DrawnSchema {
        text: text(json, "text")?,
        is_understood: flag(json, "isUnderstood")?,
        is_editable: flag(json, "isEditable")?,
        way_in: drawn("wayIn")?,
        fields: drawn("fields")?,
        rules: drawn("rules")?,
        marks: drawn("marks")?,
        remarks: drawn("remarks")?,
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
