//! The values of JSON as an expression has them: by what the schema says of them, not by how they are written.

use super::time::{Duration, Timestamp};
use super::value::{Key, Members, Value, exact_double, exact_int};
use crate::core::format::Format;
use crate::core::schema::{JsonType, NullMeaning, TypeSet, Typing};
use serde_json::{Number, Value as Json};

/// A value of JSON, by what is said of it.
///
/// An integer is an int and a number a double; where nothing is said, an int if it is one. A `date-time`
/// and a `date` are times, a `duration` without years and months is one, every other string is a string.
/// A member whose null means that it is absent is not there.
pub(super) fn given(json: &Json, typing: &Typing) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => of_number(number, typing.types()),
        Json::String(text) => of_text(text, typing.format()),
        Json::Array(items) => {
            let prefix = typing.prefix();
            let rest = typing.item(prefix);
            let item = |(position, item): (usize, &Json)| match position < prefix {
                true => given(item, &typing.item(position)),
                false => given(item, &rest),
            };
            Value::list(items.iter().enumerate().map(item).collect())
        }
        Json::Object(members) => {
            let member = |(name, value): (&String, &Json)| {
                let member = typing.member(name);
                let is_absent = value.is_null() && member.null == NullMeaning::Absence;
                (!is_absent).then(|| (Key::Text(name.as_str().into()), given(value, &member.value)))
            };
            Value::map(members.iter().filter_map(member).collect::<Members>())
        }
    }
}

fn of_number(number: &Number, types: TypeSet) -> Value {
    let double = number.as_f64().unwrap_or(f64::NAN);
    let int = match number.as_i64() {
        Some(int) => Some(int),
        None if number.is_f64() => exact_int(double),
        None => None,
    };
    match (int, types.contains(JsonType::Number)) {
        (Some(int), true) => exact_double(int).map_or(Value::Int(int), Value::Double),
        (Some(int), false) => Value::Int(int),
        (None, _) => match number.as_u64() {
            Some(large) if (double as u64) != large => Value::Large(large),
            Some(_) | None => Value::Double(double),
        },
    }
}

fn of_text(text: &str, format: Option<Format>) -> Value {
    let read = match format {
        Some(Format::DateTime | Format::Date) => Timestamp::read(text).map(Value::Timestamp),
        Some(Format::Duration) => Duration::read_iso(text).map(Value::Duration),
        Some(
            Format::Time
            | Format::Email
            | Format::IdnEmail
            | Format::Hostname
            | Format::IdnHostname
            | Format::Ipv4
            | Format::Ipv6
            | Format::Uri
            | Format::UriReference
            | Format::Iri
            | Format::IriReference
            | Format::UriTemplate
            | Format::Uuid
            | Format::JsonPointer
            | Format::RelativeJsonPointer
            | Format::Regex,
        )
        | None => None,
    };
    read.unwrap_or_else(|| Value::text(text))
}
