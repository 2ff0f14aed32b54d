//! Checks as they are asked of the desk: what came of them, and what their texts show.

use super::*;
use crate::core::judge::{Checked, Desk, Question, Repaired, Response, SchemaSource};
use crate::core::schema::BuiltIn;

const SCHEMA: &str = r##"{
  "type": "object",
  "properties": {
    "city": { "type": "string", "minLength": 2 },
    "days": { "type": "array", "items": { "$ref": "#/$defs/day" } }
  },
  "required": ["city", "days"],
  "additionalProperties": false,
  "$defs": { "day": { "allOf": [{ "minimum": 0 }, { "minimum": 5 }] } }
}"##;

fn question(schema: &str, text: &str) -> Question {
    let case = Case { text: text.to_owned(), ..Case::default() };
    let [correction_template, nudge_template] =
        [TemplateKind::Correction, TemplateKind::Nudge].map(|kind| kind.default_text().to_owned());
    let check =
        Check { number: 7, case, columns: 200, correction_template, nudge_template, ..Check::default() };
    Question::Check { schema: SchemaSource::of_text(schema), check }
}

fn checked(desk: &mut Desk, question: Question) -> Checked {
    match desk.answer(question) {
        Response::Checked(checked) => checked,
        other => panic!("{other:?}"),
    }
}

fn window(desk: &mut Desk, text: Text, from: usize, count: usize) -> Option<Window> {
    match desk.answer(Question::Window { number: 7, text, from, count }) {
        Response::Windowed(window) => window,
        other => panic!("{other:?}"),
    }
}

/// A text as it is shown: what is marked stands in brackets behind its numbers, what is repaired in braces behind
/// the words, and what stands around the answer in angles.
fn shown(desk: &mut Desk, text: Text) -> String {
    let piece = |Piece { text, repair, violations, is_aside }: &Piece| {
        let mut shown = text.clone();
        if !violations.is_empty() {
            let numbers: Vec<_> = violations.iter().map(usize::to_string).collect();
            shown = format!("[{}:{shown}]", numbers.join(","));
        }
        if !repair.is_empty() {
            shown = format!("{{{repair}:{shown}}}");
        }
        if *is_aside { format!("<{shown}>") } else { shown }
    };
    let window = window(desk, text, 0, 99).unwrap_or_default();
    let rows = window.drawn.iter().map(|row| row.pieces.iter().map(piece).collect::<String>());
    rows.collect::<Vec<_>>().join("\n")
}

/// The lines of a text that have a mark, without their blanks.
fn marked(desk: &mut Desk, text: Text) -> Vec<String> {
    let has_mark = |line: &&str| {
        line.split('[').skip(1).any(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()))
    };
    shown(desk, text).lines().map(str::trim).filter(has_mark).map(str::to_owned).collect()
}

#[test]
fn a_reply_is_judged_and_its_faults_are_marked_where_they_stand() {
    let mut desk = Desk::default();
    let reply = "Sure:\n{\"city\": \"O\", \"days\": [7, 3, -1], 'sun': true}";
    let checked = checked(&mut desk, question(SCHEMA, reply));
    assert_eq!(
        (checked.is_valid, checked.headline.as_str(), checked.more),
        (false, "Invalid, repaired: 8 of 13 checks passed", 0)
    );
    assert_eq!(checked.remarks, ["Found: from the prose.", "Repaired: replaced quotes that are not JSON's."]);
    let messages: Vec<_> = checked.violations.iter().map(|violation| violation.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "\"city\" must be ≥ 2 characters (got 1: \"O\")",
            "\"days[1]\" must be ≥ 5 (got 3)",
            "\"days[2]\" must be ≥ 0 (got -1)",
            "\"days[2]\" must be ≥ 5 (got -1)",
            "Unexpected field: \"sun\"",
        ]
    );
    assert_eq!(
        shown(&mut desk, Text::Reply),
        "<Sure:>\n{\"city\": [0:\"O\"], \"days\": [7, [1:3], [2,3:-1]], \
         {replaced quotes that are not JSON's:[4:']}[4:sun']: true}"
    );
    assert_eq!(
        shown(&mut desk, Text::Found),
        "{\n  \"city\": [0:\"O\"],\n  \"days\": [\n    7,\n    [1:3],\n    [2,3:-1]\n  ],\n  [4:\"sun\"]: true\n}"
    );
    assert_eq!(
        marked(&mut desk, Text::Schema),
        [
            "\"city\": { \"type\": \"string\", [0:\"minLength\": 2] },",
            "[4:\"additionalProperties\": false],",
            "\"$defs\": { \"day\": { \"allOf\": [{ [2:\"minimum\": 0] }, { [1,3:\"minimum\": 5] }] } }",
        ]
    );
    let places = window(&mut desk, Text::Schema, 0, 1).map(|window| window.places);
    assert_eq!(places, Some(vec![Some(3), Some(8), Some(8), Some(8), Some(7)]));
    assert!(
        checked.correction.starts_with("An earlier answer to this had 5 errors."),
        "{}",
        checked.correction
    );
}

/// What is marked in a schema where a reply breaks it.
#[track_caller]
fn check_schema(schema: &str, reply: &str, expected: &[&str]) {
    let mut desk = Desk::default();
    checked(&mut desk, question(schema, reply));
    assert_eq!(marked(&mut desk, Text::Schema), expected, "{schema}");
}

#[test]
fn a_rule_is_found_in_whatever_form_a_schema_is_written() {
    // What is missing.
    check_schema(r#"{"required": ["a"]}"#, "{}", &[r#"{[0:"required"]: ["a"]}"#]);
    check_schema(
        r#"{"fields": {"a": {"type": "string"}}}"#,
        "{}",
        &[r#"{"fields": {[0:"a"]: {"type": "string"}}}"#],
    );
    check_schema(
        r#"{"fields": {"a": {"type": "integer"}}}"#,
        r#"{"a": 1, "b": 1}"#,
        &[r#"{[0:"fields"]: {"a": {"type": "integer"}}}"#],
    );
    // The field form, and a definition of it.
    check_schema(
        r#"{"fields": {"a": {"ref": "b"}}, "definitions": {"b": {"type": "integer", "max": 3}}}"#,
        r#"{"a": 4}"#,
        &[r#"{"fields": {"a": {"ref": "b"}}, "definitions": {"b": {"type": "integer", [0:"max": 3]}}}"#],
    );
    check_schema(
        r#"{"fields": {"a": {"type": "string", "grounded": true}}}"#,
        r#"{"a": "x"}"#,
        &[r#"{"fields": {"a": {"type": "string", [0:"grounded": true]}}}"#],
    );
    // A rule across fields, told of another place than the one where it stands.
    check_schema(
        r#"{"rules": ["true", {"rule": "self.a > 1", "fieldPath": ".a"}], "fields": {"a": {"type": "integer", "rules": ["true"]}}}"#,
        r#"{"a": 1}"#,
        &[concat!(
            r#"{"rules": ["true", [0:{]"rule": "self.a > 1", "fieldPath": ".a"}], "#,
            r#""fields": {"a": {"type": "integer", "rules": ["true"]}}}"#
        )],
    );
    // Within what stands around it.
    check_schema(
        r#"{"name": "x", "schema": {"properties": {"a": false}}}"#,
        r#"{"a": 1}"#,
        &[r#"{"name": "x", "schema": {"properties": {[0:"a": false]}}}"#],
    );
    check_schema(
        r#"{"anyOf": [{"type": "string"}, {"type": "array"}]}"#,
        "{}",
        &[r#"{[0:"anyOf"]: [{"type": "string"}, {"type": "array"}]}"#],
    );
    check_schema(
        r#"{"propertyNames": {"maxLength": 1}}"#,
        r#"{"ab": 1}"#,
        &[r#"{[0:"propertyNames"]: {"maxLength": 1}}"#],
    );
}

#[test]
fn every_schema_of_the_catalogue_shows_the_place_of_what_is_missing() {
    for built_in in BuiltIn::ALL {
        let mut desk = Desk::default();
        let Question::Check { check, .. } = question("", "{}") else { panic!("no check") };
        let checked = checked(&mut desk, Question::Check { schema: SchemaSource::BuiltIn(built_in), check });
        let places = window(&mut desk, Text::Schema, 0, 0).map(|window| window.places).unwrap_or_default();
        assert!(!places.is_empty() && places.iter().all(Option::is_some), "{} {checked:?}", built_in.id());
    }
}

#[test]
fn what_is_no_answer_is_corrected_too() {
    let mut desk = Desk::default();
    let no_json = checked(&mut desk, question(SCHEMA, "I do not know."));
    assert_eq!((no_json.is_valid, no_json.headline.as_str()), (false, "There is no JSON in it"));
    assert!(no_json.correction.starts_with("There is no JSON in an earlier reply"), "{}", no_json.correction);
    assert_eq!(shown(&mut desk, Text::Reply), "I do not know.");
    assert_eq!(shown(&mut desk, Text::Found), "");

    let Question::Check { schema, check } = question(SCHEMA, "{city: 1}") else { panic!("no check") };
    let case = Case { repaired: Repaired::Reject, ..check.case.clone() };
    let rejected = checked(
        &mut desk,
        Question::Check { schema: schema.clone(), check: Check { case, ..check.clone() } },
    );
    assert_eq!(rejected.headline, "Not JSON: line 1, column 2: a key without quotes");
    assert_eq!(shown(&mut desk, Text::Reply), "{{a key without quotes:city}: 1}");

    let correction_template = "{{errors}} {{nonsense}}".to_owned();
    let unsaid =
        checked(&mut desk, Question::Check { schema, check: Check { correction_template, ..check } });
    assert_eq!(unsaid.correction, "");
    let problem = unsaid.remarks.last().cloned().unwrap_or_default();
    assert!(problem.starts_with("There is no correction: "), "{problem}");
}

#[test]
fn a_valid_answer_needs_no_correction_and_no_mark() {
    let mut desk = Desk::default();
    let checked = checked(&mut desk, question(SCHEMA, r#"{"city": "Oslo", "days": []}"#));
    assert_eq!(
        checked,
        Checked {
            is_valid: true,
            headline: "Valid: 7 of 7 checks passed".to_owned(),
            remarks: vec!["Found: the reply is JSON.".to_owned()],
            ..Checked::default()
        }
    );
    assert_eq!(marked(&mut desk, Text::Schema), Vec::<String>::new());
}

#[test]
fn only_the_first_of_very_many_faults_are_told() {
    let mut desk = Desk::default();
    let days = "-1, ".repeat(999);
    let checked = checked(&mut desk, question(SCHEMA, &format!(r#"{{"city": "Oslo", "days": [{days} 9]}}"#)));
    assert_eq!((checked.violations.len(), checked.more), (200, 1_798));
}

#[test]
fn a_text_is_looked_at_row_by_row() {
    let mut desk = Desk::default();
    let reply = format!("{{\"city\": \"{}\"}}", "x".repeat(500));
    checked(&mut desk, question(SCHEMA, &reply));
    let rows = window(&mut desk, Text::Reply, 1, 1);
    let piece = Piece { text: "x".repeat(200), ..Piece::default() };
    let row = Row { line: None, pieces: vec![piece] };
    assert_eq!(rows, Some(Window { rows: 3, from: 1, drawn: vec![row], places: vec![Some(0)] }));
    // Behind the end is the last row, and of another check there is none.
    assert_eq!(
        window(&mut desk, Text::Reply, 9, 9).map(|window| (window.from, window.drawn.len())),
        Some((2, 1))
    );
    let other = desk.answer(Question::Window { number: 6, text: Text::Reply, from: 0, count: 1 });
    assert_eq!(other, Response::Windowed(None));
}

#[test]
fn a_text_that_comes_beside_the_question_is_the_one_that_is_checked() {
    let asked = question(SCHEMA, "").with_text("[1]".to_owned());
    assert_eq!(asked, question(SCHEMA, "[1]"));
}
