//! The fields and rules of a document, in its order.

use super::field::{Constraint, Entry, FieldKind, FieldRow, Flag, RuleRow};
use super::notation::{Notation, Takes, constraints, is_grounding, is_null, takes};
use super::written::{What, Written};
use crate::core::schema::check::member;
use crate::core::schema::import::import;
use serde_json::Value;

/// More rows than these are not listed.
const MOST_ROWS: usize = 300;

/// A schema as a form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The whole answer, and then every field and item in the order of the document.
    pub rows: Vec<FieldRow>,
    /// The rules, in the same order.
    pub rules: Vec<RuleRow>,
    /// How many rows there are beyond those that are listed.
    pub more: usize,
    /// Whether edits can be applied: the text is nothing but the schema.
    pub is_editable: bool,
}

/// A part of a document that a row shows.
pub(super) struct Part {
    /// What leads to it.
    pub(super) steps: Vec<String>,
    pub(super) depth: usize,
    pub(super) name: String,
    /// Its place among those of its object, and how many they are; none where it has no name.
    pub(super) place: Option<(usize, usize)>,
    /// The value it judges.
    path: String,
    /// What leads to that value.
    way: Vec<Option<String>>,
}

impl Outline {
    /// The form of a text. Of one that holds no schema that can be understood it is empty.
    pub fn of(text: &str, component: Option<&str>) -> Self {
        if let Some(document) = plain(text) {
            return Self { is_editable: true, ..Self::of_document(&document) };
        }
        let imported = import(text, component).or_else(|_| import(text, None));
        imported.map_or_else(
            |_| Self::default(),
            |imported| Self::of_document(&Written::of_value(&imported.document)),
        )
    }

    fn of_document(document: &Written) -> Self {
        let notation = Notation::of(document);
        let parts = parts(document, notation);
        let row =
            |part: &Part| Some(part.row(document.at(&part.steps)?, notation, is_required(document, part)));
        let rows = parts.iter().take(MOST_ROWS).filter_map(row).collect();
        let rules = rules(document, notation, &parts).into_iter().map(|(row, _)| row).collect();
        Self { rows, rules, more: parts.len().saturating_sub(MOST_ROWS), is_editable: false }
    }
}

/// The document of a text that is a schema and nothing else; of no text, that of a schema to begin with.
pub(super) fn plain(text: &str) -> Option<Written> {
    if text.trim().is_empty() {
        return Some(Written::object());
    }
    let value = serde_json::from_str::<Value>(text).ok()?;
    let is_plain = import(text, None).is_ok_and(|imported| imported.document == value);
    is_plain.then(|| Written::read(text))
}

/// The parts of a document that rows show.
pub(super) fn parts(document: &Written, notation: Notation) -> Vec<Part> {
    let root = Part {
        steps: Vec::new(),
        depth: 0,
        name: "the answer".to_owned(),
        place: None,
        path: String::new(),
        way: Vec::new(),
    };
    let mut left = vec![root];
    let mut parts = Vec::new();
    while let Some(part) = left.pop() {
        let Some(field) = document.at(&part.steps) else { continue };
        let below = |steps: &[&str]| -> Vec<String> {
            part.steps.iter().cloned().chain(steps.iter().map(|step| (*step).to_owned())).collect()
        };
        let way = |step: Option<&str>| -> Vec<Option<String>> {
            part.way.iter().cloned().chain([step.map(str::to_owned)]).collect()
        };
        let mut inside = Vec::new();
        match notation.kind(field, part.steps.is_empty()).0 {
            FieldKind::Object => {
                let key = notation.fields();
                let members = field.get(key).map(Written::members).unwrap_or_default();
                for (position, field) in members.iter().enumerate() {
                    let name = field.name();
                    inside.push(Part {
                        steps: below(&[key, &name]),
                        depth: part.depth + 1,
                        place: Some((position, members.len())),
                        path: member(&part.path, &name),
                        way: way(Some(&name)),
                        name,
                    });
                }
            }
            FieldKind::Array if field.get("items").is_some_and(Written::is_object) => inside.push(Part {
                steps: below(&["items"]),
                depth: part.depth + 1,
                name: "each item".to_owned(),
                place: None,
                path: format!("{}[]", part.path),
                way: way(None),
            }),
            FieldKind::Text
            | FieldKind::Number
            | FieldKind::Integer
            | FieldKind::Boolean
            | FieldKind::Choice
            | FieldKind::Array
            | FieldKind::Other => {}
        }
        left.extend(inside.into_iter().rev());
        parts.push(part);
    }
    parts
}

/// The rules of a document, and what leads to each.
pub(super) fn rules(document: &Written, notation: Notation, parts: &[Part]) -> Vec<(RuleRow, Vec<String>)> {
    let mut rules = Vec::new();
    for part in parts {
        let Some(field) = document.at(&part.steps) else { continue };
        let mut count = 0;
        for (key, list) in notation.rule_lists(field) {
            for (position, rule) in list.items().iter().enumerate() {
                count += 1;
                if is_grounding(rule) {
                    continue;
                }
                let text = |key: &str| rule.get(key).and_then(Written::string).unwrap_or_default();
                let row = RuleRow {
                    place: part.path.clone(),
                    steps: part.way.clone(),
                    position: count - 1,
                    rule: rule.string().unwrap_or_else(|| text("rule")),
                    message: text("message"),
                };
                let end = [key.to_owned(), position.to_string()];
                rules.push((row, part.steps.iter().cloned().chain(end).collect()));
            }
        }
    }
    rules
}

impl Part {
    /// What leads to the object that a field with a name stands in.
    pub(super) fn holder(&self) -> &[String] {
        let depth = self.steps.len().saturating_sub(2);
        self.steps.get(..depth).unwrap_or_default()
    }

    fn row(&self, field: &Written, notation: Notation, is_required: bool) -> FieldRow {
        let is_root = self.steps.is_empty();
        let (kind, is_nullable) = notation.kind(field, is_root);
        let is_named = self.place.is_some();
        let is_on = |flag: Flag| match flag {
            Flag::Nullable => is_nullable,
            Flag::Optional if notation == Notation::JsonSchema => !is_required,
            Flag::Optional | Flag::Grounded | Flag::Unique | Flag::Closed => notation.is_on(flag, field),
        };
        let applies = |flag: &Flag| notation.applies(*flag, field, kind, is_named);
        let entry = |constraint: &Constraint| {
            let key = notation.key(*constraint)?;
            let value = field.get(key).map(|value| shown(*constraint, value)).unwrap_or_default();
            Some(Entry { constraint: *constraint, value })
        };
        let (position, count) = self.place.unwrap_or_default();
        FieldRow {
            depth: self.depth,
            name: self.name.clone(),
            is_named,
            kind,
            flags: Flag::ALL.into_iter().filter(applies).map(|flag| (flag, is_on(flag))).collect(),
            entries: constraints(kind).iter().filter_map(entry).collect(),
            description: field.get("description").and_then(Written::string).unwrap_or_default(),
            others: others(field, notation, kind, is_root),
            has_fields: kind == FieldKind::Object,
            has_before: position > 0,
            has_behind: position + 1 < count,
        }
    }
}

/// Whether the object that a part stands in says that it must be there.
fn is_required(document: &Written, part: &Part) -> bool {
    let required = document.at(part.holder()).and_then(|holder| holder.get("required"));
    let names = required.map(Written::items).unwrap_or_default();
    names.iter().any(|name| name.string().as_deref() == Some(&part.name))
}

/// What is said of a field that the form cannot show.
fn others(field: &Written, notation: Notation, kind: FieldKind, is_root: bool) -> String {
    if !field.is_object() {
        return match field.is_true() {
            true => "any value: edit it in the text".to_owned(),
            false => "no value at all: edit it in the text".to_owned(),
        };
    }
    let hidden =
        |key: &str, value: &Written| !notation.shows(key, value, kind) && notation.matters(key, is_root);
    let members = field.members().iter().filter(|member| hidden(&member.name(), &member.value));
    let keys: Vec<_> = members.map(super::written::Member::name).collect();
    match keys.as_slice() {
        [] if kind == FieldKind::Other => "any value".to_owned(),
        [] => String::new(),
        keys => format!("also {}: edit these in the text", keys.join(", ")),
    }
}

/// A constraint as it is typed; empty where it is none that can be.
fn shown(constraint: Constraint, value: &Written) -> String {
    match (takes(constraint), &value.what) {
        (Takes::Count | Takes::Number, What::Scalar(written)) => match value.value() {
            Some(Value::Number(_)) => written.clone(),
            Some(_) | None => String::new(),
        },
        (Takes::Text, What::Scalar(_)) => value.string().unwrap_or_default(),
        (Takes::Values, What::Array(values)) => {
            let values: Vec<_> = values.iter().filter(|value| !is_null(value)).collect();
            let is_plain = |text: &str| {
                let is_marked = text.starts_with(['[', '"']) || text.contains([',', '\n']);
                !text.is_empty() && text.trim() == text && !is_marked
            };
            let texts: Option<Vec<_>> = values.iter().map(|value| value.string()).collect();
            match texts.filter(|texts| texts.iter().all(|text| is_plain(text))) {
                Some(texts) => texts.join(", "),
                None => {
                    let written: Vec<_> = values.iter().map(|value| one_line(value)).collect();
                    format!("[{}]", written.join(", "))
                }
            }
        }
        (Takes::Count | Takes::Number | Takes::Text | Takes::Values, _) => String::new(),
    }
}

fn one_line(value: &Written) -> String {
    match &value.what {
        What::Scalar(written) => written.clone(),
        What::Missing => String::new(),
        What::Array(items) => {
            format!("[{}]", items.iter().map(one_line).collect::<Vec<_>>().join(", "))
        }
        What::Object(members) => {
            let member =
                |member: &super::written::Member| format!("{}: {}", member.key, one_line(&member.value));
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
    }
}
