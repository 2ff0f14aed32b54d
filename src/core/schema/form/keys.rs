//! Reads what stands behind the keys of the field form; `path` is always where it stands.

use crate::core::pointer::Segment;
use crate::core::schema::error::SchemaError;
use crate::core::schema::rule::{Rule, RuleError};
use serde_json::{Map, Number, Value};

/// The version of the field form that is read here. A form without one is of this version.
const VERSION: u64 = 1;

pub(super) fn object<'v>(path: &str, value: &'v Value) -> Result<&'v Map<String, Value>, SchemaError> {
    value.as_object().ok_or_else(|| SchemaError::new(path, "must be an object"))
}

pub(super) fn list<'v>(path: &str, value: &'v Value) -> Result<&'v Vec<Value>, SchemaError> {
    value.as_array().ok_or_else(|| SchemaError::new(path, "must be an array"))
}

pub(super) fn text(path: &str, value: &Value) -> Result<String, SchemaError> {
    value.as_str().map(str::to_owned).ok_or_else(|| SchemaError::new(path, "must be a string"))
}

pub(super) fn flag(path: &str, value: &Value) -> Result<bool, SchemaError> {
    value.as_bool().ok_or_else(|| SchemaError::new(path, "must be true or false"))
}

pub(super) fn number(path: &str, value: &Value) -> Result<Number, SchemaError> {
    value.as_number().cloned().ok_or_else(|| SchemaError::new(path, "must be a number"))
}

pub(super) fn count(path: &str, value: &Value) -> Result<u64, SchemaError> {
    value.as_u64().ok_or_else(|| SchemaError::new(path, "must be a whole number from 0"))
}

pub(in crate::core::schema) fn rules(path: &str, value: &Value) -> Result<Vec<Rule>, SchemaError> {
    Rule::read_all(value).map_err(|RuleError { place, message }| {
        let place = place.iter().map(|segment| match segment {
            Segment::Key(key) => format!(".{key}"),
            Segment::Index(index) => format!("[{index}]"),
        });
        SchemaError::new(path.to_owned() + &place.collect::<String>(), message)
    })
}

pub(super) fn version(path: &str, value: &Value) -> Result<(), SchemaError> {
    match value.as_u64() {
        Some(VERSION) => Ok(()),
        Some(_) | None => {
            Err(SchemaError::new(path, format!("must be {VERSION}, the only version there is")))
        }
    }
}
