//! What the operators between two values amount to. An int beside a double becomes one, where that is exact.

use super::evaluate::{Evaluation, Failure};
use super::expression::Operator;
use super::value::{Type, Value, exact_double, exact_int};
use serde_json::Number;
use std::cmp::Ordering;

/// How many steps it takes to copy an item, which may stay in memory.
const COPIED_ITEM: u64 = 4;

impl Evaluation<'_> {
    /// The value of an operator between two values.
    pub(super) fn operate(
        &mut self,
        operator: Operator,
        left: &Value,
        right: &Value,
    ) -> Result<Value, Failure> {
        self.step(1)?;
        let ordered = |accepts: fn(Ordering) -> bool| match compare(left, right)? {
            Some(order) => Ok(Value::Bool(accepts(order))),
            // A double that is no number is neither less nor greater.
            None => Ok(Value::Bool(false)),
        };
        match operator {
            Operator::Add => self.sum(left, right),
            Operator::Subtract => subtract(left, right),
            Operator::Multiply => multiply(left, right),
            Operator::Divide => divide(left, right),
            Operator::Remainder => remainder(left, right),
            Operator::Equal => self.equal(left, right).map(Value::Bool),
            Operator::NotEqual => self.equal(left, right).map(|equal| Value::Bool(!equal)),
            Operator::Less => ordered(Ordering::is_lt),
            Operator::LessOrEqual => ordered(Ordering::is_le),
            Operator::Greater => ordered(Ordering::is_gt),
            Operator::GreaterOrEqual => ordered(Ordering::is_ge),
            Operator::In => match right {
                Value::List(items) => {
                    for item in items.iter() {
                        if self.equal(left, item)? {
                            return Ok(Value::Bool(true));
                        }
                    }
                    Ok(Value::Bool(false))
                }
                Value::Map(members) => {
                    Ok(Value::Bool(left.key().is_some_and(|key| members.contains_key(&key))))
                }
                other => Err(mismatch("in", left, other)),
            },
        }
    }

    fn sum(&mut self, left: &Value, right: &Value) -> Result<Value, Failure> {
        match (left, right) {
            (Value::Text(left), Value::Text(right)) => {
                self.step_bytes(left.len() + right.len())?;
                Ok(Value::Text(format!("{left}{right}").into()))
            }
            (Value::List(left), Value::List(right)) => {
                self.step(COPIED_ITEM * (left.len() + right.len()) as u64)?;
                Ok(Value::list(left.iter().chain(right.iter()).cloned().collect()))
            }
            (_, _) => add(left, right),
        }
    }

    /// Whether two values are the same; values of different types are not, but for numbers.
    pub(super) fn equal(&mut self, left: &Value, right: &Value) -> Result<bool, Failure> {
        self.step(1)?;
        match (left, right) {
            (Value::List(left), Value::List(right)) => {
                if left.len() != right.len() {
                    return Ok(false);
                }
                for (left, right) in left.iter().zip(right.iter()) {
                    if !self.equal(left, right)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Value::Map(left), Value::Map(right)) => {
                if left.len() != right.len() {
                    return Ok(false);
                }
                for (key, left) in left.iter() {
                    match right.get(key) {
                        Some(right) if self.equal(left, right)? => {}
                        Some(_) | None => return Ok(false),
                    }
                }
                Ok(true)
            }
            (Value::Text(left), Value::Text(right)) => {
                if left.len() == right.len() {
                    self.step_text(left)?;
                }
                Ok(left == right)
            }
            (Value::Null, Value::Null) => Ok(true),
            (Value::Type(left), Value::Type(right)) => Ok(left == right),
            (Value::Bool(_), Value::Bool(_))
            | (Value::Timestamp(_), Value::Timestamp(_))
            | (Value::Duration(_), Value::Duration(_))
            | (
                Value::Int(_) | Value::Double(_) | Value::Large(_),
                Value::Int(_) | Value::Double(_) | Value::Large(_),
            ) => Ok(compare(left, right)? == Some(Ordering::Equal)),
            (
                Value::Null
                | Value::Bool(_)
                | Value::Int(_)
                | Value::Double(_)
                | Value::Large(_)
                | Value::Text(_)
                | Value::Timestamp(_)
                | Value::Duration(_)
                | Value::List(_)
                | Value::Map(_)
                | Value::Type(_),
                _,
            ) => Ok(false),
        }
    }
}

/// The order of two values; none where one is a double that is no number.
pub(super) fn compare(left: &Value, right: &Value) -> Result<Option<Ordering>, Failure> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => Ok(Some(left.cmp(right))),
        (Value::Double(left), Value::Double(right)) => Ok(left.partial_cmp(right)),
        (Value::Int(left), Value::Double(right)) => Ok(compare_mixed(*left, *right)),
        (Value::Double(left), Value::Int(right)) => Ok(compare_mixed(*right, *left).map(Ordering::reverse)),
        (Value::Text(left), Value::Text(right)) => Ok(Some(left.cmp(right))),
        (Value::Bool(left), Value::Bool(right)) => Ok(Some(left.cmp(right))),
        (Value::Timestamp(left), Value::Timestamp(right)) => Ok(Some(left.cmp(right))),
        (Value::Duration(left), Value::Duration(right)) => Ok(Some(left.cmp(right))),
        (
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Double(_)
            | Value::Large(_)
            | Value::Text(_)
            | Value::Timestamp(_)
            | Value::Duration(_)
            | Value::List(_)
            | Value::Map(_)
            | Value::Type(_),
            _,
        ) => Err(mismatch("the order", left, right)),
    }
}

/// The exact order of an int and a double.
fn compare_mixed(left: i64, right: f64) -> Option<Ordering> {
    if right.is_nan() {
        return None;
    }
    match exact_int(right.trunc()) {
        Some(whole) if whole == left => 0.0_f64.partial_cmp(&right.fract()),
        Some(whole) => Some(left.cmp(&whole)),
        None => 0.0_f64.partial_cmp(&right),
    }
}

pub(super) fn add(left: &Value, right: &Value) -> Result<Value, Failure> {
    match (left, right) {
        (Value::Timestamp(time), Value::Duration(duration))
        | (Value::Duration(duration), Value::Timestamp(time)) => {
            time.plus(*duration).map(Value::Timestamp).ok_or_else(beyond_time)
        }
        (Value::Duration(left), Value::Duration(right)) => {
            left.plus(*right).map(Value::Duration).ok_or_else(beyond_time)
        }
        (_, _) => arithmetic("+", left, right, i64::checked_add, |left, right| left + right),
    }
}

fn subtract(left: &Value, right: &Value) -> Result<Value, Failure> {
    match (left, right) {
        (Value::Timestamp(left), Value::Timestamp(right)) => {
            left.since(*right).map(Value::Duration).ok_or_else(beyond_time)
        }
        (Value::Timestamp(time), Value::Duration(duration)) => {
            time.minus(*duration).map(Value::Timestamp).ok_or_else(beyond_time)
        }
        (Value::Duration(left), Value::Duration(right)) => {
            left.minus(*right).map(Value::Duration).ok_or_else(beyond_time)
        }
        (_, _) => arithmetic("-", left, right, i64::checked_sub, |left, right| left - right),
    }
}

fn multiply(left: &Value, right: &Value) -> Result<Value, Failure> {
    arithmetic("*", left, right, i64::checked_mul, |left, right| left * right)
}

fn divide(left: &Value, right: &Value) -> Result<Value, Failure> {
    if let (Value::Int(_), Value::Int(0)) = (left, right) {
        return Err(Failure::error("division by zero".to_owned()));
    }
    arithmetic("/", left, right, i64::checked_div, |left, right| left / right)
}

fn remainder(left: &Value, right: &Value) -> Result<Value, Failure> {
    match (left, right) {
        (Value::Int(_), Value::Int(0)) => Err(Failure::error("remainder of a division by zero".to_owned())),
        (Value::Int(left), Value::Int(right)) => {
            left.checked_rem(*right).map(Value::Int).ok_or_else(|| overflow("%"))
        }
        (_, _) => Err(mismatch("%", left, right)),
    }
}

/// Two numbers: as ints where both are, else as doubles.
fn arithmetic(
    symbol: &'static str,
    left: &Value,
    right: &Value,
    ints: fn(i64, i64) -> Option<i64>,
    doubles: fn(f64, f64) -> f64,
) -> Result<Value, Failure> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => {
            ints(*left, *right).map(Value::Int).ok_or_else(|| overflow(symbol))
        }
        (Value::Double(left), Value::Double(right)) => Ok(Value::Double(doubles(*left, *right))),
        (Value::Int(left), Value::Double(right)) => Ok(Value::Double(doubles(widened(*left)?, *right))),
        (Value::Double(left), Value::Int(right)) => Ok(Value::Double(doubles(*left, widened(*right)?))),
        (_, _) => Err(mismatch(symbol, left, right)),
    }
}

/// The opposite of a number.
pub(super) fn negate(value: &Value) -> Result<Value, Failure> {
    match value {
        Value::Int(number) => number.checked_neg().map(Value::Int).ok_or_else(|| overflow("-")),
        Value::Double(number) => Ok(Value::Double(-number)),
        other => Err(Failure::error(format!("\"-\" does not apply to {}", other.kind().name()))),
    }
}

/// An int as a double.
///
/// # Errors
/// Where no double equals it.
pub(super) fn widened(number: i64) -> Result<f64, Failure> {
    exact_double(number).ok_or_else(|| Failure::error(format!("{number} is too large for a double")))
}

/// The text of a value that has one.
pub(super) fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.to_string()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Int(number) => Some(number.to_string()),
        Value::Large(number) => Some(number.to_string()),
        Value::Double(number) => Some(double_text(*number)),
        Value::Timestamp(time) => Some(time.to_string()),
        Value::Duration(duration) => Some(duration.to_string()),
        Value::Null | Value::List(_) | Value::Map(_) | Value::Type(_) => None,
    }
}

/// The shortest text of a double: with an exponent where it would be long without one.
pub(super) fn double_text(number: f64) -> String {
    let Some(written) = Number::from_f64(number) else {
        let name = if number.is_nan() { "NaN" } else { "Inf" };
        return if number == f64::NEG_INFINITY { format!("-{name}") } else { name.to_owned() };
    };
    // JSON's text has the right digits; only the point may have to be moved.
    let written = written.to_string();
    let (sign, written) = written.strip_prefix('-').map_or(("", &*written), |rest| ("-", rest));
    let (mantissa, exponent) = written.split_once('e').unwrap_or((written, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{}", fraction.trim_end_matches('0'));
    let digits = all.trim_start_matches('0');
    let exponent = exponent.parse::<i32>().unwrap_or_default();
    // How many of the digits stand before the point.
    let point = exponent + whole.len() as i32 - (all.len() - digits.len()) as i32;
    let text = match point {
        _ if digits.is_empty() => "0".to_owned(),
        -3..=0 => format!("0.{}{digits}", "0".repeat(point.unsigned_abs() as usize)),
        1..=21 if digits.len() <= point as usize => format!("{digits:0<width$}", width = point as usize),
        1..=21 => {
            let (before, behind) = digits.split_at_checked(point as usize).unwrap_or((digits, ""));
            format!("{before}.{behind}")
        }
        _ => {
            let (first, rest) = digits.split_at_checked(1).unwrap_or((digits, ""));
            let dot = if rest.is_empty() { "" } else { "." };
            let (sign, exponent) = (if point > 0 { '+' } else { '-' }, (point - 1).unsigned_abs());
            format!("{first}{dot}{rest}e{sign}{exponent:02}")
        }
    };
    format!("{sign}{text}")
}

fn mismatch(what: &str, left: &Value, right: &Value) -> Failure {
    let name = |value: &Value| match value {
        Value::Large(_) => "an integer that is too large",
        other => other.kind().name(),
    };
    let what = if what == "the order" { what.to_owned() } else { format!("\"{what}\"") };
    Failure::error(format!("{what} does not apply to {} and {}", name(left), name(right)))
}

fn overflow(symbol: &str) -> Failure {
    Failure::error(format!("\"{symbol}\" leads beyond the integers"))
}

fn beyond_time() -> Failure {
    Failure::error("a time is beyond the years 1 to 9999".to_owned())
}

/// Whether the type is one of the two that can be asked whether they are true.
pub(super) fn not_bool(what: &str, kind: Type) -> Failure {
    Failure::error(format!("{what} must be true or false, not {}", kind.name()))
}
