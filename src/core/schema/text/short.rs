//! What a node says in the few words that an error text has room for, and what the forms of a union
//! are called there.

use super::words::{Style, clipped, literals, quoted, told};
use crate::core::schema::node::{Assertion, NodeId, Schema};
use crate::core::schema::shape::{Kind, Member, ObjectShape, Others, Shape};
use std::sync::Arc;

/// The most characters of a short text.
const MOST_CHARACTERS: usize = 80;

/// How deep the parts of a part are still worth words.
const MOST_DEPTH: usize = 2;

/// The most forms that are told one by one.
const MOST_FORMS: usize = 3;

/// The most forms that are told in one line where they are no more than conditions.
const MOST_CONDITIONS: usize = 8;

/// The most values or fields that are told of one kind.
const MOST_LISTED: usize = 10;

/// The most values where they are all that a model is told of a place.
const MOST_ALLOWED: usize = 40;

impl Schema {
    /// What a node says, in one short line, such as `a string of ≥ 3 characters`.
    pub fn short_text(&self, id: NodeId) -> String {
        clipped(&self.words_of(&[id], Style::Signs), MOST_CHARACTERS)
    }

    /// What nodes say of a value that satisfies all of them, however long it gets.
    pub(super) fn words_of(&self, ids: &[NodeId], style: Style) -> String {
        self.short(ids, style, 0)
    }

    /// The short text of a part of what stands at a depth of other texts, unless that is too deep.
    pub(super) fn short_part(&self, id: NodeId, depth: usize) -> Option<String> {
        (depth < MOST_DEPTH).then(|| clipped(&self.short(&[id], Style::Signs, depth + 1), MOST_CHARACTERS))
    }

    /// What one of the forms of a union is called; `position` is its place among them, from 0.
    /// It is its title, the name of its definition, the field by which it is told from others
    /// (`kind: "card"`) or its type, or else its number.
    pub fn form_name(&self, id: NodeId, position: usize) -> Arc<str> {
        let shape = self.shape(id);
        let name = shape.title.map(told).filter(|title| !title.is_empty());
        let name = name.or_else(|| self.definition_name(&self.place(&[id])));
        let name = name.or_else(|| self.mark(&shape.kind));
        name.map_or_else(|| format!("form {}", position + 1), |name| clipped(&name, MOST_CHARACTERS)).into()
    }

    /// What tells a kind from others.
    fn mark(&self, kind: &Kind) -> Option<String> {
        match kind {
            Kind::Object(object) => {
                let required = object.members.iter().filter(|member| member.required);
                let mut constants = required.filter_map(|member| {
                    let constant = self.constant(member)?;
                    Some(format!("{}: {constant}", told(member.name)))
                });
                constants.next()
            }
            Kind::Enum(_) => only_value(kind),
            Kind::String(_) | Kind::Number(_) | Kind::Boolean | Kind::Null | Kind::Array(_) => {
                Some(head(kind).to_owned())
            }
            Kind::Types(kinds) => Some(joined(kinds.iter().map(|kind| head(kind).to_owned()).collect())),
            Kind::Union(_) | Kind::Never | Kind::Any => None,
        }
    }

    /// The forms of a union in one line, if they are no more than conditions that fit in it.
    pub(super) fn in_short(&self, forms: &[NodeId]) -> Option<String> {
        let is_condition = |id: &NodeId| {
            let shape = self.shape(*id);
            shape.unions.is_empty()
                && if let Kind::Object(object) = &shape.kind {
                    object.is_unsaid()
                } else {
                    shape.kind.is_leaf()
                }
        };
        let is_short = forms.len() <= MOST_CONDITIONS && forms.iter().all(is_condition);
        is_short.then(|| joined(forms.iter().map(|id| self.short_text(*id)).collect()))
    }

    fn short(&self, ids: &[NodeId], style: Style, depth: usize) -> String {
        let shape = self.shape_of(ids);
        let text = match (&shape.kind, ids) {
            (Kind::Any, [id]) if shape.is_partial => self.short_negation(*id, depth),
            (kind, _) => self.short_kind(kind, style, depth),
        };
        let mut text = self.with_unions(text, &shape, style, depth);
        if shape.nullable {
            text += " or null";
        }
        text
    }

    /// What a node says that has no shape of its own.
    fn short_negation(&self, id: NodeId, depth: usize) -> String {
        let negated = self.node(self.target(id)).assertions.iter().find_map(|assertion| {
            if let Assertion::Not(id) = assertion { self.short_part(*id, depth) } else { None }
        });
        negated.map_or_else(
            || "anything that meets further conditions".to_owned(),
            |negated| format!("anything but {negated}"),
        )
    }

    fn with_unions(&self, text: String, shape: &Shape, style: Style, depth: usize) -> String {
        shape.unions.iter().enumerate().fold(text, |text, (position, forms)| {
            let forms = self.short_forms(forms, style, depth);
            if shape.kind.is_any_object() && position == 0 { forms } else { format!("{text}, also {forms}") }
        })
    }

    fn short_forms(&self, forms: &[NodeId], style: Style, depth: usize) -> String {
        if depth >= MOST_DEPTH || forms.len() > MOST_FORMS {
            return format!("one of {} forms", forms.len());
        }
        joined(forms.iter().map(|id| self.short(&[*id], style, depth + 1)).collect())
    }

    fn short_kind(&self, kind: &Kind, style: Style, depth: usize) -> String {
        match kind {
            Kind::Enum(values) => match values.as_slice() {
                [] => "nothing".to_owned(),
                [value] => value.to_string(),
                values => {
                    let most = if style == Style::Words { MOST_ALLOWED } else { MOST_LISTED };
                    let listed: Vec<_> = values.iter().take(most).copied().collect();
                    let more = if listed.len() < values.len() { ", …" } else { "" };
                    format!("one of {}{more}", literals(&listed, ", "))
                }
            },
            Kind::Union(forms) => self.short_forms(forms, style, depth),
            Kind::Types(kinds) => {
                joined(kinds.iter().map(|kind| self.short_kind(kind, style, depth)).collect())
            }
            Kind::Object(object) => self.with_constraints(
                style.head(kind).to_owned() + &self.short_fields(object),
                kind,
                style,
                depth,
            ),
            Kind::Array(array) => {
                let text = self.with_constraints(style.head(kind).to_owned(), kind, style, depth);
                let item = match array.items {
                    Others::Of(id) => self.short_part(id, depth),
                    Others::Unsaid | Others::Forbidden => None,
                };
                item.map_or(text.clone(), |item| format!("{text}, each item {item}"))
            }
            Kind::String(_) | Kind::Number(_) | Kind::Boolean | Kind::Null | Kind::Never | Kind::Any => {
                self.with_constraints(style.head(kind).to_owned(), kind, style, depth)
            }
        }
    }

    fn with_constraints(&self, head: String, kind: &Kind, style: Style, depth: usize) -> String {
        let constraints = style.constraints(self, kind, depth);
        let Some((first, others)) = constraints.split_first() else { return head };
        let is_counted = |min: Option<u64>, max: Option<u64>| max.is_some() || min.is_some_and(|min| min > 0);
        let text = match kind {
            Kind::String(string) if string.format.is_some() => first.clone(),
            Kind::String(string) if is_counted(string.min_length, string.max_length) => {
                format!("{head} of {first}")
            }
            Kind::String(_) => format!("{head} that {first}"),
            Kind::Array(array) if !array.is_closed_tuple() && is_counted(array.min, array.max) => {
                format!("{head} of {first}")
            }
            Kind::Number(number) if number.minimum.or(number.maximum).is_some() => format!("{head} {first}"),
            Kind::Number(_)
            | Kind::Array(_)
            | Kind::Object(_)
            | Kind::Boolean
            | Kind::Null
            | Kind::Enum(_)
            | Kind::Union(_)
            | Kind::Types(_)
            | Kind::Never
            | Kind::Any => format!("{head}, {first}"),
        };
        [text].iter().chain(others).cloned().collect::<Vec<_>>().join(", ")
    }

    /// The fields an object needs, or else those it may have.
    fn short_fields(&self, object: &ObjectShape) -> String {
        let is_needed = object.members.iter().any(|member| member.required);
        let members = object.members.iter().filter(|member| member.required || !is_needed);
        let fields = members.map(|member| match self.constant(member) {
            Some(constant) => format!("{}: {constant}", quoted(member.name)),
            None => quoted(member.name),
        });
        let fields: Vec<_> = fields.take(MOST_LISTED).collect();
        match (fields.is_empty(), is_needed) {
            (true, _) => String::new(),
            (false, true) => format!(" with {}", fields.join(", ")),
            (false, false) => format!(" of {}", fields.join(", ")),
        }
    }

    /// The only value a member may have, as JSON.
    fn constant(&self, member: &Member) -> Option<String> {
        only_value(&self.shape_of(&member.nodes).kind)
    }
}

/// The only value of a kind, as JSON.
fn only_value(kind: &Kind) -> Option<String> {
    if let Kind::Enum(values) = kind
        && let [value] = values.as_slice()
    {
        Some(value.to_string())
    } else {
        None
    }
}

impl Style {
    /// The kind in a word, with its article; for whoever is to write a value, the only two there are.
    fn head(self, kind: &Kind) -> &'static str {
        match (self, kind) {
            (Self::Words, Kind::Boolean) => "true or false",
            (_, kind) => head(kind),
        }
    }
}

/// The kind in a word, with its article.
fn head(kind: &Kind) -> &'static str {
    match kind {
        Kind::Object(_) => "an object",
        Kind::Array(_) => "an array",
        Kind::String(_) => "a string",
        Kind::Number(number) if number.integer => "an integer",
        Kind::Number(_) => "a number",
        Kind::Boolean => "a boolean",
        Kind::Null => "null",
        Kind::Never => "nothing",
        Kind::Any | Kind::Enum(_) | Kind::Union(_) | Kind::Types(_) => "anything",
    }
}

fn joined(forms: Vec<String>) -> String {
    forms.join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::format::Format;
    use serde_json::{Value, json};

    #[test]
    fn short_texts() {
        for (document, expected) in [
            (json!(true), "anything"),
            (json!(false), "nothing"),
            (json!({"const": "x"}), r#""x""#),
            (json!({"enum": ["a", 1, null]}), r#"one of "a", 1 or null"#),
            (json!({"type": "string", "minLength": 3}), "a string of ≥ 3 characters"),
            (json!({"type": "string", "pattern": "^a"}), "a string that matches the pattern ^a"),
            (json!({"maxLength": 1, "pattern": "^a"}), "a string of ≤ 1 character, matches the pattern ^a"),
            (
                json!({"format": "date", "maxLength": 9}),
                &format!("{}, ≤ 9 characters", Format::Date.description()),
            ),
            (json!({"minimum": 5}), "a number ≥ 5"),
            (json!({"type": ["integer", "null"], "minimum": 0, "maximum": 9}), "an integer 0 … 9 or null"),
            (json!({"exclusiveMinimum": 0, "multipleOf": 0.5}), "a number > 0, a multiple of 0.5"),
            (json!({"type": "integer", "multipleOf": 5}), "an integer, a multiple of 5"),
            (json!({"type": "boolean"}), "a boolean"),
            (json!({"type": "null"}), "null"),
            (json!({"type": ["string", "integer"], "minimum": 5}), "a string or an integer ≥ 5"),
            (json!({"required": ["foo"]}), r#"an object with "foo""#),
            (
                json!({
                    "properties": {"kind": {"const": "card"}, "n": {}, "o": {}},
                    "required": ["kind", "n"], "minProperties": 3
                }),
                r#"an object with "kind": "card", "n", ≥ 3 fields"#,
            ),
            (json!({"properties": {"a": {"type": "string"}}}), r#"an object of "a""#),
            (json!({"minLength": 0, "pattern": "^a"}), "a string that matches the pattern ^a"),
            (json!({"type": "array", "uniqueItems": true}), "an array, all different"),
            (
                json!({"prefixItems": [true], "items": false, "minItems": 1, "uniqueItems": true}),
                "an array, all different",
            ),
            (
                json!({"minItems": 1, "maxItems": 2, "items": {"type": "string", "minLength": 3}}),
                "an array of 1 … 2 items, each item a string of ≥ 3 characters",
            ),
            (json!({"contains": {"const": 1}}), "an array, ≥ 1 item of this kind: 1"),
            (
                json!({"anyOf": [{"type": "string"}, {"type": "boolean"}, {"type": "null"}]}),
                "a string or a boolean or null",
            ),
            (json!({"anyOf": [true, true, true, true]}), "one of 4 forms"),
            (
                json!({"required": ["a"], "anyOf": [{"required": ["b"]}, {"required": ["c"]}]}),
                r#"an object with "a", also an object with "b" or an object with "c""#,
            ),
            (json!({"type": "object", "oneOf": [{"required": ["b"]}]}), r#"an object with "b""#),
            (json!({"not": {"type": "string"}}), "anything but a string"),
            (json!({"if": {"const": 1}, "then": false}), "anything that meets further conditions"),
            (json!({"const": "x".repeat(200)}), &format!("\"{}…", "x".repeat(78))),
        ] {
            let schema = Schema::from_json_schema(&document).unwrap();
            assert_eq!(schema.short_text(schema.root()), expected, "{document}");
        }
    }

    #[test]
    fn names_of_forms() {
        let name = |form: Value| {
            let document = json!({
                "$defs": {
                    "credit_card": {"type": "object"},
                    "titled": {"title": "By bank", "type": "object"}
                },
                "anyOf": [true, form]
            });
            let schema = Schema::from_json_schema(&document).unwrap();
            let Kind::Union(forms) = schema.shape(schema.root()).kind else { panic!("no union") };
            schema.form_name(forms[1], 1)
        };
        for (form, expected) in [
            (json!({"title": "Cash\nonly"}), "Cash only"),
            (json!({"$ref": "#/$defs/credit_card"}), "CreditCard"),
            (json!({"$ref": "#/$defs/titled"}), "By bank"),
            (
                json!({
                    "type": "object",
                    "properties": {"a": {}, "kind": {"const": "card"}}, "required": ["a", "kind"]
                }),
                r#"kind: "card""#,
            ),
            (json!({"properties": {"n": {"enum": [1]}}, "required": ["n"]}), "n: 1"),
            (json!({"properties": {"kind": {"const": "card"}}}), "form 2"),
            (json!({"type": "object"}), "form 2"),
            (json!({"type": "string", "minLength": 2}), "a string"),
            (json!({"type": ["string", "integer"]}), "a string or an integer"),
            (json!({"type": "array"}), "an array"),
            (json!({"const": 5}), "5"),
            (json!({"enum": [5, 6]}), "form 2"),
            (json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}), "form 2"),
            (json!({}), "form 2"),
        ] {
            assert_eq!(&*name(form.clone()), expected, "{form}");
        }
    }
}
