//! What changed from one answer to the next, whatever the schema says of it.

use crate::core::pointer::Pointer;
use crate::core::value::equal;
use serde_json::Value;

/// The most changes that are told.
const MOST_CHANGES: usize = 200;

/// The places whose values differ, are gone or are new, in the order of the document: of a part that is gone
/// or new or of another kind, only its own.
pub fn changes(before: &Value, after: &Value) -> Vec<Pointer> {
    let mut changes = Vec::new();
    compare(&Pointer::root(), before, after, &mut changes);
    changes
}

fn compare(pointer: &Pointer, before: &Value, after: &Value, changes: &mut Vec<Pointer>) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            for (name, member) in before {
                let place = pointer.key(name);
                match after.get(name) {
                    Some(now) => compare(&place, member, now, changes),
                    None => add(place, changes),
                }
            }
            let new = after.keys().filter(|name| !before.contains_key(*name));
            new.for_each(|name| add(pointer.key(name), changes));
        }
        (Value::Array(before), Value::Array(after)) => {
            for (index, (item, now)) in before.iter().zip(after).enumerate() {
                compare(&pointer.index(index), item, now, changes);
            }
            let (shorter, longer) = (before.len().min(after.len()), before.len().max(after.len()));
            (shorter..longer).take(MOST_CHANGES).for_each(|index| add(pointer.index(index), changes));
        }
        (before, after) if equal(before, after) => {}
        (_, _) => add(pointer.clone(), changes),
    }
}

fn add(pointer: Pointer, changes: &mut Vec<Pointer>) {
    if changes.len() < MOST_CHANGES {
        changes.push(pointer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_differs_is_told_by_its_place() {
        for (before, after, expected) in [
            (json!(1), json!(1.0), &[][..]),
            (json!(1), json!("1"), &[""]),
            (json!({"a": 1, "b": [1, 2]}), json!({"b": [1, 2], "a": 1}), &[]),
            (
                json!({"a": 1, "b": 2, "c": {"d": 3}}),
                json!({"x": 0, "b": 3, "c": {}}),
                &["/a", "/b", "/c/d", "/x"],
            ),
            (json!({"a": {"b": 1}}), json!({"a": [1]}), &["/a"]),
            (json!({"a": {"b": 1}}), json!({}), &["/a"]),
            (json!([1, [2, 3], 4]), json!([1, [2, 5]]), &["/1/1", "/2"]),
            (json!([1]), json!([1, 2, 3]), &["/1", "/2"]),
        ] {
            let changes: Vec<_> = changes(&before, &after).iter().map(Pointer::to_json_pointer).collect();
            assert_eq!(changes, expected, "{before} {after}");
        }
    }

    #[test]
    fn only_the_first_changes_are_told() {
        let many: Vec<_> = (0..1_000).collect();
        assert_eq!(changes(&json!([]), &json!(many)).len(), MOST_CHANGES);
        let ones = vec![1; 1_000];
        assert_eq!(changes(&json!(vec![2; 1_000]), &json!(ones)).len(), MOST_CHANGES);
    }
}
