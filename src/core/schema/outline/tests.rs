//! From a text to its form and back.

use super::written::Written;
use super::{Constraint, Edit, FieldEdit, FieldKind, FieldRow, Flag, Outline, RuleEdit};
use crate::core::schema::{ReadSchema, Schema};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

const JSON_SCHEMA: &str = r##"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "x-rules": ["self.a != ''", {"rule": "size(self.lines) > 0", "message": "no lines"}],
  "properties": {
    "a": {"type": ["string", "null"], "minLength": 2, "format": "date", "x-rules": [{"rule": "self.within(input)"}]},
    "lines": {"type": "array", "maxItems": 3, "uniqueItems": true, "items": {
      "type": "object", "properties": {"n": {"type": "number", "exclusiveMinimum": 1.50, "not": {"const": 2}}}, "required": ["n"],
      "x-rules": ["self.n > 0.0"]}},
    "c": {"enum": ["x", "y", null], "description": "C"},
    "d": {"enum": [1, "a, b"]},
    "r": {"$ref": "#/$defs/r", "description": "R"},
    "t": true
  },
  "required": ["a", "c"],
  "additionalProperties": false,
  "$defs": {"r": {}}
}"##;

const FIELDS: &str = r#"{
  "label": "Order",
  "rules": ["self.a != ''"],
  "fields": {
    "a": {"type": "string", "contains": "x", "grounded": true, "nullable": true},
    "n": {"type": "integer", "min": 1, "optional": true, "default": 3},
    "o": {"type": "object", "fields": {"e": {"type": "enum", "values": ["x"]}}, "additional": true},
    "u": {"anyOf": [{"const": 1}]}
  }
}"#;

/// A row as a line: what is on in it and set.
fn line(row: &FieldRow) -> String {
    let mut words = vec![format!("{}{}: {}", "  ".repeat(row.depth), row.name, row.kind.name())];
    words.extend(row.flags.iter().filter(|(_, is_on)| *is_on).map(|(flag, _)| flag.words().to_owned()));
    let set = row.entries.iter().filter(|entry| !entry.value.is_empty());
    words.extend(set.map(|entry| format!("{} {}", entry.constraint.words(), entry.value)));
    words.extend([row.description.clone(), row.others.clone()].into_iter().filter(|text| !text.is_empty()));
    words.join("; ")
}

fn lines(text: &str) -> Vec<String> {
    Outline::of(text, None).rows.iter().map(line).collect()
}

#[test]
fn a_json_schema_is_shown_field_by_field() {
    assert_eq!(
        lines(JSON_SCHEMA),
        [
            "the answer: object; no other fields",
            "  a: string; may be null; must occur in the input; min length 2; format date",
            "  lines: array; optional; all different; max items 3",
            "    each item: object",
            "      n: number; above 1.50; also not: edit these in the text",
            "  c: choice; may be null; one of x, y; C",
            "  d: choice; optional; one of [1, \"a, b\"]",
            "  r: other; optional; R; also $ref: edit these in the text",
            "  t: other; optional; any value: edit it in the text",
        ]
    );
    let rules = Outline::of(JSON_SCHEMA, None).rules;
    let rules: Vec<_> =
        rules.iter().map(|rule| [rule.place.as_str(), rule.rule.as_str(), rule.message.as_str()]).collect();
    assert_eq!(
        rules,
        [["", "self.a != ''", ""], ["", "size(self.lines) > 0", "no lines"], ["lines[]", "self.n > 0.0", ""]]
    );
}

#[test]
fn the_field_form_is_shown_field_by_field() {
    assert_eq!(
        lines(FIELDS),
        [
            "the answer: object; no other fields",
            "  a: string; may be null; must occur in the input; contains x",
            "  n: integer; optional; min 1",
            "  o: object",
            "    e: choice; one of x",
            "  u: other; also anyOf: edit these in the text",
        ]
    );
}

#[test]
fn a_schema_in_something_else_is_shown_and_cannot_be_edited_before_it_is_taken_out() {
    let tool =
        r#"{"name": "look", "input_schema": {"type": "object", "properties": {"a": {"type": "null"}}}} // x"#;
    let outline = Outline::of(tool, None);
    assert_eq!((outline.rows.len(), outline.is_editable), (2, false));
    let edit = Edit::Field(0, FieldEdit::Add);
    assert_eq!(
        edit.apply(tool, None),
        Err("The text is not a schema alone, so its form cannot be edited.".into())
    );
    let text = Edit::Unwrap.apply(tool, None).unwrap().text;
    assert_eq!(
        serde_json::from_str::<Value>(&text).unwrap(),
        json!({"title": "look", "type": "object", "properties": {"a": {"type": "null"}}})
    );
    assert!(Outline::of(&text, None).is_editable);
    assert_eq!(
        Edit::Format.apply("{} // x", None),
        Err("Only JSON without comments can be formatted.".into())
    );
    for nothing in ["", "{", "[1]", "city,country\nOslo,Norway"] {
        assert_eq!(Outline::of(nothing, None).rows.len(), usize::from(nothing.is_empty()), "{nothing}");
    }
}

/// Edits one after another; gives the last text without its white space.
#[track_caller]
fn check(text: &str, edits: &[Edit], expected: Result<&str, &str>) {
    let mut edited = Ok(text.to_owned());
    for edit in edits {
        edited = edited.and_then(|text| edit.apply(&text, None).map(|edited| edited.text));
    }
    let edited = edited.map(|text| text.split_whitespace().collect::<String>());
    let expected = expected.map(|text| text.split_whitespace().collect()).map_err(str::to_owned);
    assert_eq!(edited, expected, "{edits:?}");
}

#[test]
fn edits_of_a_json_schema() {
    use FieldEdit::{Add, Constrain, Describe, Down, Kind, MoveTo, Remove, Rename, Up};
    let pair = r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer","minimum":1e2}},"required":["a","b"],"z":1.0}"#;
    let field = |row: usize, edit: FieldEdit| Edit::Field(row, edit);
    let a = |keywords: &str| {
        format!(
            r#"{{"type":"object","properties":{{"a":{{{keywords}}},"b":{{"type":"integer","minimum":1e2}}}},"required":["a","b"],"z":1.0}}"#
        )
    };
    for (edits, expected) in [
        (
            vec![field(0, Add)],
            r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer","minimum":1e2},"field":{"type":"string"}},"required":["a","b","field"],"z":1.0}"#.to_owned(),
        ),
        (
            vec![field(1, Remove)],
            r#"{"type":"object","properties":{"b":{"type":"integer","minimum":1e2}},"required":["b"],"z":1.0}"#.to_owned(),
        ),
        (
            vec![field(1, Down)],
            r#"{"type":"object","properties":{"b":{"type":"integer","minimum":1e2},"a":{"type":"string"}},"required":["a","b"],"z":1.0}"#.to_owned(),
        ),
        (vec![field(2, Up), field(1, MoveTo(2))], a(r#""type":"string""#)),
        (
            vec![field(1, Rename("é".into()))],
            r#"{"type":"object","properties":{"é":{"type":"string"},"b":{"type":"integer","minimum":1e2}},"required":["é","b"],"z":1.0}"#.to_owned(),
        ),
        (
            vec![field(1, FieldEdit::Flag(Flag::Optional, true))],
            r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer","minimum":1e2}},"required":["b"],"z":1.0}"#.to_owned(),
        ),
        (vec![field(1, FieldEdit::Flag(Flag::Nullable, true))], a(r#""type":["string","null"]"#)),
        (
            vec![field(1, FieldEdit::Flag(Flag::Grounded, true))],
            a(r#""type":"string","x-rules":[{"rule":"self.within(input)"}]"#),
        ),
        (
            vec![field(1, Constrain(Constraint::MaxLength, " 007".into())), field(1, Describe("D".into()))],
            a(r#""type":"string","maxLength":7,"description":"D""#),
        ),
        (
            vec![
                field(1, Kind(FieldKind::Choice)),
                field(1, FieldEdit::Flag(Flag::Nullable, true)),
                field(1, Constrain(Constraint::Values, "p, q r,".into())),
            ],
            a(r#""enum":["p","q r",null]"#).replace("q r", "qr"),
        ),
        (
            vec![field(1, Kind(FieldKind::Array)), field(2, Kind(FieldKind::Number)), field(2, Constrain(Constraint::Above, "0.10".into()))],
            a(r#""type":"array","items":{"type":"number","exclusiveMinimum":0.10}"#),
        ),
        (
            vec![field(1, Kind(FieldKind::Object)), field(2, Rename("n".into()))],
            a(r#""type":"object","properties":{"n":{"type":"string"}},"required":["n"],"additionalProperties":false"#),
        ),
        (
            vec![Edit::AddRule("self.b > 1".into()), Edit::Rule(0, RuleEdit::Message("low".into())), Edit::Rule(0, RuleEdit::Rule("true".into()))],
            a(r#""type":"string""#).replace(r#""z":1.0"#, r#""z":1.0,"x-rules":[{"rule":"true","message":"low"}]"#),
        ),
        (vec![Edit::AddRule("self.b > 1".into()), Edit::Rule(0, RuleEdit::Remove)], a(r#""type":"string""#)),
        (vec![Edit::Format], pair.to_owned()),
    ] {
        check(pair, &edits, Ok(&expected));
    }
    for (edit, error) in [
        (field(1, Rename("b".into())), r#"There is a field "b" already."#),
        (field(1, Rename(String::new())), "A field needs a name."),
        (field(0, Remove), "This is no field of an object."),
        (field(9, Remove), "There is no such field any more."),
        (
            field(1, Constrain(Constraint::MinLength, "-1".into())),
            "min length must be a whole number from 0.",
        ),
        (field(2, Constrain(Constraint::Minimum, "x".into())), "min must be a number."),
        (field(1, MoveTo(0)), "A field can only be moved within its own object."),
        (Edit::Rule(0, RuleEdit::Remove), "There is no such rule any more."),
    ] {
        check(pair, &[edit], Err(error));
    }
    check(
        "",
        &[field(0, Kind(FieldKind::Object))],
        Ok(
            r#"{"type":"object","properties":{"field":{"type":"string"}},"required":["field"],"additionalProperties":false}"#,
        ),
    );
}

#[test]
fn edits_of_the_field_form() {
    use FieldEdit::{Add, Constrain, Kind, Remove};
    let form = r#"{"label":"L","fields":{"a":{"type":"string","default":1.0}}}"#;
    let field = |row: usize, edit: FieldEdit| Edit::Field(row, edit);
    for (edits, expected) in [
        (
            vec![
                field(0, Add),
                field(2, Kind(FieldKind::Choice)),
                field(2, Constrain(Constraint::Values, "x,y".into())),
            ],
            r#"{"label":"L","fields":{"a":{"type":"string","default":1.0},"field":{"type":"enum","values":["x","y"]}}}"#,
        ),
        (
            vec![
                field(1, FieldEdit::Flag(Flag::Optional, true)),
                field(1, FieldEdit::Flag(Flag::Nullable, true)),
                field(1, FieldEdit::Flag(Flag::Grounded, true)),
                field(1, Constrain(Constraint::Contains, " x".into())),
                field(0, FieldEdit::Flag(Flag::Closed, false)),
            ],
            r#"{"label":"L","fields":{"a":{"type":"string","default":1.0,"optional":true,"nullable":true,"grounded":true,"contains":" x"}},"additional":true}"#,
        ),
        (
            vec![
                field(1, Kind(FieldKind::Object)),
                field(2, Kind(FieldKind::Array)),
                field(3, Kind(FieldKind::Integer)),
            ],
            r#"{"label":"L","fields":{"a":{"type":"object","default":1.0,"fields":{"field":{"type":"array","items":{"type":"integer"}}}}}}"#,
        ),
        (
            vec![field(0, Add), field(1, Remove), Edit::AddRule("true".into())],
            r#"{"label":"L","fields":{"field":{"type":"string"}},"rules":[{"rule":"true"}]}"#,
        ),
    ] {
        check(form, &edits, Ok(expected));
    }
    check(form, &[field(0, Kind(FieldKind::Array))], Err("In the field form an answer is always an object."));
}

/// A schema of some depth in which every part has a remark that occurs nowhere else.
fn schemas() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({"type": "string", "minLength": 1, "pattern": "a"})),
        Just(json!({"type": ["string", "null"], "format": "date"})),
        Just(json!({"type": "integer", "minimum": 1, "not": {"const": 3}})),
        Just(json!({"type": "number", "exclusiveMaximum": 1.5})),
        Just(json!({"type": "boolean", "description": "B"})),
        Just(json!({"enum": ["a", "b"]})),
        Just(json!({"enum": ["a, b", 1, null], "type": ["string", "integer", "null"]})),
        Just(json!({"$ref": "#"})),
        Just(json!({"anyOf": [{"type": "null"}, {"type": "string"}]})),
        Just(json!({"type": "string", "x-rules": ["self != ''"]})),
    ];
    let inner = leaf.prop_recursive(3, 24, 4, |inner| {
        let names = prop::collection::vec((any::<bool>(), inner.clone()), 1..4);
        prop_oneof![
            names.prop_map(|fields| object(&fields)),
            inner.prop_map(|item| json!({"type": "array", "maxItems": 9, "items": item})),
        ]
    });
    prop::collection::vec((any::<bool>(), inner), 1..4).prop_map(|fields| {
        let mut schema = object(&fields);
        mark(&mut schema, &mut 0);
        schema
    })
}

fn object(fields: &[(bool, Value)]) -> Value {
    let name = |position: usize| format!("n{position}");
    let properties: Map<_, _> =
        fields.iter().enumerate().map(|(position, (_, field))| (name(position), field.clone())).collect();
    let required: Vec<_> = (0..fields.len()).filter(|position| fields[*position].0).map(name).collect();
    let mut object = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        object["required"] = json!(required);
    }
    object
}

/// Gives every part a remark with a number of its own, written as no other number is.
fn mark(schema: &mut Value, count: &mut usize) {
    let Some(keys) = schema.as_object_mut() else { return };
    for (key, value) in keys.iter_mut() {
        match key.as_str() {
            "properties" => value.as_object_mut().unwrap().values_mut().for_each(|field| mark(field, count)),
            "items" => mark(value, count),
            _ => {}
        }
    }
    *count += 1;
    keys.insert("x-mark".into(), format!("mark {count}.").into());
}

fn edits() -> impl Strategy<Value = FieldEdit> {
    let flags = prop::sample::select(Flag::ALL.to_vec());
    let kinds = prop::sample::select(FieldKind::ALL.to_vec());
    let constraints = prop::sample::select(Constraint::ALL.to_vec());
    let values = prop::sample::select(vec!["", "3", "1.50", "a", "a, b", "[1, null]"]);
    prop_oneof![
        Just(FieldEdit::Add),
        Just(FieldEdit::Remove),
        Just(FieldEdit::Up),
        Just(FieldEdit::Down),
        (0..9usize).prop_map(FieldEdit::MoveTo),
        "[a-z~/.\"]{0,3}".prop_map(FieldEdit::Rename),
        kinds.prop_map(FieldEdit::Kind),
        (flags, any::<bool>()).prop_map(|(flag, is_on)| FieldEdit::Flag(flag, is_on)),
        (constraints, values).prop_map(|(constraint, value)| FieldEdit::Constrain(constraint, value.into())),
        "[a-z ]{0,4}".prop_map(FieldEdit::Describe),
    ]
}

/// The remarks in a text.
fn marks(text: &str) -> BTreeSet<String> {
    text.split('"').filter(|part| part.starts_with("mark ")).map(str::to_owned).collect()
}

/// Whether an edit applies to a row as it is shown.
fn is_offered(row: &FieldRow, edit: &FieldEdit) -> bool {
    match edit {
        FieldEdit::Add => row.has_fields,
        FieldEdit::Flag(flag, _) => row.flags.iter().any(|(known, _)| known == flag),
        FieldEdit::Constrain(constraint, _) => {
            row.entries.iter().any(|entry| entry.constraint == *constraint)
        }
        FieldEdit::Remove | FieldEdit::Rename(_) | FieldEdit::MoveTo(_) => row.is_named,
        FieldEdit::Up => row.has_before,
        FieldEdit::Down => row.has_behind,
        FieldEdit::Kind(_) | FieldEdit::Describe(_) => true,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever is edited, in whatever order: the form then says what was edited, and what it does not show is there.
    #[test]
    fn what_is_edited_is_shown_and_all_else_stays(schema in schemas(), edits in prop::collection::vec((any::<prop::sample::Index>(), edits()), 1..12)) {
        {
            let mut text = Written::of_value(&schema).formatted();
            for (index, edit) in &edits {
                let before = Outline::of(&text, None);
                let row = index.index(before.rows.len());
                let was = &before.rows[row];
                if !is_offered(was, edit) {
                    continue;
                }
                let Ok(edited) = Edit::Field(row, edit.clone()).apply(&text, None) else { continue };
                let after = Outline::of(&edited.text, None);
                prop_assert!(after.is_editable, "{}", edited.text);
                // What stands in a field goes with it, and what an object or an array holds with its kind.
                let below = before.rows.iter().skip(row + 1).take_while(|below| below.depth > was.depth).count();
                let lost = match edit {
                    FieldEdit::Remove => below + 1,
                    FieldEdit::Kind(kind) if *kind != was.kind && *kind != FieldKind::Other => below,
                    _ => 0,
                };
                let (old, new) = (marks(&text), marks(&edited.text));
                prop_assert!(new.is_subset(&old));
                prop_assert!(old.len() - new.len() <= lost, "{edit:?} of {row}\n{text}\n{}", edited.text);
                if lost == 0 {
                    prop_assert_eq!(&old, &new);
                }
                if let Some(at) = edited.row {
                    let now = &after.rows[at];
                    match edit {
                        FieldEdit::Add => {
                            prop_assert_eq!(after.rows.len(), before.rows.len() + 1);
                            let shown = line(now);
                            prop_assert_eq!(shown.trim_start(), format!("{}: string", now.name));
                        }
                        FieldEdit::Remove => {}
                        FieldEdit::Up | FieldEdit::Down | FieldEdit::MoveTo(_) => {
                            prop_assert_eq!(line(now), line(was));
                            prop_assert_eq!(after.rows.len(), before.rows.len());
                        }
                        FieldEdit::Rename(name) => prop_assert_eq!(&now.name, name),
                        FieldEdit::Kind(FieldKind::Other) => prop_assert_eq!(now, was),
                        FieldEdit::Kind(kind) => prop_assert_eq!(now.kind, *kind),
                        FieldEdit::Flag(flag, is_on) => {
                            prop_assert!(now.flags.contains(&(*flag, *is_on)), "{edit:?}\n{text}\n{}", edited.text);
                        }
                        FieldEdit::Constrain(constraint, value) => {
                            let shown = now.entries.iter().find(|entry| entry.constraint == *constraint);
                            let null = if *constraint == Constraint::Values { ", null" } else { "-" };
                            let expected = value.replace(null, "");
                            prop_assert_eq!(shown.map(|entry| entry.value.as_str()), Some(expected.as_str()));
                        }
                        FieldEdit::Describe(text) => prop_assert_eq!(&now.description, text.trim()),
                    }
                }
                // Formatted it was already.
                prop_assert_eq!(&Edit::Format.apply(&edited.text, None).unwrap().text, &edited.text);
                text = edited.text;
            }
        }
    }

    /// What was done can be undone in the form.
    #[test]
    fn the_opposite_of_an_edit_gives_the_document_back(schema in schemas(), index in any::<prop::sample::Index>(), edit in edits()) {
        for text in [Written::of_value(&schema).formatted()] {
            let before = Outline::of(&text, None);
            let row = index.index(before.rows.len());
            let was = &before.rows[row];
            if !is_offered(was, &edit) {
                continue;
            }
            let Ok(edited) = Edit::Field(row, edit.clone()).apply(&text, None) else { continue };
            let Some(at) = edited.row else { continue };
            let opposite = match &edit {
                FieldEdit::Add => FieldEdit::Remove,
                FieldEdit::Up => FieldEdit::Down,
                FieldEdit::Down => FieldEdit::Up,
                FieldEdit::Rename(_) => FieldEdit::Rename(was.name.clone()),
                FieldEdit::Flag(flag, _) => {
                    FieldEdit::Flag(*flag, was.flags.iter().any(|(known, is_on)| known == flag && *is_on))
                }
                FieldEdit::Constrain(constraint, _) => {
                    let entry = was.entries.iter().find(|entry| entry.constraint == *constraint);
                    FieldEdit::Constrain(*constraint, entry.map(|entry| entry.value.clone()).unwrap_or_default())
                }
                FieldEdit::Describe(_) => FieldEdit::Describe(was.description.clone()),
                // What another kind has no word for is gone; to move is to go up or down several times.
                FieldEdit::Remove | FieldEdit::Kind(_) | FieldEdit::MoveTo(_) => continue,
            };
            let back = Edit::Field(at, opposite).apply(&edited.text, None).unwrap().text;
            let value = |text: &str| serde_json::from_str::<Value>(text).unwrap();
            prop_assert_eq!(value(&back), value(&text), "{:?}", edit);
            prop_assert_eq!(Outline::of(&back, None), before);
        }
    }

    /// A schema that is made of nothing but edits is one that can be judged by, and reads the same when formatted.
    #[test]
    fn a_schema_made_in_the_form_is_a_schema(edits in prop::collection::vec((any::<prop::sample::Index>(), edits()), 1..20)) {
        let begin = Edit::Field(0, FieldEdit::Kind(FieldKind::Object));
        let mut text = begin.apply("", None).unwrap().text;
        for (index, edit) in &edits {
            let outline = Outline::of(&text, None);
            let row = index.index(outline.rows.len());
            let is_pattern = matches!(edit, FieldEdit::Constrain(Constraint::Pattern | Constraint::Format, _));
            if is_offered(&outline.rows[row], edit) && !is_pattern && let Ok(edited) = Edit::Field(row, edit.clone()).apply(&text, None) {
                text = edited.text;
            }
        }
        let value: Value = serde_json::from_str(&text).unwrap();
        prop_assert!(Schema::from_json_schema(&value).is_ok(), "{text}");
        prop_assert!(ReadSchema::of(&text, None).is_ok(), "{text}");
        prop_assert_eq!(Outline::of(&text, None), Outline::of(&text.replace('\n', "\n\n\t"), None));
    }
}
