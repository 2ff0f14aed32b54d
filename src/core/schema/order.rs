//! One JSON Schema with its keywords in the order in which another one has them, so that the two can be
//! read side by side.

use super::keywords::{Holds, keyword};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Puts the keywords of a schema, and of those in it, into the order in which they stand at the same places
/// of another one; one that does not stand there stays behind the one it stood behind. Fields and
/// definitions keep their order, since theirs means something.
pub fn in_order_of(schema: &mut Value, model: &Value) {
    let (Value::Object(keywords), Value::Object(model)) = (schema, model) else { return };
    let positions: HashMap<_, _> =
        model.keys().enumerate().map(|(position, name)| (name, position)).collect();
    let mut last = None;
    let ranked = std::mem::take(keywords).into_iter().map(|(name, value)| {
        last = positions.get(&name).copied().or(last);
        (last, (name, value))
    });
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    for (_, (name, mut value)) in ranked {
        if let Some(model) = model.get(&name) {
            parts_in_order_of(&name, &mut value, model);
        }
        keywords.insert(name, value);
    }
}

fn parts_in_order_of(name: &str, value: &mut Value, model: &Value) {
    let holds = keyword(name).map_or(Holds::NoSchema, |keyword| keyword.holds);
    match (holds, value, model) {
        (Holds::Schema | Holds::SchemaOrArray, value @ Value::Object(_), model) => in_order_of(value, model),
        (Holds::Array | Holds::SchemaOrArray, Value::Array(parts), Value::Array(models)) => {
            parts.iter_mut().zip(models).for_each(|(part, model)| in_order_of(part, model));
        }
        (Holds::Named, Value::Object(parts), Value::Object(models)) => named_in_order_of(parts, models),
        (
            Holds::NoSchema | Holds::Schema | Holds::Array | Holds::SchemaOrArray | Holds::Named,
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_),
            _,
        ) => {}
    }
}

fn named_in_order_of(parts: &mut Map<String, Value>, models: &Map<String, Value>) {
    for (name, part) in parts {
        if let Some(model) = models.get(name) {
            in_order_of(part, model);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(schema: &str, model: &str, expected: &str) {
        let [mut schema, model] = [schema, model].map(|text| serde_json::from_str(text).unwrap());
        in_order_of(&mut schema, &model);
        assert_eq!(schema.to_string(), expected);
    }

    #[test]
    fn keywords_stand_as_in_the_other_schema() {
        check(r#"{"type":1,"minimum":2}"#, r#"{"minimum":0,"type":0}"#, r#"{"minimum":2,"type":1}"#);
        // What is new stays behind what it stood behind.
        check(
            r#"{"new":1,"type":2,"more":3,"title":4}"#,
            r#"{"title":0,"type":0}"#,
            r#"{"new":1,"title":4,"type":2,"more":3}"#,
        );
        check("{}", "true", "{}");
        check("[2,1]", "[1,2]", "[2,1]");
    }

    #[test]
    fn schemas_within_are_put_in_order_and_all_else_is_left() {
        let model = r#"{"title":0,"type":0}"#;
        let (before, after) = (r#"{"type":1,"title":2}"#, r#"{"title":2,"type":1}"#);
        for (inside, is_schema) in [
            (r#"{"items":_}"#, true),
            (r#"{"items":[_]}"#, true),
            (r#"{"anyOf":[true,_]}"#, true),
            (r#"{"properties":{"a":_}}"#, true),
            (r#"{"$defs":{"a":{"not":_}}}"#, true),
            (r#"{"enum":[_]}"#, false),
            (r#"{"default":_}"#, false),
            (r#"{"properties":_}"#, false),
        ] {
            let put = |schema: &str| inside.replace('_', schema);
            check(&put(before), &put(model), &put(if is_schema { after } else { before }));
        }
    }
}
