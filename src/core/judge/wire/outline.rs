//! Schemas as forms, what became of edits, and completions.

use super::edit::{at, place};
use super::{flag, list, object, optional, read_list, size, string, text};
use crate::core::judge::{Outlined, Problem, RuleLine};
use crate::core::schema::{
    Completion, Constraint, Edited, Entry, FieldKind, FieldRow, Flag, Place, Suggestion,
};
use serde_json::{Value, json};

pub(super) fn outlined(outline: &Outlined) -> Value {
    object([
        ("text", outline.text.as_str().into()),
        ("rows", list(&outline.rows, row)),
        ("more", outline.more.into()),
        ("isEditable", outline.is_editable.into()),
        ("rules", list(&outline.rules, rule)),
        ("problems", list(&outline.problems, problem)),
        ("understood", list(&outline.understood, |note| note.as_str().into())),
        ("formats", list(&outline.formats, |name| name.as_str().into())),
    ])
}

pub(super) fn read_outlined(json: &Value) -> Option<Outlined> {
    Some(Outlined {
        text: text(json, "text")?,
        rows: read_list(json, "rows", read_row)?,
        more: size(json, "more")?,
        is_editable: flag(json, "isEditable")?,
        rules: read_list(json, "rules", read_rule)?,
        problems: read_list(json, "problems", read_problem)?,
        understood: read_list(json, "understood", string)?,
        formats: read_list(json, "formats", string)?,
    })
}

fn row(row: &FieldRow) -> Value {
    let entry = |entry: &Entry| json!([place(&Constraint::ALL, &entry.constraint), entry.value]);
    object([
        ("depth", row.depth.into()),
        ("name", row.name.as_str().into()),
        ("isNamed", row.is_named.into()),
        ("kind", place(&FieldKind::ALL, &row.kind).into()),
        ("flags", list(&row.flags, |(flag, is_on)| json!([place(&Flag::ALL, flag), is_on]))),
        ("entries", list(&row.entries, entry)),
        ("description", row.description.as_str().into()),
        ("others", row.others.as_str().into()),
        ("hasFields", row.has_fields.into()),
        ("hasBefore", row.has_before.into()),
        ("hasBehind", row.has_behind.into()),
    ])
}

fn read_row(json: &Value) -> Option<FieldRow> {
    let read_entry = |json: &Value| {
        Some(Entry { constraint: at(&Constraint::ALL, json.get(0)?)?, value: string(json.get(1)?)? })
    };
    Some(FieldRow {
        depth: size(json, "depth")?,
        name: text(json, "name")?,
        is_named: flag(json, "isNamed")?,
        kind: at(&FieldKind::ALL, json.get("kind")?)?,
        flags: read_list(json, "flags", |json| {
            Some((at(&Flag::ALL, json.get(0)?)?, json.get(1)?.as_bool()?))
        })?,
        entries: read_list(json, "entries", read_entry)?,
        description: text(json, "description")?,
        others: text(json, "others")?,
        has_fields: flag(json, "hasFields")?,
        has_before: flag(json, "hasBefore")?,
        has_behind: flag(json, "hasBehind")?,
    })
}

fn rule(rule: &RuleLine) -> Value {
    object([
        ("place", rule.place.as_str().into()),
        ("rule", rule.rule.as_str().into()),
        ("message", rule.message.as_str().into()),
        ("verdict", rule.verdict.as_str().into()),
        ("holds", rule.holds.into()),
    ])
}

fn read_rule(json: &Value) -> Option<RuleLine> {
    Some(RuleLine {
        place: text(json, "place")?,
        rule: text(json, "rule")?,
        message: text(json, "message")?,
        verdict: text(json, "verdict")?,
        holds: optional(json, "holds", Value::as_bool)?,
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

pub(super) fn edited(edited: &Edited) -> Value {
    object([("text", edited.text.as_str().into()), ("row", edited.row.into())])
}

pub(super) fn read_edited(json: &Value) -> Option<Edited> {
    let row = optional(json, "row", |row| row.as_u64()?.try_into().ok())?;
    Some(Edited { text: text(json, "text")?, row })
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
    use crate::core::schema::{BuiltIn, Edit};

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
            Question::Edit { schema: own, edit: Edit::AddRule("true".into()) },
            Question::Edit { schema: SchemaSource::of_text("["), edit: Edit::Format },
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
