//! JSON objects without a macro: what that unfolds to is large, and the page is downloaded.

use serde_json::{Map, Value};

/// An object of these members, in this order.
pub(super) fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    let mut object = Map::new();
    for (name, value) in members {
        put(&mut object, name, value);
    }
    Value::Object(object)
}

/// Adds a member to an object.
#[inline(never)]
pub(super) fn put(object: &mut Map<String, Value>, name: &str, value: Value) {
    object.insert(name.to_owned(), value);
}
