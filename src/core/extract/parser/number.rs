//! Bare words that mean a literal or a number. Must not know where in a text they stand.

use serde_json::Value;

/// What a bare word means.
pub(super) enum Word {
    /// As JSON writes it.
    Strict(Value),
    /// Another language's literal.
    Literal(Value),
    /// A number in another form.
    Number(Value),
    /// A sign that stands for no value.
    Nothing,
    /// Text.
    Text,
}

/// The meaning of a bare word.
pub(super) fn meaning(word: &str) -> Word {
    let first = word.bytes().next().unwrap_or_default();
    if first.is_ascii_digit() || matches!(first, b'-' | b'+' | b'.') {
        return match strict_number(word) {
            Some(value) => Word::Strict(value),
            None => lax_number(word),
        };
    }
    match word {
        "true" => Word::Strict(Value::Bool(true)),
        "false" => Word::Strict(Value::Bool(false)),
        "null" => Word::Strict(Value::Null),
        "NaN" | "Infinity" => Word::Literal(Value::Null),
        _ if word.len() > "undefined".len() => Word::Text,
        _ => match word.to_ascii_lowercase().as_str() {
            "true" => Word::Literal(Value::Bool(true)),
            "false" => Word::Literal(Value::Bool(false)),
            "null" | "none" | "undefined" => Word::Literal(Value::Null),
            _ => Word::Text,
        },
    }
}

/// The literal that a word cut at the end of the text would have become.
pub(super) fn cut_literal(word: &str) -> Option<Value> {
    let of = |literal: &str| !word.is_empty() && literal.starts_with(word);
    match () {
        () if of("true") || of("True") => Some(Value::Bool(true)),
        () if of("false") || of("False") => Some(Value::Bool(false)),
        () if of("null") || of("None") => Some(Value::Null),
        () => None,
    }
}

/// A number by the grammar of JSON, as `serde_json` reads it.
pub(super) fn strict_number(word: &str) -> Option<Value> {
    match serde_json::from_str(word) {
        Ok(value @ Value::Number(_)) => Some(value),
        Ok(_) | Err(_) => None,
    }
}

fn lax_number(word: &str) -> Word {
    if matches!(word, "-" | "+") {
        return Word::Nothing;
    }
    if matches!(word, "-Infinity" | "+Infinity" | "-NaN") {
        return Word::Literal(Value::Null);
    }
    let (sign, unsigned) = match word.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", word.strip_prefix('+').unwrap_or(word)),
    };
    let plain = without_separators(unsigned);
    let exponent_at = plain.find(['e', 'E']).unwrap_or(plain.len());
    let (mantissa, exponent) = plain.split_at_checked(exponent_at).unwrap_or((plain.as_str(), ""));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent = exponent.get(1..).unwrap_or_default();
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = digits(whole)
        && digits(fraction)
        && digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))
        && !(whole.is_empty() && fraction.is_empty())
        // With a leading zero it is more likely a code.
        && !(whole.len() > 1 && whole.starts_with('0'));
    if !is_number {
        return Word::Text;
    }
    let mut number = format!("{sign}{}", if whole.is_empty() { "0" } else { whole });
    if mantissa.contains('.') {
        number += ".";
        number += if fraction.is_empty() { "0" } else { fraction };
    }
    if exponent.bytes().any(|byte| byte.is_ascii_digit()) {
        number += "e";
        number += exponent;
    }
    // What no number can hold is no number.
    Word::Number(strict_number(&number).unwrap_or_default())
}

/// A number without the underscores or commas between its thousands.
fn without_separators(word: &str) -> String {
    let whole = word.split('.').next().unwrap_or_default();
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let has_thousands = (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3);
    let is_between = |text: &str| !text.starts_with('_') && !text.ends_with('_') && !text.contains("__");
    let is_separator = |letter: char| match letter {
        ',' => has_thousands,
        '_' => is_between(word),
        _ => false,
    };
    word.chars().filter(|letter| !is_separator(*letter)).collect()
}

/// Whether a number was an integer that its value does not hold exactly.
pub(super) fn is_rounded(word: &str, value: &Value) -> bool {
    let is_integer = || word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    value.is_f64() && is_integer() && value.as_f64().is_some_and(|float| format!("{float:.0}") != word)
}
