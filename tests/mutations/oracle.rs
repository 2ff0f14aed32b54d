//! What a keyword about a single value means, written down once more and as plainly as can be,
//! so that the evaluator is not its own judge.

use serde_json::{Number, Value};
use structured_output_validator::core::pattern::Search;
use structured_output_validator::core::schema::{Assertion, JsonType, TypeSet};

/// The name of a keyword about a single value; none for the others.
pub(crate) fn rule(assertion: &Assertion) -> Option<&'static str> {
    Some(match assertion {
        Assertion::Type(_) => "type",
        Assertion::Enum(_) => "enum",
        Assertion::Const(_) => "const",
        Assertion::MinLength(_) => "minLength",
        Assertion::MaxLength(_) => "maxLength",
        Assertion::Pattern(_) => "pattern",
        Assertion::Format(_) => "format",
        Assertion::ContainsText(_) => "contains",
        Assertion::Minimum(_) => "minimum",
        Assertion::Maximum(_) => "maximum",
        Assertion::ExclusiveMinimum(_) => "exclusiveMinimum",
        Assertion::ExclusiveMaximum(_) => "exclusiveMaximum",
        Assertion::MultipleOf(_) => "multipleOf",
        _ => return None,
    })
}

/// Whether the value breaks the keyword. Numbers are small enough here for arithmetic on `f64`.
pub(crate) fn breaks(assertion: &Assertion, value: &Value) -> bool {
    let length = || value.as_str().map(|text| text.chars().count() as u64);
    let number = |is_wrong: fn(f64, f64) -> bool, bound: &Number| {
        value.as_f64().is_some_and(|number| is_wrong(number, bound.as_f64().unwrap()))
    };
    match assertion {
        Assertion::Type(types) => !is_of(value, *types),
        Assertion::Enum(values) => !values.contains(value),
        Assertion::Const(constant) => **constant != *value,
        Assertion::MinLength(least) => length().is_some_and(|length| length < *least),
        Assertion::MaxLength(most) => length().is_some_and(|length| length > *most),
        Assertion::Pattern(pattern) => value.as_str().is_some_and(|text| pattern.find(text) != Search::Found),
        Assertion::Format(format) => value.as_str().is_some_and(|text| !format.accepts(text)),
        Assertion::ContainsText(part) => value.as_str().is_some_and(|text| !text.contains(&**part)),
        Assertion::Minimum(bound) => number(|number, bound| number < bound, bound),
        Assertion::Maximum(bound) => number(|number, bound| number > bound, bound),
        Assertion::ExclusiveMinimum(bound) => number(|number, bound| number <= bound, bound),
        Assertion::ExclusiveMaximum(bound) => number(|number, bound| number >= bound, bound),
        Assertion::MultipleOf(of) => {
            number(|number, of| (number / of - (number / of).round()).abs() > 1e-6, of)
        }
        _ => false,
    }
}

pub(crate) fn is_of(value: &Value, types: TypeSet) -> bool {
    let is_whole = value.as_f64().is_some_and(|number| number.fract() == 0.0);
    types.contains(JsonType::of(value)) || is_whole && types.contains(JsonType::Integer)
}
