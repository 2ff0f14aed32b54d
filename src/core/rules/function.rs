//! The functions of an expression, by name: CEL's own that JSON values have a use for, and ours.

use super::evaluate::{Evaluation, Failure};
use super::operator::{add, compare, double_text, text_of, widened};
use super::time::{Duration, Part, Timestamp};
use super::value::{Value, exact_int};
use crate::core::pattern::{Pattern, Search};
use std::cmp::Ordering;

/// A function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Size,
    Contains,
    StartsWith,
    EndsWith,
    Matches,
    Within,
    Sum,
    Min,
    Max,
    Near,
    Dyn,
    Type,
    Bool,
    Int,
    Double,
    Text,
    Timestamp,
    Duration,
    /// A part of a time or of a length of time.
    Part(Part),
}

/// How a function is called.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// `function(value)`
    Global,
    /// `value.function()`
    Member,
    /// Either way.
    Both,
}

impl Function {
    /// Every function: its name, how it is called, and how many arguments it has, the receiver included.
    const NAMED: [(&str, Self, Style, usize, usize); 28] = [
        ("size", Self::Size, Style::Both, 1, 1),
        ("contains", Self::Contains, Style::Member, 2, 2),
        ("startsWith", Self::StartsWith, Style::Member, 2, 2),
        ("endsWith", Self::EndsWith, Style::Member, 2, 2),
        ("matches", Self::Matches, Style::Both, 2, 2),
        ("within", Self::Within, Style::Both, 2, 2),
        ("sum", Self::Sum, Style::Both, 1, 1),
        ("min", Self::Min, Style::Both, 1, 1),
        ("max", Self::Max, Style::Both, 1, 1),
        ("near", Self::Near, Style::Both, 3, 3),
        ("dyn", Self::Dyn, Style::Global, 1, 1),
        ("type", Self::Type, Style::Global, 1, 1),
        ("bool", Self::Bool, Style::Global, 1, 1),
        ("int", Self::Int, Style::Global, 1, 1),
        ("double", Self::Double, Style::Global, 1, 1),
        ("string", Self::Text, Style::Global, 1, 1),
        ("timestamp", Self::Timestamp, Style::Global, 1, 1),
        ("duration", Self::Duration, Style::Global, 1, 1),
        ("getFullYear", Self::Part(Part::FullYear), Style::Member, 1, 2),
        ("getMonth", Self::Part(Part::Month), Style::Member, 1, 2),
        ("getDayOfMonth", Self::Part(Part::DayOfMonth), Style::Member, 1, 2),
        ("getDate", Self::Part(Part::Date), Style::Member, 1, 2),
        ("getDayOfWeek", Self::Part(Part::DayOfWeek), Style::Member, 1, 2),
        ("getDayOfYear", Self::Part(Part::DayOfYear), Style::Member, 1, 2),
        ("getHours", Self::Part(Part::Hours), Style::Member, 1, 2),
        ("getMinutes", Self::Part(Part::Minutes), Style::Member, 1, 2),
        ("getSeconds", Self::Part(Part::Seconds), Style::Member, 1, 2),
        ("getMilliseconds", Self::Part(Part::Milliseconds), Style::Member, 1, 2),
    ];

    /// The function of a name that is called in a way with so many arguments, the receiver included.
    ///
    /// # Errors
    /// What is wrong with the call.
    pub(super) fn called(name: &str, is_member: bool, arguments: usize) -> Result<Self, String> {
        let Some((_, function, style, least, most)) =
            Self::NAMED.into_iter().find(|(known, ..)| *known == name)
        else {
            let macros = ["has", "all", "exists", "exists_one", "map", "filter"];
            if macros.contains(&name) {
                return Err(format!("\"{name}\" is called with other arguments"));
            }
            let names = Self::NAMED.map(|(known, ..)| known).into_iter().chain(macros);
            let nearest = nearest(name, names);
            return Err(format!("there is no function \"{name}\"{nearest}"));
        };
        match (style, is_member) {
            (Style::Global, true) => return Err(format!("\"{name}\" is called as {name}(...)")),
            (Style::Member, false) => return Err(format!("\"{name}\" is called as value.{name}(...)")),
            (Style::Global, false) | (Style::Member, true) | (Style::Both, _) => {}
        }
        if (least..=most).contains(&arguments) {
            return Ok(function);
        }
        let receivers = usize::from(is_member);
        Err(format!("\"{name}\" takes {} here, not {}", counted(least - receivers), arguments - receivers))
    }

    pub(super) fn name(self) -> &'static str {
        let named = Self::NAMED.into_iter().find(|(_, function, ..)| *function == self);
        named.map_or("", |(name, ..)| name)
    }
}

fn counted(count: usize) -> String {
    format!("{count} argument{}", if count == 1 { "" } else { "s" })
}

/// A question for the name that is nearly the same, if there is one.
pub(super) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let plain = |name: &str| name.chars().flat_map(char::to_lowercase).collect::<String>();
    let name = plain(name);
    let distance = |known: &&str| strsim::osa_distance(&name, &plain(known));
    let nearest = known.filter(|known| distance(known) <= known.chars().count() / 3).min_by_key(distance);
    nearest.map_or_else(String::new, |nearest| format!("; did you mean \"{nearest}\"?"))
}

impl Evaluation<'_> {
    /// The value of a call.
    pub(super) fn call(&mut self, function: Function, arguments: &[Value]) -> Result<Value, Failure> {
        self.step(1)?;
        match (function, arguments) {
            (Function::Size, [Value::Text(text)]) => {
                self.step_text(text)?;
                Ok(Value::Int(text.chars().count() as i64))
            }
            (Function::Size, [Value::List(items)]) => Ok(Value::Int(items.len() as i64)),
            (Function::Size, [Value::Map(members)]) => Ok(Value::Int(members.len() as i64)),
            (Function::Contains, [Value::Text(text), Value::Text(part)]) => {
                self.step_text(text)?;
                Ok(Value::Bool(text.contains(&**part)))
            }
            (Function::StartsWith, [Value::Text(text), Value::Text(part)]) => {
                Ok(Value::Bool(text.starts_with(&**part)))
            }
            (Function::EndsWith, [Value::Text(text), Value::Text(part)]) => {
                Ok(Value::Bool(text.ends_with(&**part)))
            }
            (Function::Matches, [Value::Text(text), Value::Text(source)]) => {
                self.step(COMPILING + source.len() as u64)?;
                let pattern = Pattern::compile(source).map_err(|error| {
                    Failure::error(format!("{} is no regular expression: {error}", quoted(source)))
                })?;
                self.matches(text, &pattern)
            }
            (Function::Within, [part, Value::Text(text)]) => {
                let part = text_of(part).ok_or_else(|| does_not_apply(function, arguments))?;
                let text = self.folded(text)?;
                self.step_text(&text)?;
                self.step_bytes(part.len())?;
                Ok(Value::Bool(text.contains(fold(&part).trim())))
            }
            (Function::Sum, [Value::List(items)]) => {
                self.step(items.len() as u64)?;
                let mut sum = Value::Int(0);
                for item in items.iter() {
                    sum = match (&sum, item) {
                        // Nothing is a length of time as well.
                        (Value::Int(0), Value::Duration(_)) => item.clone(),
                        (sum, item) => add(sum, item)?,
                    };
                }
                Ok(sum)
            }
            (Function::Min, [Value::List(items)]) => self.extreme(function, items, Ordering::Less),
            (Function::Max, [Value::List(items)]) => self.extreme(function, items, Ordering::Greater),
            (Function::Near, [left, right, epsilon]) => {
                let number = |value: &Value| match value {
                    Value::Int(number) => widened(*number),
                    Value::Double(number) => Ok(*number),
                    other => Err(does_not_apply(function, std::slice::from_ref(other))),
                };
                let (left, right, epsilon) = (number(left)?, number(right)?, number(epsilon)?);
                // What two sums of cents differ by is no difference, and so neither is it beside the epsilon.
                let rounding = 4.0 * f64::EPSILON * left.abs().max(right.abs());
                Ok(Value::Bool(left == right || (left - right).abs() <= epsilon + rounding))
            }
            (Function::Dyn, [value]) => Ok(value.clone()),
            (Function::Type, [value]) => Ok(Value::Type(value.kind())),
            (Function::Bool, [value]) => match value {
                Value::Bool(_) => Ok(value.clone()),
                Value::Text(text) => match &**text {
                    "true" | "True" | "TRUE" | "t" | "1" => Ok(Value::Bool(true)),
                    "false" | "False" | "FALSE" | "f" | "0" => Ok(Value::Bool(false)),
                    _ => Err(is_no(text, "bool")),
                },
                other => Err(does_not_apply(function, std::slice::from_ref(other))),
            },
            (Function::Int, [value]) => match value {
                Value::Int(_) => Ok(value.clone()),
                Value::Double(number) => {
                    exact_int(number.trunc()).filter(|whole| *whole != i64::MIN).map(Value::Int).ok_or_else(
                        || Failure::error(format!("{} is beyond the integers", double_text(*number))),
                    )
                }
                Value::Text(text) => text.parse().map(Value::Int).map_err(|_| is_no(text, "int")),
                Value::Timestamp(time) => Ok(Value::Int(time.seconds())),
                other => Err(does_not_apply(function, std::slice::from_ref(other))),
            },
            (Function::Double, [value]) => match value {
                Value::Double(_) => Ok(value.clone()),
                Value::Int(number) => Ok(Value::Double(*number as f64)),
                Value::Text(text) => text.parse().map(Value::Double).map_err(|_| is_no(text, "double")),
                other => Err(does_not_apply(function, std::slice::from_ref(other))),
            },
            (Function::Text, [value]) => text_of(value)
                .map(|text| Value::text(&text))
                .ok_or_else(|| does_not_apply(function, arguments)),
            (Function::Timestamp, [value]) => match value {
                Value::Timestamp(_) => Ok(value.clone()),
                Value::Int(seconds) => {
                    Timestamp::from_seconds(*seconds).map(Value::Timestamp).ok_or_else(beyond_time)
                }
                Value::Text(text) => {
                    Timestamp::read(text).map(Value::Timestamp).ok_or_else(|| is_no(text, "timestamp"))
                }
                other => Err(does_not_apply(function, std::slice::from_ref(other))),
            },
            (Function::Duration, [value]) => match value {
                Value::Duration(_) => Ok(value.clone()),
                Value::Text(text) => {
                    let read = Duration::read(text).or_else(|| Duration::read_iso(text));
                    read.map(Value::Duration).ok_or_else(|| is_no(text, "duration"))
                }
                other => Err(does_not_apply(function, std::slice::from_ref(other))),
            },
            (Function::Part(part), [Value::Timestamp(time)]) => part_of(*time, part, "UTC"),
            (Function::Part(part), [Value::Timestamp(time), Value::Text(zone)]) => part_of(*time, part, zone),
            (Function::Part(part), [Value::Duration(duration)]) => {
                duration.part(part).map(Value::Int).ok_or_else(|| does_not_apply(function, arguments))
            }
            (
                Function::Size
                | Function::Contains
                | Function::StartsWith
                | Function::EndsWith
                | Function::Matches
                | Function::Within
                | Function::Sum
                | Function::Min
                | Function::Max
                | Function::Near
                | Function::Dyn
                | Function::Type
                | Function::Bool
                | Function::Int
                | Function::Double
                | Function::Text
                | Function::Timestamp
                | Function::Duration
                | Function::Part(_),
                arguments,
            ) => Err(does_not_apply(function, arguments)),
        }
    }

    /// Whether a pattern is found in a text.
    pub(super) fn matches(&mut self, text: &str, pattern: &Pattern) -> Result<Value, Failure> {
        self.step_bytes(text.len())?;
        match pattern.find(text) {
            Search::Found => Ok(Value::Bool(true)),
            Search::NotFound => Ok(Value::Bool(false)),
            Search::Undecided => Err(Failure::Undecided),
        }
    }

    fn extreme(&mut self, function: Function, items: &[Value], wanted: Ordering) -> Result<Value, Failure> {
        self.step(items.len() as u64)?;
        let mut items = items.iter();
        let mut extreme = items
            .next()
            .ok_or_else(|| Failure::error(format!("{}() of an empty list is nothing", function.name())))?;
        if compare(extreme, extreme)?.is_none() {
            return Err(Failure::error(format!("{}() of what is no number is nothing", function.name())));
        }
        for item in items {
            if compare(item, extreme)? == Some(wanted) {
                extreme = item;
            }
        }
        Ok(extreme.clone())
    }
}

/// What it costs to make a pattern ready, in steps.
const COMPILING: u64 = 200;

/// The text in lower case, with one space for each run of white space.
pub(super) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        if !character.is_whitespace() {
            folded.extend(character.to_lowercase());
        } else if !folded.ends_with(' ') {
            folded.push(' ');
        }
    }
    folded
}

fn part_of(time: Timestamp, part: Part, zone: &str) -> Result<Value, Failure> {
    let part = time.part(part, zone).map(Value::Int);
    part.ok_or_else(|| Failure::error(format!("the time zone {} is not known", quoted(zone))))
}

fn does_not_apply(function: Function, arguments: &[Value]) -> Failure {
    let types: Vec<_> = arguments.iter().map(|argument| argument.kind().name()).collect();
    Failure::error(format!("{}() does not apply to {}", function.name(), types.join(", ")))
}

fn is_no(text: &str, what: &str) -> Failure {
    Failure::error(format!("{} is no {what}", quoted(text)))
}

fn beyond_time() -> Failure {
    Failure::error("a time is beyond the years 1 to 9999".to_owned())
}

fn quoted(text: &str) -> String {
    let clipped: String = text.chars().take(80).collect();
    serde_json::Value::from(clipped).to_string()
}
