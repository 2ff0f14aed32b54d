//! JSON values compared the way JSON Schema compares them: numbers by what they amount to,
//! never by how they are written.

use serde_json::{Number, Value};
use std::cmp::Ordering;

/// Whether two values are the same to JSON Schema: `1` equals `1.0`, and the order of keys is no difference.
pub fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => compare(left, right) == Ordering::Equal,
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| equal(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            // Nearly always the keys are in the same order, and need not be looked up.
            let member = |((key, left), (other, beside)): ((&String, &Value), (&String, &Value))| {
                let right = if key == other { Some(beside) } else { right.get(key) };
                right.is_some_and(|right| equal(left, right))
            };
            left.len() == right.len() && left.iter().zip(right).all(member)
        }
        (Value::Null, Value::Null) => true,
        (Value::Bool(left), Value::Bool(right)) => left == right,
        (Value::String(left), Value::String(right)) => left == right,
        (
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_),
            _,
        ) => false,
    }
}

/// The exact order of two numbers, also between integers and fractions beyond 2^53.
pub fn compare(left: &Number, right: &Number) -> Ordering {
    if let (Some(left), Some(right)) = (exact_float(left), exact_float(right))
        && let Some(order) = left.partial_cmp(&right)
    {
        return order;
    }
    match (Exact::of(left), Exact::of(right)) {
        (Exact::Integer(left), Exact::Integer(right)) => left.cmp(&right),
        (Exact::Integer(left), Exact::Float(right)) => compare_mixed(left, right),
        (Exact::Float(left), Exact::Integer(right)) => compare_mixed(right, left).reverse(),
        (Exact::Float(left), Exact::Float(right)) => left.total_cmp(&(right + 0.0)),
    }
}

/// Whether the number has no fraction: `3` and `3.0` have none.
pub fn is_integer(number: &Number) -> bool {
    match Exact::of(number) {
        Exact::Integer(_) => true,
        Exact::Float(float) => float.fract() == 0.0,
    }
}

/// The number as a float, where that is exact: nearly always, and quicker to compare.
#[inline]
pub fn exact_float(number: &Number) -> Option<f64> {
    const EXACT: i64 = 1 << 53;
    match number.as_i64() {
        Some(integer) => (-EXACT..=EXACT).contains(&integer).then_some(integer as f64),
        None if number.is_u64() => None,
        None => number.as_f64(),
    }
}

enum Exact {
    Integer(i128),
    Float(f64),
}

impl Exact {
    fn of(number: &Number) -> Self {
        if let Some(integer) = number.as_i64() {
            Self::Integer(integer.into())
        } else if let Some(integer) = number.as_u64() {
            Self::Integer(integer.into())
        } else {
            // Adding zero turns -0.0 into 0.0, which `total_cmp` tells apart.
            Self::Float(number.as_f64().unwrap_or(f64::NAN) + 0.0)
        }
    }
}

fn compare_mixed(integer: i128, float: f64) -> Ordering {
    // The cast saturates, which keeps the order: the integer is well within i128.
    let floor = float.floor();
    integer.cmp(&(floor as i128)).then(if float > floor { Ordering::Less } else { Ordering::Equal })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_str, json};

    #[track_caller]
    fn check(left: &str, right: &str, expected: Ordering) {
        let (left, right): (Number, Number) = (from_str(left).unwrap(), from_str(right).unwrap());
        assert_eq!(compare(&left, &right), expected);
        assert_eq!(compare(&right, &left), expected.reverse());
    }

    #[test]
    fn numbers_are_compared_exactly() {
        check("1", "1.0", Ordering::Equal);
        check("0", "-0.0", Ordering::Equal);
        check("-0.0", "0.0", Ordering::Equal);
        check("9007199254740993", "9007199254740992.0", Ordering::Greater);
        check("18446744073709551615", "18446744073709551616", Ordering::Less);
        check("-9223372036854775808", "-9223372036854775808.0", Ordering::Equal);
        check("-1", "-0.5", Ordering::Less);
        check("1e300", "18446744073709551615", Ordering::Greater);
        check("0.1", "0.10000000000000002", Ordering::Less);
    }

    #[test]
    fn fractions_come_back_as_they_were_written() {
        for text in
            ["0.30000000000000004", "-122.41941550000001", "5e-324", "1.7976931348623157e+308", "1e+23"]
        {
            assert_eq!(from_str::<Value>(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn whole_numbers() {
        for (text, expected) in [("3", true), ("3.0", true), ("3e2", true), ("3.5", false), ("1e300", true)] {
            assert_eq!(is_integer(&from_str(text).unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn values_are_equal_by_meaning() {
        for (left, right, expected) in [
            (json!({"a": 1, "b": [2.0]}), json!({"b": [2], "a": 1.0}), true),
            (json!({"a": 1}), json!({"a": 1, "b": null}), false),
            (json!([1, 2]), json!([2, 1]), false),
            (json!(false), json!(0), false),
            (json!("1"), json!(1), false),
            (json!(null), json!(null), true),
        ] {
            assert_eq!(equal(&left, &right), expected, "{left} {right}");
        }
    }
}
