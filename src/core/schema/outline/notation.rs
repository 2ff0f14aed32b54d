//! The two ways in which a schema is written, and how each says what the form shows.

use super::field::{Constraint, FieldKind, Flag};
use super::written::{Member, What, Written};
use crate::core::schema::import::asks;
use serde_json::Value;

/// How a schema is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// The field form.
    Fields,
    /// JSON Schema.
    JsonSchema,
}

/// What a value must be to stand for a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// A whole number from 0.
    Count,
    Number,
    Text,
    /// An array of values.
    Values,
}

/// The rule that says that a string occurs in the input.
pub(super) const GROUNDING: &str = "self.within(input)";

/// Where rules stand in a JSON Schema.
const RULE_KEYS: [&str; 2] = ["x-rules", "x-kubernetes-validations"];

impl Notation {
    /// How a document is written.
    pub(super) fn of(document: &Written) -> Self {
        let is_form = document.get("fields").is_some_and(Written::is_object);
        if is_form && document.get("$schema").is_none() { Self::Fields } else { Self::JsonSchema }
    }

    /// The key of a field's fields.
    pub(super) fn fields(self) -> &'static str {
        match self {
            Self::Fields => "fields",
            Self::JsonSchema => "properties",
        }
    }

    /// The keys under which rules may stand, that for new ones first.
    pub(super) fn rules(self) -> &'static [&'static str] {
        match self {
            Self::Fields => &["rules"],
            Self::JsonSchema => &RULE_KEYS,
        }
    }

    /// The key of a constraint; none where it cannot be said.
    pub(super) fn key(self, constraint: Constraint) -> Option<&'static str> {
        let (fields, json_schema) = match constraint {
            Constraint::Values => ("values", "enum"),
            Constraint::MinLength => ("minLength", "minLength"),
            Constraint::MaxLength => ("maxLength", "maxLength"),
            Constraint::Pattern => ("pattern", "pattern"),
            Constraint::Format => ("format", "format"),
            Constraint::Contains => ("contains", ""),
            Constraint::Minimum => ("min", "minimum"),
            Constraint::Maximum => ("max", "maximum"),
            Constraint::Above => ("exclusiveMin", "exclusiveMinimum"),
            Constraint::Below => ("exclusiveMax", "exclusiveMaximum"),
            Constraint::MultipleOf => ("multipleOf", "multipleOf"),
            Constraint::MinItems => ("minItems", "minItems"),
            Constraint::MaxItems => ("maxItems", "maxItems"),
        };
        let key = match self {
            Self::Fields => fields,
            Self::JsonSchema => json_schema,
        };
        (!key.is_empty()).then_some(key)
    }

    /// The kind of a field, which has no others than those the form knows, and whether it may be null.
    pub(super) fn kind(self, field: &Written, is_root: bool) -> (FieldKind, bool) {
        match self {
            Self::Fields => {
                let kind = match field.get("type").and_then(Written::string).as_deref() {
                    _ if is_root => FieldKind::Object,
                    Some("enum") => FieldKind::Choice,
                    Some(name) => kind_of_type(name),
                    None => FieldKind::Other,
                };
                (kind, field.get("nullable").is_some_and(Written::is_true))
            }
            Self::JsonSchema => {
                let (types, has_null) = types(field);
                if field.get("enum").is_some() {
                    let values = field.get("enum").map(Written::items).unwrap_or_default();
                    return (FieldKind::Choice, values.iter().any(is_null));
                }
                let kind = match types.as_slice() {
                    [only] => kind_of_type(only),
                    [] if !has_null && field.get(self.fields()).is_some() => FieldKind::Object,
                    [] | [_, ..] => FieldKind::Other,
                };
                (kind, has_null)
            }
        }
    }

    /// Writes the kind of a field, and whether it may be null.
    pub(super) fn set_kind(self, field: &mut Written, kind: FieldKind, is_nullable: bool) {
        let name = match (self, kind) {
            (Self::Fields, FieldKind::Choice) => "enum",
            (Self::Fields | Self::JsonSchema, kind) => type_of_kind(kind),
        };
        match self {
            Self::Fields => {
                set_type(field, Written::text(name));
                if is_nullable {
                    field.set("nullable", Written::scalar("true"));
                } else {
                    field.remove("nullable");
                }
            }
            Self::JsonSchema if name.is_empty() => {
                let Some(values) = field.get_mut("enum").and_then(Written::items_mut) else { return };
                values.retain(|value| !is_null(value));
                values.extend(is_nullable.then(|| Written::scalar("null")));
                // A choice may name the types of its values, too.
                let (types, _) = types(field);
                if !types.is_empty() {
                    set_types(field, &types, is_nullable);
                }
            }
            Self::JsonSchema => set_types(field, &[name.to_owned()], is_nullable),
        }
    }

    /// Whether the form shows what stands under a key of a field of this kind.
    pub(super) fn shows(self, key: &str, value: &Written, kind: FieldKind) -> bool {
        let is_constraint = constraints(kind)
            .iter()
            .any(|constraint| self.key(*constraint) == Some(key) && takes(*constraint).is_met_by(value));
        let is_rules = self.rules().contains(&key);
        let is_shown = match self {
            Self::Fields => match key {
                "type" => kind != FieldKind::Other,
                "optional" | "nullable" | "grounded" | "description" => true,
                "fields" | "additional" => kind == FieldKind::Object,
                "items" | "uniqueItems" => kind == FieldKind::Array,
                _ => false,
            },
            Self::JsonSchema => match key {
                "type" => kind != FieldKind::Other,
                "description" => true,
                "properties" | "required" => kind == FieldKind::Object,
                "additionalProperties" => kind == FieldKind::Object && value.value().is_some(),
                "items" => kind == FieldKind::Array && !matches!(value.what, What::Array(_)),
                "uniqueItems" => kind == FieldKind::Array,
                _ => false,
            },
        };
        is_constraint || is_rules || is_shown
    }

    /// Whether a key says something of the values that the form should not keep quiet about.
    pub(super) fn matters(self, key: &str, is_root: bool) -> bool {
        match self {
            Self::Fields if is_root => false,
            Self::Fields => key != "default",
            Self::JsonSchema => asks(key),
        }
    }

    /// Whether a flag applies to a field.
    pub(super) fn applies(self, flag: Flag, field: &Written, kind: FieldKind, is_named: bool) -> bool {
        match flag {
            Flag::Optional => is_named,
            Flag::Nullable => match self {
                Self::Fields => is_named && kind != FieldKind::Other,
                Self::JsonSchema => kind != FieldKind::Other,
            },
            Flag::Grounded => {
                let is_text = matches!(kind, FieldKind::Text | FieldKind::Choice);
                is_text || self == Self::Fields && field.get("grounded").is_some()
            }
            Flag::Unique => kind == FieldKind::Array,
            Flag::Closed => {
                let others = field.get("additionalProperties").map(Written::value);
                kind == FieldKind::Object && !matches!(others, Some(None))
            }
        }
    }

    /// Whether a flag of a field is on, but for those of which others know more: optional and nullable.
    pub(super) fn is_on(self, flag: Flag, field: &Written) -> bool {
        let is_on = |key: &str| field.get(key).is_some_and(Written::is_true);
        match (self, flag) {
            (Self::Fields, Flag::Optional) => is_on("optional"),
            (Self::Fields, Flag::Grounded) => is_on("grounded"),
            (Self::Fields, Flag::Closed) => !is_on("additional"),
            (Self::Fields | Self::JsonSchema, Flag::Unique) => is_on("uniqueItems"),
            (Self::JsonSchema, Flag::Grounded) => {
                self.rule_lists(field).any(|(_, rules)| rules.items().iter().any(is_grounding))
            }
            (Self::JsonSchema, Flag::Closed) => {
                field.get("additionalProperties").and_then(Written::value) == Some(Value::Bool(false))
            }
            (Self::JsonSchema, Flag::Optional) | (Self::Fields | Self::JsonSchema, Flag::Nullable) => false,
        }
    }

    /// The lists of rules of a field, by their keys.
    pub(super) fn rule_lists(self, field: &Written) -> impl Iterator<Item = (&'static str, &Written)> {
        self.rules().iter().filter_map(|key| Some((*key, field.get(key)?)))
    }

    /// A field that nothing else is said of.
    pub(super) fn new_field(self) -> Written {
        let mut field = Written::object();
        self.set_kind(&mut field, FieldKind::Text, false);
        field
    }
}

/// Whether an element of a list of rules is the one that the form shows as a flag.
pub(super) fn is_grounding(rule: &Written) -> bool {
    let text = rule.string().or_else(|| match rule.members() {
        [only] if only.name() == "rule" => only.value.string(),
        _ => None,
    });
    text.is_some_and(|text| text == GROUNDING)
}

/// What a field of a kind can be held to.
pub(super) fn constraints(kind: FieldKind) -> &'static [Constraint] {
    match kind {
        FieldKind::Text => &[
            Constraint::MinLength,
            Constraint::MaxLength,
            Constraint::Pattern,
            Constraint::Format,
            Constraint::Contains,
        ],
        FieldKind::Number | FieldKind::Integer => &[
            Constraint::Minimum,
            Constraint::Maximum,
            Constraint::Above,
            Constraint::Below,
            Constraint::MultipleOf,
        ],
        FieldKind::Choice => &[Constraint::Values],
        FieldKind::Array => &[Constraint::MinItems, Constraint::MaxItems],
        FieldKind::Boolean | FieldKind::Object | FieldKind::Other => &[],
    }
}

/// What a constraint is.
pub(super) fn takes(constraint: Constraint) -> Takes {
    match constraint {
        Constraint::Values => Takes::Values,
        Constraint::MinLength | Constraint::MaxLength | Constraint::MinItems | Constraint::MaxItems => {
            Takes::Count
        }
        Constraint::Pattern | Constraint::Format | Constraint::Contains => Takes::Text,
        Constraint::Minimum
        | Constraint::Maximum
        | Constraint::Above
        | Constraint::Below
        | Constraint::MultipleOf => Takes::Number,
    }
}

impl Takes {
    fn is_met_by(self, value: &Written) -> bool {
        match self {
            Self::Count | Self::Number => value.value().is_some_and(|value| value.is_number()),
            Self::Text => value.string().is_some(),
            Self::Values => matches!(value.what, What::Array(_)),
        }
    }
}

fn kind_of_type(name: &str) -> FieldKind {
    match name {
        "string" => FieldKind::Text,
        "number" => FieldKind::Number,
        "integer" => FieldKind::Integer,
        "boolean" => FieldKind::Boolean,
        "object" => FieldKind::Object,
        "array" => FieldKind::Array,
        _ => FieldKind::Other,
    }
}

/// The type of a kind's values; empty where they may be of any.
fn type_of_kind(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Text
        | FieldKind::Number
        | FieldKind::Integer
        | FieldKind::Boolean
        | FieldKind::Object
        | FieldKind::Array => kind.name(),
        FieldKind::Choice | FieldKind::Other => "",
    }
}

/// The types that a JSON Schema names but for null, and whether it names that.
fn types(field: &Written) -> (Vec<String>, bool) {
    let Some(types) = field.get("type") else { return (Vec::new(), false) };
    let named = types.string().into_iter().chain(types.items().iter().filter_map(Written::string));
    let (null, others): (Vec<_>, _) = named.partition(|name| name == "null");
    (others, !null.is_empty())
}

fn set_types(field: &mut Written, names: &[String], has_null: bool) {
    let mut types: Vec<_> = names.iter().map(|name| Written::text(name)).collect();
    types.extend(has_null.then(|| Written::text("null")));
    let types = match types.len() {
        1 => types.swap_remove(0),
        _ => Written::array(types),
    };
    set_type(field, types);
}

/// Types stand before all else that is said of a value.
fn set_type(field: &mut Written, types: Written) {
    match field.get_mut("type") {
        Some(known) => *known = types,
        None => field
            .members_mut()
            .into_iter()
            .for_each(|members| members.insert(0, Member::new("type", types.clone()))),
    }
}

pub(super) fn is_null(value: &Written) -> bool {
    value.value() == Some(Value::Null)
}
