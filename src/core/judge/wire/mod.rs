//! Questions and responses as JSON, for the way to a worker and back. Written by hand, since derived
//! code for so many types would weigh on the page.
//!
//! Reading gives nothing where a message is none of ours; both ends are built together, so that there
//! is no other version to understand.

mod advice;
mod again;
mod check;
mod critique;
mod description;
mod failure;
mod growth;
mod judgement;
mod outline;
mod question;
mod response;
mod setup;
mod tried;

pub(in crate::core) use failure::{fault_json, read_fault};
use serde_json::{Map, Value};

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>())
}

fn list<T>(things: &[T], write: impl Fn(&T) -> Value) -> Value {
    things.iter().map(write).collect()
}

fn read_list<T>(json: &Value, name: &str, read: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    json.get(name)?.as_array()?.iter().map(read).collect()
}

fn text(json: &Value, name: &str) -> Option<String> {
    string(json.get(name)?)
}

fn optional_text(json: &Value, name: &str) -> Option<Option<String>> {
    optional(json, name, string)
}

/// What is null where there is none.
fn optional<T>(json: &Value, name: &str, read: impl Fn(&Value) -> Option<T>) -> Option<Option<T>> {
    match json.get(name)? {
        Value::Null => Some(None),
        value @ (Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_)) => read(value).map(Some),
    }
}

fn string(json: &Value) -> Option<String> {
    json.as_str().map(str::to_owned)
}

fn size(json: &Value, name: &str) -> Option<usize> {
    json.get(name)?.as_u64()?.try_into().ok()
}

fn flag(json: &Value, name: &str) -> Option<bool> {
    json.get(name)?.as_bool()
}
