//! Schemas as forms, edits of them, and completions.

use crate::core::judge::{DrawnSchema, EditedText};
use crate::core::members::{Members, Object};
use crate::core::schema::{Completion, Place, Suggestion};

impl Object for DrawnSchema {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("text", &mut self.text)
            .member("isUnderstood", &mut self.is_understood)
            .member("isEditable", &mut self.is_editable)
            .member("wayIn", &mut self.way_in)
            .member("fields", &mut self.fields)
            .member("rules", &mut self.rules)
            .member("marks", &mut self.marks)
            .member("remarks", &mut self.remarks)
            .member("trial", &mut self.trial);
    }
}

impl Object for EditedText {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members.member("text", &mut self.text).member("focus", &mut self.focus);
    }
}

impl Object for Completion {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("start", &mut self.start)
            .member("end", &mut self.end)
            .member("isTyping", &mut self.is_typing)
            .member("suggestions", &mut self.suggestions);
    }
}

impl Object for Suggestion {
    fn blank() -> Self {
        Self { label: String::new(), text: String::new(), caret: 0, meaning: String::new() }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("label", &mut self.label)
            .member("text", &mut self.text)
            .member("caret", &mut self.caret)
            .member("meaning", &mut self.meaning);
    }
}

impl Object for Place {
    fn blank() -> Self {
        Self { line: 0, column: 0, offset: 0 }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("line", &mut self.line)
            .member("column", &mut self.column)
            .member("offset", &mut self.offset);
    }
}

#[cfg(test)]
mod tests {
    use crate::core::judge::{Desk, Question, Repaired, Response, SchemaSource};
    use crate::core::schema::BuiltIn;

    /// The answers of a desk, which are as full as any.
    #[test]
    fn answers_about_forms_come_out_as_they_went_in() {
        let (schema, answer) =
            (SchemaSource::BuiltIn(BuiltIn::DeploymentConfig), "{\"replicas\": 8}".to_owned());
        let own = SchemaSource::of_text("{\"type\": \"strng\", \"x-rules\": [\"self >\"]}");
        let mistaken =
            SchemaSource::of_text("{\"type\": \"string\", \"minLenght\": 1, \"description\": \"\u{1F600}\"}");
        let outline = |schema: &SchemaSource, repaired| Question::Outline {
            schema: schema.clone(),
            answer: answer.clone(),
            input: "in".into(),
            repaired,
        };
        for question in [
            outline(&schema, Repaired::Accept),
            outline(&own, Repaired::Reject),
            outline(&mistaken, Repaired::Reject),
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
