//! A schema as its editor shows it: the form, the rules with what they are worth for an answer, and what is
//! wrong or doubtful, each at its place in the text.

use super::super::judgement::{Judgement, judge};
use super::super::rejected::Repaired;
use super::super::source::{Compiled, SchemaSource};
use super::controls::{field_row, rule_row};
use super::row::FormRow;
use crate::core::rules::{self, RuleTrial, try_rule};
use crate::core::schema::{ImportError, Note, Outline, Place, ReadError, RuleRow, place_of, place_of_line};
use serde_json::Value;

/// What the editor shows of a schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in super::super) struct Outlined {
    /// The text of a built-in schema; of one's own it is known already.
    pub(super) text: String,
    /// The whole answer, and then every field and item in the order of the document.
    pub(super) rows: Vec<FormRow>,
    /// How many rows there are beyond those that are listed.
    pub(super) more: usize,
    /// Whether edits can be applied.
    pub(super) is_editable: bool,
    /// Its rules.
    pub(super) rules: Vec<FormRow>,
    /// What is wrong with it or doubtful.
    pub(super) problems: Vec<Problem>,
    /// What the text was taken for, a sentence each.
    pub(super) understood: Vec<String>,
    /// What the answer is worth; none where there is none, or no schema.
    pub(super) trial: Option<Judgement>,
}

/// What is wrong with a schema, or doubtful.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Problem {
    /// In a sentence, with the line and column where they are known.
    pub message: String,
    /// Where, if that is known.
    pub place: Option<Place>,
    /// Whether nothing can be judged by the schema as long as it is there.
    pub is_error: bool,
}

impl Outlined {
    /// What is shown of a schema that was read, with an answer to try it on and its input.
    pub(in super::super) fn new(
        source: &SchemaSource,
        read: Result<&Compiled, &ReadError>,
        answer: &str,
        input: &str,
        repaired: Repaired,
    ) -> Self {
        let (text, component) = source.text();
        let Outline { rows, rules, more, is_editable } = Outline::of(text, component);
        let rows = rows.into_iter().enumerate().map(|(row, field)| field_row(row, field)).collect();
        let mut outlined = Self { rows, more, is_editable, ..Self::default() };
        if matches!(source, SchemaSource::BuiltIn(_)) {
            text.clone_into(&mut outlined.text);
            outlined.is_editable = false;
        }
        match read {
            Ok(compiled) => {
                let notes = &compiled.read.schema.notes;
                let remarks = &compiled.read.remarks;
                let understood = remarks.iter().take(remarks.len().saturating_sub(notes.len()));
                outlined.understood = understood.cloned().collect();
                let problems = notes.iter().cloned().chain(compiled.warnings());
                outlined.problems = problems.map(|note| Problem::of_note(text, &note)).collect();
                outlined.rules = Trial::new(compiled, answer, input).rows(rules);
                if !answer.trim().is_empty() {
                    outlined.trial = Some(judge(answer, Some(&compiled.validator), input, repaired));
                }
            }
            // Of no text nothing is wrong yet.
            Err(ReadError::Import(ImportError::Empty)) => {}
            Err(error) => {
                outlined.problems = vec![Problem::of_error(text, error)];
                outlined.rules = rules.into_iter().enumerate().map(unread).collect();
            }
        }
        outlined
    }
}

impl Problem {
    fn of_note(text: &str, note: &Note) -> Self {
        let message = match note.path.as_str() {
            "" => note.message.clone(),
            path => format!("{path} {}", note.message),
        };
        Self::at(place_of(text, &note.path), message, false)
    }

    /// What is wrong at a place, which is said first.
    fn at(place: Option<Place>, message: String, is_error: bool) -> Self {
        let end = if message.ends_with('.') { "" } else { "." };
        let message = match place {
            Some(Place { line, column, .. }) => format!("Line {line}, column {column}: {message}{end}"),
            None => format!("{message}{end}"),
        };
        Self { message, place, is_error }
    }

    fn of_error(text: &str, error: &ReadError) -> Self {
        match error {
            // They say where by themselves.
            ReadError::Import(
                ImportError::NotJson { line, column, .. } | ImportError::TooDeep { line, column },
            ) => {
                let place = Some(place_of_line(text, *line, *column));
                Self { message: error.to_string(), place, is_error: true }
            }
            ReadError::Schema(mistake) => Self::at(place_of(text, &mistake.path), error.to_string(), true),
            ReadError::Import(_) | ReadError::Examples(..) => Self::at(None, error.to_string(), true),
        }
    }
}

/// The answer that rules are tried on, and what is known of them without it.
struct Trial<'c> {
    compiled: &'c Compiled,
    mistakes: Vec<(String, String)>,
    answer: Option<Value>,
    input: &'c str,
}

impl<'c> Trial<'c> {
    fn new(compiled: &'c Compiled, answer: &str, input: &'c str) -> Self {
        let judgement = judge(answer, Some(&compiled.validator), input, Repaired::Accept);
        let answer = judgement.value().and_then(|value| serde_json::from_str(value.as_str()).ok());
        let mistakes = compiled.rule_mistakes().into_iter();
        let mistakes = mistakes.map(|mistake| (mistake.path.clone(), Note::from(mistake).message)).collect();
        Self { compiled, mistakes, answer, input }
    }

    fn rows(&self, rules: Vec<RuleRow>) -> Vec<FormRow> {
        let row = |(row, rule): (usize, RuleRow)| {
            let (verdict, is_well) = self.verdict(&rule);
            rule_row(row, rule, verdict, is_well)
        };
        rules.into_iter().enumerate().map(row).collect()
    }

    fn verdict(&self, row: &RuleRow) -> (String, Option<bool>) {
        let dot = if row.place.is_empty() { "" } else { "." };
        let path = format!("{}{dot}{}.", row.place, rules::name(row.position));
        if let Some((_, mistake)) = self.mistakes.iter().find(|(place, _)| place.starts_with(&path)) {
            return (mistake.clone(), Some(false));
        }
        let Some(answer) = &self.answer else { return (String::new(), None) };
        match try_rule(&row.rule, &self.compiled.read.schema, &row.steps, answer, self.input) {
            RuleTrial::True => ("true for the example answer".to_owned(), Some(true)),
            RuleTrial::False => ("false for the example answer".to_owned(), Some(false)),
            RuleTrial::Absent => ("the example answer has no such value".to_owned(), None),
            RuleTrial::Failed(reason) => (format!("cannot be evaluated: {reason}"), Some(false)),
        }
    }
}

/// A rule of a schema that cannot be read: only its expression can be looked at.
fn unread((row, rule): (usize, RuleRow)) -> FormRow {
    let mistake = rules::mistake(&rule.rule);
    let is_well = mistake.as_ref().map(|_| false);
    rule_row(row, rule, mistake.unwrap_or_default(), is_well)
}

#[cfg(test)]
mod tests {
    use super::super::handle::edited;
    use super::*;
    use crate::core::schema::BuiltIn;

    fn outlined(schema: &SchemaSource, answer: &str) -> Outlined {
        Outlined::new(schema, schema.read().as_ref(), answer, "in", Repaired::Reject)
    }

    #[test]
    fn what_is_wrong_is_told_where_it_stands() {
        for (text, expected) in [
            ("", vec![]),
            (
                "{\n  \"type\": \"object\",\n  \"minProperties\": -1\n}",
                vec![("Line 3, column 3: minProperties must be a whole number from 0.", Some((3, 3)), true)],
            ),
            (
                "{\n  \"type\" \"object\"\n}",
                vec![("This is not JSON: at line 2, column 10, a colon is missing.", Some((2, 10)), true)],
            ),
            (
                "{\"type\": \"string\",\n\"minLenght\": 1}",
                vec![(
                    "Line 2, column 1: minLenght is no keyword of JSON Schema and is ignored.",
                    Some((2, 1)),
                    false,
                )],
            ),
            (
                "{\"fields\": {\"a\": {\"type\": \"text\"}}}",
                vec![(
                    "Line 1, column 19: fields.a.type must be one of: string, number, integer, boolean, enum, object, array.",
                    Some((1, 19)),
                    true,
                )],
            ),
            (
                "{\"type\": \"object\", \"properties\": {\n\"a\": {\"type\": \"string\", \"minLength\": 2, \"maxLength\": 1}}}",
                vec![(
                    "Line 2, column 1: a minLength 2 is above maxLength 1, so no string is right.",
                    Some((2, 1)),
                    false,
                )],
            ),
        ] {
            let problems = outlined(&SchemaSource::of_text(text), "").problems;
            let found: Vec<_> = problems
                .iter()
                .map(|problem| {
                    let place = problem.place.map(|place| (place.line, place.column));
                    (problem.message.as_str(), place, problem.is_error)
                })
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn rules_are_tried_on_the_answer() {
        let text = r#"{"rules": ["self.a > 1", "self.a >", "self.b > 1", "self.a"], "fields": {"a": {"type": "integer"}}}"#;
        let verdicts = |answer: &str| -> Vec<_> {
            let rules = outlined(&SchemaSource::of_text(text), answer).rules;
            rules.into_iter().map(|rule| (rule.remark, rule.is_well)).collect()
        };
        let said = |verdict: &str, holds| (verdict.to_owned(), holds);
        let tried = verdicts("Sure: {\"a\": 2}");
        assert_eq!(tried[0], said("true for the example answer", Some(true)));
        assert!(tried[1].0.starts_with("column ") && tried[1].1 == Some(false), "{tried:?}");
        assert_eq!(tried[2], said("column 6: there is no \"b\"", Some(false)));
        assert_eq!(tried[3], said("must give true or false, not int", Some(false)));
        assert_eq!(verdicts("{\"a\": 1}")[0], said("false for the example answer", Some(false)));
        assert_eq!(verdicts("")[0], said("", None));
    }

    #[test]
    fn a_built_in_schema_is_shown_with_its_text_and_not_edited() {
        for built_in in BuiltIn::ALL {
            let outlined = outlined(&SchemaSource::BuiltIn(built_in), "");
            assert_eq!((outlined.text.as_str(), outlined.is_editable), (built_in.source(), false));
            assert_eq!(outlined.problems.iter().find(|problem| problem.is_error), None);
            // As one's own it can be.
            let schema = SchemaSource::of_text(outlined.text);
            let edited = edited(&schema, "add 0", "").unwrap();
            assert_eq!(edited.focus, format!("field-{}-name", outlined.rows.len()));
            let edited = self::outlined(&SchemaSource::of_text(edited.text), "");
            assert_eq!((edited.rows.len(), edited.is_editable), (outlined.rows.len() + 1, true));
        }
    }
}
