//! Random schemas as people write them: every value has a type, objects are closed or not, fields are
//! optional or not, and there are unions, references, constants and bounds.

use crate::world::{NAMES, constants, names};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

/// How deep schemas are nested, how many there are in about, and how many one keyword has.
const DEPTH: u32 = 3;
const SCHEMAS: u32 = 12;
const BRANCHES: u32 = 3;

/// Patterns of all sorts that servers tell apart.
const PATTERNS: [&str; 5] = ["^a*$", "a", "^(a|b)$", "^a|b$", "^(?=a).*$"];

/// Whole documents.
pub fn documents() -> impl Strategy<Value = Value> {
    (schema(), vec(schema(), NAMES.len())).prop_map(|(root, definitions)| {
        let names = NAMES.iter().map(ToString::to_string);
        let mut document = root;
        document.as_object_mut().into_iter().for_each(|keywords| {
            let definitions: Map<String, Value> = names.clone().zip(definitions.clone()).collect();
            keywords.insert("$defs".to_owned(), definitions.into());
        });
        document
    })
}

fn schema() -> BoxedStrategy<Value> {
    leaf().prop_recursive(DEPTH, SCHEMAS, BRANCHES, nested).boxed()
}

fn with(parts: impl Strategy<Value = Vec<(&'static str, Option<Value>)>>) -> impl Strategy<Value = Value> {
    parts.prop_map(|parts| {
        let said = parts.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        Value::Object(said.collect())
    })
}

fn maybe<T: Into<Value> + std::fmt::Debug>(
    value: impl Strategy<Value = T>,
) -> impl Strategy<Value = Option<Value>> {
    option::weighted(0.3, value.prop_map(Into::into))
}

fn leaf() -> BoxedStrategy<Value> {
    let count = || 0..=3u64;
    let text = (maybe(count()), maybe(count()), maybe(select(&PATTERNS[..])), any::<bool>());
    let text = with(text.prop_map(|(min, max, pattern, nullable)| {
        let names = if nullable { json!(["string", "null"]) } else { json!("string") };
        vec![("type", Some(names)), ("minLength", min), ("maxLength", max), ("pattern", pattern)]
    }));
    let number = (select(&["integer", "number"][..]), maybe(0..=3i64), maybe(0..=4i64), maybe(1..=2u64));
    let number = with(number.prop_map(|(name, min, max, multiple)| {
        let parts = [("minimum", min), ("exclusiveMaximum", max), ("multipleOf", multiple)];
        [("type", Some(json!(name)))].into_iter().chain(parts).collect()
    }));
    let reference =
        names().prop_map(|name| json!({"$ref": format!("#/$defs/{}", name.replace('é', "%C3%A9"))}));
    prop_oneof![
        4 => text,
        3 => number,
        1 => Just(json!({"type": "boolean"})),
        1 => Just(json!({"type": "null"})),
        1 => Just(json!({"type": ["string", "integer", "null"], "minLength": 1, "minimum": 2})),
        2 => constants().prop_map(|values| json!({"enum": values})),
        1 => constants().prop_map(|values| json!({"const": values.first()})),
        2 => reference,
        1 => Just(Value::Bool(false)),
    ]
    .prop_map(|schema| if schema == false { json!({"not": {}}) } else { schema })
    .boxed()
}

fn nested(inner: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let named = |count| btree_map(names(), inner.clone(), count).prop_map(|named| json!(named));
    let some_names = || subsequence(NAMES.to_vec(), 0..=3).prop_map(|names| json!(names));
    let others = prop_oneof![
        5 => Just(Some(Value::Bool(false))),
        2 => Just(None),
        1 => inner.clone().prop_map(Some),
    ];
    let extra = prop_oneof![
        8 => Just(json!({})),
        1 => (0..=2u64).prop_map(|count| json!({"minProperties": count})),
        1 => (1..=3u64).prop_map(|count| json!({"maxProperties": count})),
        1 => Just(json!({"propertyNames": {"maxLength": 1}})),
        1 => Just(json!({"dependentRequired": {"a": ["b"]}})),
        1 => Just(json!({"not": {"required": ["ab"]}})),
        1 => inner.clone().prop_map(|inner| json!({"patternProperties": {"^a": inner}})),
        1 => inner.clone().prop_map(|inner| json!({
            "if": {"required": ["a"]}, "then": {"properties": {"b": inner}, "required": ["b"]}
        })),
        1 => (named(1..=2), named(1..=2)).prop_map(|(left, right)| json!({
            "anyOf": [{"properties": left, "required": ["a"]}, {"properties": right}]
        })),
        1 => named(1..=2).prop_map(|named| json!({"allOf": [{"properties": named, "required": ["b"]}]})),
    ];
    let object =
        (named(0..=4), some_names(), others, extra).prop_map(|(properties, required, others, extra)| {
            let mut object = json!({"type": "object", "properties": properties, "required": required});
            if let (Some(object), Some(others)) = (object.as_object_mut(), others) {
                object.insert("additionalProperties".to_owned(), others);
            }
            let extra = extra.as_object().cloned().unwrap_or_default();
            object.as_object_mut().into_iter().for_each(|object| object.extend(extra.clone()));
            object
        });
    let array = (inner.clone(), maybe(0..=2u64), maybe(1..=3u64), maybe(Just(true)));
    let array = with(array.prop_map(|(items, min, max, unique)| {
        let parts = [("minItems", min), ("maxItems", max), ("uniqueItems", unique)];
        [("type", Some(json!("array"))), ("items", Some(items))].into_iter().chain(parts).collect()
    }));
    let tuple = (vec(inner.clone(), 1..=2), prop_oneof![Just(json!(false)), inner.clone()]);
    let tuple =
        tuple.prop_map(|(prefix, items)| json!({"type": "array", "prefixItems": prefix, "items": items}));
    let list = || vec(inner.clone(), 1..=3);
    prop_oneof![
        6 => object,
        3 => array,
        1 => tuple,
        1 => inner.clone().prop_map(|values| json!({"type": "object", "additionalProperties": values})),
        2 => list().prop_map(|forms| json!({"anyOf": forms})),
        2 => list().prop_map(|forms| json!({"oneOf": forms})),
        1 => list().prop_map(|forms| json!({"allOf": forms})),
    ]
    .boxed()
}
