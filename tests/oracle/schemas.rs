//! Random schemas of every draft, over all keywords.

use crate::world::{NAMES, constants, names, numbers, patterns, units};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::sample::{select, subsequence};
use proptest::strategy::Union;
use serde_json::{Map, Value, json};

/// Patterns are left out until `core::pattern` is written.
const WITH_PATTERNS: bool = true;

/// How deep schemas are nested, how many there are in about, and how many one keyword has.
const DEPTH: u32 = 2;
const SCHEMAS: u32 = 8;
const BRANCHES: u32 = 3;

const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];

#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Draft {
    Draft04,
    Draft06,
    Draft07,
    Draft2019,
    Draft2020,
}
use Draft::{Draft04, Draft06, Draft07, Draft2019, Draft2020};

impl Draft {
    fn uri(self) -> &'static str {
        match self {
            Draft04 => "http://json-schema.org/draft-04/schema#",
            Draft06 => "http://json-schema.org/draft-06/schema#",
            Draft07 => "http://json-schema.org/draft-07/schema#",
            Draft2019 => "https://json-schema.org/draft/2019-09/schema",
            Draft2020 => "https://json-schema.org/draft/2020-12/schema",
        }
    }

    fn definitions(self) -> &'static str {
        if self < Draft2019 { "definitions" } else { "$defs" }
    }
}

/// Whole documents, most of the newest draft.
pub fn documents() -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => document(Draft2020),
        2 => document(Draft2019),
        2 => document(Draft07),
        1 => document(Draft06),
        1 => document(Draft04),
    ]
}

fn document(draft: Draft) -> impl Strategy<Value = Value> {
    let inner = schema(draft);
    let definitions = vec(inner.clone(), NAMES.len());
    (keywords(draft, inner), definitions).prop_map(move |(keywords, definitions)| {
        let names = NAMES.iter().map(ToString::to_string);
        let mut document = Map::new();
        document.insert("$schema".to_owned(), draft.uri().into());
        document.extend(keywords);
        document.insert(draft.definitions().to_owned(), Value::Object(names.zip(definitions).collect()));
        Value::Object(document)
    })
}

fn schema(draft: Draft) -> BoxedStrategy<Value> {
    let plain = prop_oneof![
        1 => any::<bool>().prop_map(move |flag| boolean(draft, flag)),
        6 => members(vec(plain_keyword(draft), 0..=2)).prop_map(Value::Object),
    ];
    let nested = move |inner: BoxedStrategy<Value>| keywords(draft, inner).prop_map(Value::Object);
    plain.prop_recursive(DEPTH, SCHEMAS, BRANCHES, nested).boxed()
}

/// `true` or `false`, which draft-04 says in other words.
fn boolean(draft: Draft, flag: bool) -> Value {
    match (draft, flag) {
        (Draft04, true) => json!({}),
        (Draft04, false) => json!({"not": {}}),
        (_, flag) => Value::Bool(flag),
    }
}

fn keywords(draft: Draft, inner: BoxedStrategy<Value>) -> impl Strategy<Value = Map<String, Value>> {
    let keyword = prop_oneof![plain_keyword(draft), nested_keyword(draft, inner)];
    members(vec(keyword, 1..=4))
}

fn members(
    parts: impl Strategy<Value = Vec<Map<String, Value>>>,
) -> impl Strategy<Value = Map<String, Value>> {
    parts.prop_map(|parts| parts.into_iter().flatten().collect())
}

/// One keyword, or a few that are said together.
type Keyword = BoxedStrategy<Map<String, Value>>;

fn one(name: &'static str, value: impl Strategy<Value = impl Into<Value>> + 'static) -> Keyword {
    value.prop_map(move |value| Map::from_iter([(name.to_owned(), value.into())])).boxed()
}

fn several(parts: impl Strategy<Value = Value> + 'static) -> Keyword {
    let present = |parts: Value| match parts {
        Value::Object(parts) => parts.into_iter().filter(|(_, value)| !value.is_null()).collect(),
        _ => Map::new(),
    };
    parts.prop_map(present).boxed()
}

fn plain_keyword(draft: Draft) -> Keyword {
    let count = || 0..=3u64;
    let fewest = if draft == Draft04 { 1 } else { 0 };
    let some_names = move || subsequence(NAMES.to_vec(), fewest..=3);
    let reference =
        names().prop_map(move |name| format!("#/{}/{}", draft.definitions(), name.replace('é', "%C3%A9")));
    let mut keywords = vec![
        one("type", select(&TYPES[..])),
        one("type", subsequence(TYPES.to_vec(), 1..=3)),
        one("enum", constants()),
        one("multipleOf", units()),
        one("minLength", count()),
        one("maxLength", count()),
        one("minItems", count()),
        one("maxItems", count()),
        one("uniqueItems", any::<bool>()),
        one("minProperties", count()),
        one("maxProperties", count()),
        one("required", some_names()),
        one("$ref", reference.clone()),
        one("$ref", prop_oneof![1 => Just("#".to_owned()), 4 => reference]),
    ];
    if draft == Draft04 {
        let bound = |name: &'static str, exclusive: &'static str| {
            several(
                (numbers(), any::<bool>())
                    .prop_map(move |(bound, flag)| json!({name: bound, exclusive: flag})),
            )
        };
        keywords.push(bound("minimum", "exclusiveMinimum"));
        keywords.push(bound("maximum", "exclusiveMaximum"));
    } else {
        keywords.push(one("const", constants().prop_map(|constants| constants[0].clone())));
        for name in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
            keywords.push(one(name, numbers()));
        }
    }
    if draft >= Draft2019 {
        let needed = btree_map(names(), some_names(), 1..=2);
        keywords.push(one("dependentRequired", needed.prop_map(|needed| json!(needed))));
    }
    if WITH_PATTERNS {
        keywords.push(one("pattern", patterns()));
    }
    Union::new(keywords).boxed()
}

fn nested_keyword(draft: Draft, inner: BoxedStrategy<Value>) -> Keyword {
    let list = || vec(inner.clone(), 1..=3);
    let named = || btree_map(names(), inner.clone(), 1..=3).prop_map(|named| json!(named));
    let mut keywords = vec![
        one("items", inner.clone()),
        one("properties", named()),
        one("properties", named()),
        one("additionalProperties", prop_oneof![Just(Value::Bool(false)), inner.clone()]),
        one("allOf", list()),
        one("anyOf", list()),
        one("oneOf", list()),
        one("not", inner.clone()),
    ];
    if draft >= Draft06 {
        keywords.push(one("propertyNames", inner.clone()));
    }
    if draft >= Draft07 {
        let parts = (inner.clone(), option::of(inner.clone()), option::of(inner.clone()));
        let parts =
            parts.prop_map(|(condition, then, other)| json!({"if": condition, "then": then, "else": other}));
        keywords.push(several(parts));
    }
    if draft < Draft2019 {
        let needed = subsequence(NAMES.to_vec(), 1..=3).prop_map(|names| json!(names));
        let needed = btree_map(names(), prop_oneof![needed, inner.clone()], 1..=2);
        keywords.push(one("dependencies", needed.prop_map(|needed| json!(needed))));
    } else {
        keywords.push(one("dependentSchemas", named()));
        // Often, for they depend on all the others.
        for _ in 0..2 {
            keywords.push(one("unevaluatedItems", prop_oneof![Just(Value::Bool(false)), inner.clone()]));
            keywords.push(one("unevaluatedProperties", prop_oneof![Just(Value::Bool(false)), inner.clone()]));
        }
    }
    if draft < Draft2020 {
        let parts = (list(), option::of(inner.clone()));
        let parts = parts.prop_map(|(items, others)| json!({"items": items, "additionalItems": others}));
        keywords.push(several(parts));
    } else {
        keywords.push(one("prefixItems", list()));
    }
    if draft >= Draft2019 {
        let parts = (inner.clone(), option::of(0..=2u64), option::of(0..=2u64));
        let parts = parts
            .prop_map(|(kind, min, max)| json!({"contains": kind, "minContains": min, "maxContains": max}));
        keywords.push(several(parts));
    } else if draft >= Draft06 {
        keywords.push(one("contains", inner.clone()));
    }
    if WITH_PATTERNS {
        let named = btree_map(patterns(), inner.clone(), 1..=2);
        keywords.push(one("patternProperties", named.prop_map(|named| json!(named))));
    }
    Union::new(keywords).boxed()
}
