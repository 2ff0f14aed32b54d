//! Equal items of an array, found in about linear time.

use crate::core::value;
use serde_json::{Number, Value};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Up to this many items are compared one by one, which is quicker than hashing them.
const FEW: usize = 12;

/// The items that equal an earlier one, each with the first that it equals.
pub(super) fn repeated(items: &[Value]) -> Vec<(usize, usize)> {
    if items.len() <= FEW {
        let earlier = |(position, item): (usize, &Value)| {
            let first = items.iter().take(position).position(|earlier| value::equal(earlier, item));
            first.map(|first| (position, first))
        };
        return items.iter().enumerate().filter_map(earlier).collect();
    }
    let mut known: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut found = Vec::new();
    for (position, item) in items.iter().enumerate() {
        let alike = known.entry(hash(item)).or_default();
        let is_equal = |first: &&usize| items.get(**first).is_some_and(|first| value::equal(first, item));
        match alike.iter().find(is_equal) {
            Some(first) => found.push((position, *first)),
            None => alike.push(position),
        }
    }
    found
}

/// Equal values have equal hashes, however they are written and in whatever order their keys are.
fn hash(value: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    match value {
        Value::Null => 0.hash(&mut hasher),
        Value::Bool(flag) => flag.hash(&mut hasher),
        Value::Number(number) => hash_number(number, &mut hasher),
        Value::String(text) => text.hash(&mut hasher),
        Value::Array(items) => {
            items.len().hash(&mut hasher);
            items.iter().for_each(|item| hash(item).hash(&mut hasher));
        }
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| {
                let mut hasher = DefaultHasher::new();
                (name, hash(value)).hash(&mut hasher);
                hasher.finish()
            };
            let sum = members.iter().map(member).fold(members.len() as u64, u64::wrapping_add);
            sum.hash(&mut hasher);
        }
    }
    hasher.finish()
}

fn hash_number(number: &Number, hasher: &mut DefaultHasher) {
    // Adding zero turns -0.0 into 0.0. Integers beyond 2^53 may share a hash, which is no harm.
    (number.as_f64().unwrap_or_default() + 0.0).to_bits().hash(hasher);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn items_are_equal_by_meaning_in_few_and_in_many() {
        let items = [
            json!(1),
            json!({"a": 1, "b": [2.0]}),
            json!("1"),
            json!(1.0),
            json!({"b": [2], "a": 1}),
            json!(1),
        ];
        let expected = [(3, 0), (4, 1), (5, 0)];
        assert_eq!(repeated(&items), expected);
        let many: Vec<_> = items.into_iter().chain((100..200).map(Value::from)).collect();
        assert_eq!(repeated(&many), expected);
        assert_eq!(repeated(&(0..50_000).map(Value::from).collect::<Vec<_>>()), []);
    }
}
