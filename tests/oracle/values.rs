//! Random values: some drawn from nothing, some shaped by the schema so that they nearly fit it.

use crate::world::{NAMES, names, numbers, scalars};
use proptest::collection::{btree_map, vec};
use proptest::prelude::{Strategy, any, prop_oneof};
use serde_json::{Map, Value, json};

/// How deep values are shaped; a schema may refer to itself without an end.
const DEPTH: usize = 5;

/// How a value comes to be.
#[derive(Clone, Debug)]
pub enum Recipe {
    /// It is this one.
    Drawn(Value),
    /// It is shaped by the schema, wherever there is a choice by the next of these numbers.
    Shaped(Vec<u8>),
}

pub fn recipes() -> impl Strategy<Value = Recipe> {
    prop_oneof![
        1 => values().prop_map(Recipe::Drawn),
        2 => vec(any::<u8>(), 0..32).prop_map(Recipe::Shaped),
    ]
}

fn values() -> impl Strategy<Value = Value> {
    let plain = prop_oneof![scalars(), numbers()];
    plain.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..=4).prop_map(Value::Array),
            btree_map(names(), inner, 0..=4).prop_map(|members| json!(members)),
        ]
    })
}

impl Recipe {
    pub fn value(&self, schema: &Value) -> Value {
        match self {
            Self::Drawn(value) => value.clone(),
            Self::Shaped(choices) => {
                let mut shaper = Shaper { document: schema, choices: choices.iter() };
                shaper.value(schema, DEPTH)
            }
        }
    }
}

struct Shaper<'s> {
    document: &'s Value,
    choices: std::slice::Iter<'s, u8>,
}

impl<'s> Shaper<'s> {
    /// A number below a bound; always the first when the choices are used up.
    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.choices.next().copied().unwrap_or_default()) % bound
    }

    fn pick(&mut self, values: &'s [Value]) -> Option<&'s Value> {
        let position = self.below(values.len().max(1));
        values.get(position)
    }

    fn value(&mut self, schema: &'s Value, depth: usize) -> Value {
        let part = |name: &str| schema.get(name);
        if depth == 0 || self.below(12) == 11 {
            return self.scalar();
        }
        if let Some(constant) = part("const") {
            return constant.clone();
        }
        if let Some(value) = part("enum").and_then(Value::as_array).and_then(|values| self.pick(values)) {
            return value.clone();
        }
        let target = part("$ref").and_then(Value::as_str).and_then(|reference| {
            self.document.pointer(&reference.trim_start_matches('#').replace("%C3%A9", "é"))
        });
        let mut branches: Vec<&Value> = target.into_iter().chain(part("if")).chain(part("then")).collect();
        for name in ["allOf", "anyOf", "oneOf"] {
            branches.extend(part(name).and_then(Value::as_array).into_iter().flatten());
        }
        // The schema itself, or one of those that ask about the same value, or both for an object.
        let branch =
            self.below(branches.len() + 1).checked_sub(1).and_then(|position| branches.get(position));
        match (branch.map(|branch| self.value(branch, depth - 1)), self.kind(schema)) {
            (Some(Value::Object(branch)), Kind::Object | Kind::Any) => {
                let mut members = self.object(schema, depth);
                members.extend(branch);
                Value::Object(members)
            }
            (Some(value), _) => value,
            (None, Kind::Object) => Value::Object(self.object(schema, depth)),
            (None, Kind::Array) => self.array(schema, depth),
            (None, Kind::Number) => self.number(schema),
            (None, Kind::String) => self.string(schema),
            (None, Kind::Any) => self.scalar(),
        }
    }

    fn kind(&mut self, schema: &'s Value) -> Kind {
        let says = |names: &[&str]| names.iter().any(|name| schema.get(name).is_some());
        let named = match schema.get("type") {
            Some(Value::Array(types)) => self.pick(types).and_then(Value::as_str),
            Some(name) => name.as_str(),
            None => None,
        };
        match named {
            Some("object") => return Kind::Object,
            Some("array") => return Kind::Array,
            Some("integer" | "number") => return Kind::Number,
            Some("string") => return Kind::String,
            _ => {}
        }
        let mut kinds = Vec::new();
        if says(&[
            "items",
            "prefixItems",
            "contains",
            "unevaluatedItems",
            "uniqueItems",
            "minItems",
            "maxItems",
        ]) {
            kinds.push(Kind::Array);
        }
        if says(&["properties", "patternProperties", "additionalProperties", "propertyNames", "required"])
            || says(&["unevaluatedProperties", "dependentRequired", "dependentSchemas", "dependencies"])
            || says(&["minProperties", "maxProperties"])
        {
            kinds.push(Kind::Object);
        }
        if says(&["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]) {
            kinds.push(Kind::Number);
        }
        if says(&["minLength", "maxLength", "pattern"]) {
            kinds.push(Kind::String);
        }
        let position = self.below(kinds.len().max(1));
        kinds.get(position).copied().unwrap_or(Kind::Any)
    }

    fn object(&mut self, schema: &'s Value, depth: usize) -> Map<String, Value> {
        let properties = schema.get("properties").and_then(Value::as_object);
        let required = schema.get("required").and_then(Value::as_array);
        let others = schema.get("additionalProperties").or_else(|| schema.get("unevaluatedProperties"));
        let mut members = Map::new();
        for name in NAMES {
            let own = properties.and_then(|properties| properties.get(name));
            let is_required = required.is_some_and(|required| required.iter().any(|other| other == name));
            let likelihood = if is_required {
                7
            } else if own.is_some() {
                5
            } else {
                2
            };
            if self.below(8) < likelihood {
                members
                    .insert(name.to_owned(), self.value(own.or(others).unwrap_or(&Value::Null), depth - 1));
            }
        }
        members
    }

    fn array(&mut self, schema: &'s Value, depth: usize) -> Value {
        let first = schema.get("prefixItems").or_else(|| schema.get("items")).and_then(Value::as_array);
        let others = ["contains", "items", "additionalItems", "unevaluatedItems"];
        let others = others.iter().filter_map(|name| schema.get(name));
        let others: Vec<_> = others.filter(|other| !other.is_array()).collect();
        let least = schema.get("minItems").and_then(Value::as_u64).unwrap_or_default() as usize;
        let length = least + self.below(4);
        let item = |position: usize| {
            let first = first.and_then(|first| first.get(position));
            let other = self.below(others.len().max(1));
            let schema = first.or_else(|| others.get(other).copied()).unwrap_or(&Value::Null);
            self.value(schema, depth - 1)
        };
        Value::Array((0..length).map(item).collect())
    }

    fn number(&mut self, schema: &'s Value) -> Value {
        let bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
        let bounds: Vec<_> = bounds.iter().filter_map(|name| schema.get(name)).collect();
        let unit = schema.get("multipleOf");
        let position = self.below(bounds.len() + 2);
        match (bounds.get(position), unit.and_then(Value::as_f64)) {
            (Some(bound), _) => (*bound).clone(),
            (None, Some(unit)) => json!((unit * self.below(40) as f64 * 100.0).round() / 100.0),
            (None, None) => json!(self.below(5)),
        }
    }

    fn string(&mut self, schema: &'s Value) -> Value {
        let least = schema.get("minLength").and_then(Value::as_u64).unwrap_or_default() as usize;
        let length = least + self.below(3);
        Value::String((0..length).map(|_| ["a", "b", "é", "😀"][self.below(4)]).collect())
    }

    fn scalar(&mut self) -> Value {
        [json!(null), json!(1), json!("a"), json!(1.0), json!(false), json!({}), json!([])][self.below(7)]
            .clone()
    }
}

/// What a value is made by.
#[derive(Clone, Copy)]
enum Kind {
    Object,
    Array,
    Number,
    String,
    Any,
}
