//! Values for tests, with all in their strings that could be taken for something else.

use proptest::prelude::{any, prop};
use proptest::strategy::Strategy;
use serde_json::{Map, Value};

/// Any value, of a few levels.
pub(super) fn values() -> impl Strategy<Value = Value> {
    let text = "[a-c\"'`{}\\[\\]:,/\\\\# \n\u{e9}\u{1F600}\u{1}\u{201c}.]{0,12}|```json|//|/\\*|\\.\\.\\.|<think>|\", \"a\": ";
    let leaf = proptest::prop_oneof![
        text.prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        prop::num::f64::NORMAL.prop_map(Value::from),
        any::<Option<bool>>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, move |inner| {
        proptest::prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((text, inner), 0..5)
                .prop_map(|members| Value::Object(Map::from_iter(members))),
        ]
    })
}
