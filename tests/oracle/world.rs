//! The small world that schemas and values are made of, so small that they meet.

use proptest::prelude::Strategy;
use proptest::sample::{select, subsequence};
use serde_json::Value;

/// The names of properties and of definitions.
pub const NAMES: [&str; 4] = ["a", "b", "ab", "é"];

/// Values without parts, no two of them equal.
const SCALARS: [&str; 14] = [
    "null",
    "false",
    "true",
    "0",
    "1",
    "-2",
    "1.5",
    "0.3",
    "\"\"",
    "\"a\"",
    "\"ab\"",
    "\"b\"",
    "\"1\"",
    "\"é😀\"",
];

/// Numbers, some of them written twice.
const NUMBERS: [&str; 21] = [
    "0",
    "-0.0",
    "1",
    "1.0",
    "2",
    "3",
    "-1",
    "-2.0",
    "4",
    "0.5",
    "1.5",
    "-2.5",
    "0.1",
    "0.3",
    "0.07",
    "19.99",
    "1e2",
    "9007199254740993",
    "18446744073709551615",
    "-9223372036854775808",
    "1e300",
];

/// Values with parts, to be equal to.
const COMPOUNDS: [&str; 5] = ["[]", "[1]", "{}", r#"{"a": 1}"#, r#"{"a": [1.0], "b": null}"#];

/// What numbers are multiples of.
const UNITS: [&str; 8] = ["1", "2", "3", "2.0", "0.5", "1.5", "0.1", "0.01"];

/// Regular expressions on which all dialects agree.
const PATTERNS: [&str; 8] = ["", "a", "^a", "b$", "^a*$", "^[^a]+$", "^(a|é)", "^.{2}$"];

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn one_of(texts: &'static [&'static str]) -> impl Strategy<Value = Value> + Clone {
    select(texts).prop_map(read)
}

pub fn numbers() -> impl Strategy<Value = Value> + Clone {
    one_of(&NUMBERS)
}

pub fn units() -> impl Strategy<Value = Value> + Clone {
    one_of(&UNITS)
}

pub fn scalars() -> impl Strategy<Value = Value> + Clone {
    one_of(&SCALARS)
}

/// Some different values.
pub fn constants() -> impl Strategy<Value = Vec<Value>> {
    let all: Vec<_> = SCALARS.iter().chain(&COMPOUNDS).copied().map(read).collect();
    subsequence(all, 1..=4)
}

pub fn patterns() -> impl Strategy<Value = String> + Clone {
    select(&PATTERNS[..]).prop_map(str::to_owned)
}

pub fn names() -> impl Strategy<Value = String> + Clone {
    select(&NAMES[..]).prop_map(str::to_owned)
}
