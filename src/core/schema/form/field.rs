//! One field of the field form, with whatever is nested in it.

use super::Reader;
use super::keys::{count, flag, list, number, object, rules, text};
use crate::core::format::Format;
use crate::core::pattern::Pattern;
use crate::core::schema::error::SchemaError;
use crate::core::schema::node::{Assertion, Node, NodeId, NullMeaning, Property};
use crate::core::schema::rule::Rule;
use crate::core::schema::types::{JsonType, TypeSet};
use crate::core::value;
use indexmap::IndexMap;
use serde_json::{Map, Number, Value};
use std::cmp::Ordering;
use std::sync::Arc;

/// How deep fields may be nested in each other.
const MOST_DEPTH: usize = 64;

/// A field that was read.
pub(super) struct Field {
    pub(super) node: Node,
    optional: bool,
    nullable: bool,
}

/// What a field is, by the key that says so.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    String,
    Number,
    Integer,
    Boolean,
    Enum,
    Object,
    Array,
    Const,
    AnyOf,
    Reference,
}

impl Kind {
    /// The kinds that `type` names.
    const TYPES: [(&str, Self); 7] = [
        ("string", Self::String),
        ("number", Self::Number),
        ("integer", Self::Integer),
        ("boolean", Self::Boolean),
        ("enum", Self::Enum),
        ("object", Self::Object),
        ("array", Self::Array),
    ];

    fn of(path: &str, field: &Map<String, Value>) -> Result<Self, SchemaError> {
        let by_key = [("const", Self::Const), ("anyOf", Self::AnyOf), ("ref", Self::Reference)];
        let mut kinds = by_key.into_iter().filter(|(key, _)| field.contains_key(*key)).map(|(_, kind)| kind);
        match (field.get("type"), kinds.next(), kinds.next()) {
            (None, Some(kind), None) => Ok(kind),
            (_, Some(_), _) => Err(SchemaError::new(path, "must have only one of: type, const, anyOf, ref")),
            (json_type, None, _) => {
                let name = json_type.and_then(Value::as_str);
                let kind = Self::TYPES.into_iter().find(|(known, _)| Some(*known) == name);
                kind.map(|(_, kind)| kind).ok_or_else(|| {
                    let names = Self::TYPES.map(|(name, _)| name).join(", ");
                    SchemaError::new(format!("{path}.type"), format!("must be one of: {names}"))
                })
            }
        }
    }

    /// The type of its values, where there is just one.
    fn json_type(self) -> Option<JsonType> {
        match self {
            Self::String => Some(JsonType::String),
            Self::Number => Some(JsonType::Number),
            Self::Integer => Some(JsonType::Integer),
            Self::Boolean => Some(JsonType::Boolean),
            Self::Object => Some(JsonType::Object),
            Self::Array => Some(JsonType::Array),
            Self::Enum | Self::Const | Self::AnyOf | Self::Reference => None,
        }
    }
}

impl Reader {
    /// Reads a field; `depth` is in how many others it stands.
    pub(super) fn field(&mut self, path: &str, field: &Value, depth: usize) -> Result<Field, SchemaError> {
        if depth > MOST_DEPTH {
            return Err(SchemaError::new(path, format!("is nested deeper than {MOST_DEPTH} levels")));
        }
        let keys = object(path, field)?;
        let kind = Kind::of(path, keys)?;
        let mut read = Field { node: Node::default(), optional: false, nullable: false };
        let mut assertions = Vec::new();
        let mut is_grounded = false;
        for (key, value) in keys {
            let path = format!("{path}.{key}");
            let assertion = match (key.as_str(), kind) {
                ("type", _) => continue,
                ("optional", _) => {
                    read.optional = flag(&path, value)?;
                    continue;
                }
                ("nullable", _) => {
                    read.nullable = flag(&path, value)?;
                    continue;
                }
                ("rules", _) => {
                    read.node.rules.extend(rules(&path, value)?);
                    continue;
                }
                ("grounded", _) => {
                    is_grounded = flag(&path, value)?;
                    continue;
                }
                ("description", _) => {
                    read.node.annotations.description = Some(text(&path, value)?);
                    continue;
                }
                ("default", _) => {
                    read.node.annotations.others.insert(key.clone(), value.clone());
                    continue;
                }
                ("minLength", Kind::String) => Assertion::MinLength(count(&path, value)?),
                ("maxLength", Kind::String) => Assertion::MaxLength(count(&path, value)?),
                ("contains", Kind::String) => Assertion::ContainsText(text(&path, value)?.into()),
                ("pattern", Kind::String) => Assertion::Pattern(pattern(&path, value)?),
                ("format", Kind::String) => Assertion::Format(format(&path, value)?),
                ("min", Kind::Number | Kind::Integer) => Assertion::Minimum(number(&path, value)?),
                ("max", Kind::Number | Kind::Integer) => Assertion::Maximum(number(&path, value)?),
                ("exclusiveMin", Kind::Number | Kind::Integer) => {
                    Assertion::ExclusiveMinimum(number(&path, value)?)
                }
                ("exclusiveMax", Kind::Number | Kind::Integer) => {
                    Assertion::ExclusiveMaximum(number(&path, value)?)
                }
                ("multipleOf", Kind::Number | Kind::Integer) => Assertion::MultipleOf(unit(&path, value)?),
                ("values", Kind::Enum) => Assertion::Enum(list(&path, value)?.as_slice().into()),
                ("const", Kind::Const) => Assertion::Const(Arc::new(value.clone())),
                ("items", Kind::Array) => Assertion::Items(self.item(&path, value, depth + 1)?),
                ("minItems", Kind::Array) => Assertion::MinItems(count(&path, value)?),
                ("maxItems", Kind::Array) => Assertion::MaxItems(count(&path, value)?),
                ("uniqueItems", Kind::Array) => {
                    if !flag(&path, value)? {
                        continue;
                    }
                    Assertion::UniqueItems
                }
                ("fields", Kind::Object) => {
                    let additional = keys.get("additional").map(|value| flag(&path, value)).transpose()?;
                    let fields = object(&path, value)?;
                    let parts = self.object(&path, fields, additional.unwrap_or_default(), depth + 1)?;
                    assertions.extend(parts.into_iter().filter(|part| !matches!(part, Assertion::Type(_))));
                    continue;
                }
                ("additional", Kind::Object) => {
                    flag(&path, value)?;
                    continue;
                }
                ("anyOf", Kind::AnyOf) => Assertion::AnyOf(self.forms(&path, value, depth + 1)?),
                ("ref", Kind::Reference) => Assertion::Reference(self.definition(&path, value)?),
                (key, _) if is_key_of_another_kind(key) => {
                    return Err(SchemaError::new(path, "does not apply to a field of this type"));
                }
                _ => return Err(SchemaError::new(path, "is not a key of a field")),
            };
            assertions.push(assertion);
        }
        for (kind_with, key) in [(Kind::Enum, "values"), (Kind::Object, "fields"), (Kind::Array, "items")] {
            if kind == kind_with && !keys.contains_key(key) {
                return Err(SchemaError::new(path, format!("needs {key}")));
            }
        }
        check(path, keys)?;
        if let Some(json_type) = kind.json_type() {
            assertions.insert(0, Assertion::Type(json_type.into()));
        }
        if is_grounded {
            self.ground(&format!("{path}.grounded"), &assertions, &mut read.node.rules)?;
        }
        read.node.assertions = if read.nullable { self.or_null(assertions) } else { assertions };
        Ok(read)
    }

    /// Adds the rule that the string, or each string of the array, occurs in the input.
    fn ground(
        &mut self,
        path: &str,
        assertions: &[Assertion],
        rules: &mut Vec<Rule>,
    ) -> Result<(), SchemaError> {
        let is_text = |assertion: &Assertion| match assertion {
            Assertion::Type(types) => types.contains(JsonType::String),
            Assertion::Enum(values) => values.iter().all(|value| value.is_string() || value.is_null()),
            Assertion::Const(value) => value.is_string(),
            _ => false,
        };
        let items = assertions.iter().find_map(|assertion| match assertion {
            Assertion::Items(id) => Some(*id),
            _ => None,
        });
        if assertions.iter().any(is_text) {
            rules.push(Rule::grounding());
            return Ok(());
        }
        match items.map(|id| (id, self.schema.node(id).clone())) {
            Some((id, mut item)) if item.assertions.iter().any(is_text) => {
                item.rules.push(Rule::grounding());
                self.schema.replace(id, item);
                Ok(())
            }
            Some(_) | None => {
                Err(SchemaError::new(path, "applies only to strings, and to arrays of strings"))
            }
        }
    }

    /// What an object with these fields must satisfy.
    pub(super) fn object(
        &mut self,
        path: &str,
        fields: &Map<String, Value>,
        additional: bool,
        depth: usize,
    ) -> Result<Vec<Assertion>, SchemaError> {
        if fields.is_empty() && !additional {
            return Err(SchemaError::new(path, "names no field"));
        }
        let mut properties = IndexMap::new();
        let mut required = Vec::new();
        for (name, field) in fields {
            let field = self.field(&format!("{path}.{name}"), field, depth)?;
            if !field.optional {
                required.push(name.clone());
            }
            let null = if field.nullable { NullMeaning::Value } else { NullMeaning::Absence };
            properties.insert(name.clone(), Property { node: self.schema.add(field.node), null });
        }
        let mut assertions = vec![
            Assertion::Type(JsonType::Object.into()),
            Assertion::Required(required),
            Assertion::Properties(properties),
        ];
        if !additional {
            let never = Node { assertions: vec![Assertion::Never], ..Node::default() };
            assertions.push(Assertion::AdditionalProperties(self.schema.add(never)));
        }
        Ok(assertions)
    }

    /// A field without a name, as in an array or a union. There is nothing it could be left out of.
    fn item(&mut self, path: &str, field: &Value, depth: usize) -> Result<NodeId, SchemaError> {
        let field_keys = object(path, field)?;
        if field_keys.contains_key("optional") {
            return Err(SchemaError::new(format!("{path}.optional"), "applies only to a field with a name"));
        }
        let field = self.field(path, field, depth)?;
        Ok(self.schema.add(field.node))
    }

    fn forms(&mut self, path: &str, forms: &Value, depth: usize) -> Result<Vec<NodeId>, SchemaError> {
        let forms = list(path, forms)?;
        if forms.is_empty() {
            return Err(SchemaError::new(path, "must list at least one form"));
        }
        let form = |(position, form): (usize, &Value)| self.item(&format!("{path}[{position}]"), form, depth);
        forms.iter().enumerate().map(form).collect()
    }

    fn definition(&self, path: &str, name: &Value) -> Result<NodeId, SchemaError> {
        let id = name.as_str().and_then(|name| self.definitions.get(name)).copied();
        id.ok_or_else(|| SchemaError::new(path, format!("names no definition: {name}")))
    }

    /// The same, or null.
    fn or_null(&mut self, mut assertions: Vec<Assertion>) -> Vec<Assertion> {
        match assertions.first_mut() {
            Some(Assertion::Type(types)) => *types = types.with(JsonType::Null),
            Some(Assertion::Enum(values)) if !values.contains(&Value::Null) => {
                *values = values.iter().cloned().chain([Value::Null]).collect();
            }
            Some(Assertion::Enum(_)) => {}
            Some(_) | None => {
                let value = Node { assertions, ..Node::default() };
                let null = vec![Assertion::Type(TypeSet::from(JsonType::Null))];
                let null = Node { assertions: null, ..Node::default() };
                return vec![Assertion::AnyOf(vec![self.schema.add(value), self.schema.add(null)])];
            }
        }
        assertions
    }
}

/// Whether it is a key that some other kind of field has.
fn is_key_of_another_kind(key: &str) -> bool {
    const KEYS: [&str; 19] = [
        "minLength",
        "maxLength",
        "contains",
        "pattern",
        "format",
        "min",
        "max",
        "exclusiveMin",
        "exclusiveMax",
        "multipleOf",
        "values",
        "const",
        "items",
        "minItems",
        "maxItems",
        "uniqueItems",
        "fields",
        "additional",
        "anyOf",
    ];
    KEYS.contains(&key)
}

fn pattern(path: &str, value: &Value) -> Result<Pattern, SchemaError> {
    let source = text(path, value)?;
    Pattern::compile(&source)
        .map_err(|error| SchemaError::new(path, format!("is no regular expression: {error}")))
}

fn format(path: &str, value: &Value) -> Result<Format, SchemaError> {
    Format::from_name(&text(path, value)?).ok_or_else(|| {
        let names = Format::ALL.map(Format::name).join(", ");
        SchemaError::new(path, format!("must be one of: {names}"))
    })
}

fn unit(path: &str, value: &Value) -> Result<Number, SchemaError> {
    let unit = number(path, value)?;
    let is_positive = value::compare(&unit, &0.into()) == Ordering::Greater;
    is_positive.then_some(unit).ok_or_else(|| SchemaError::new(path, "must be a number above 0"))
}

/// Whether some value can satisfy a field at all, as far as its own keys tell.
fn check(path: &str, keys: &Map<String, Value>) -> Result<(), SchemaError> {
    let number = |key: &str| keys.get(key).and_then(Value::as_number);
    let order =
        |low: &str, high: &str| number(low).zip(number(high)).map(|(low, high)| value::compare(low, high));
    for (low, high) in [("minLength", "maxLength"), ("minItems", "maxItems"), ("min", "max")] {
        if order(low, high) == Some(Ordering::Greater) {
            let message = format!("is greater than {path}.{high}");
            return Err(SchemaError::new(format!("{path}.{low}"), message));
        }
    }
    for (low, high) in [("min", "exclusiveMax"), ("exclusiveMin", "max"), ("exclusiveMin", "exclusiveMax")] {
        if order(low, high).is_some_and(Ordering::is_ge) {
            let message = format!("is not less than {path}.{high}");
            return Err(SchemaError::new(format!("{path}.{low}"), message));
        }
    }
    let needed = keys.get("contains").and_then(Value::as_str).map_or(0, |text| text.chars().count() as u64);
    if keys.get("maxLength").and_then(Value::as_u64).is_some_and(|most| needed > most) {
        return Err(SchemaError::new(format!("{path}.contains"), format!("is longer than {path}.maxLength")));
    }
    if keys.get("values").and_then(Value::as_array).is_some_and(Vec::is_empty) {
        return Err(SchemaError::new(format!("{path}.values"), "must list at least one value"));
    }
    Ok(())
}
