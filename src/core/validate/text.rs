//! The words of a violation: one line, the same for the person and the model.

use super::group::Group;
use super::violation::{
    BrokenRule, Expected, Form, Found, KEPT_CHARACTERS, Limit, Nearest, NotJudged, Outcome, Violation,
};
use crate::core::pointer::{Pointer, Segment};
use crate::core::schema::{JsonType, TypeSet, on_one_line};
use serde_json::Value;
use std::fmt;

/// The most values of a list that are told.
const LISTED_VALUES: usize = 40;

/// The most characters of a rule, or of its message, that are told.
const MOST_OF_RULE: usize = 400;

/// The most violations that are told of the closest form of a union.
const LISTED_LACKS: usize = 5;

/// The most things that are told one by one of what was found at several places.
const TOLD_TOGETHER: usize = 2;

impl fmt::Display for Violation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        Group::of(self).fmt(out)
    }
}

/// What is told of one violation, or of several of one cause.
impl fmt::Display for Group<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.first() else { return Ok(()) };
        let place = match self.places.to_string() {
            path if path.is_empty() => "The answer".to_owned(),
            path => Value::from(path).to_string(),
        };
        match &first.expected {
            Expected::Present => write!(out, "Missing required field: {place}"),
            Expected::PresentWith(other) => {
                write!(out, "Missing field: {place}, required since {} is there", quoted_text(other))
            }
            Expected::Absent { nearest: None, .. } => write!(out, "Unexpected field: {place}"),
            Expected::Absent { nearest: Some(nearest), .. } => {
                write!(out, "Unexpected field: {place} (did you mean {}?)", quoted_text(nearest))
            }
            Expected::NoItem { allowed: 0, .. } => write!(out, "Unexpected item: {place} (none is allowed)"),
            Expected::NoItem { allowed, .. } => {
                write!(out, "Unexpected item: {place} (only {allowed} allowed)")
            }
            Expected::Name(expected) => {
                let name = match first.pointer.segments().last() {
                    Some(Segment::Key(name)) => quoted_text(name),
                    Some(Segment::Index(_)) | None => place,
                };
                write!(out, "The field name {name} {}", self.demand(expected))
            }
            Expected::Rule(broken) => out.write_str(&self.rule_text(broken, &place)),
            Expected::Criterion(problem) => write!(out, "{place}: {problem}"),
            Expected::Nothing
            | Expected::Type(_)
            | Expected::OneOf(_)
            | Expected::Constant(_)
            | Expected::MinLength(_)
            | Expected::MaxLength(_)
            | Expected::ContainsText(_)
            | Expected::Pattern(_)
            | Expected::Format(_)
            | Expected::Minimum(_)
            | Expected::Maximum(_)
            | Expected::ExclusiveMinimum(_)
            | Expected::ExclusiveMaximum(_)
            | Expected::MultipleOf(_)
            | Expected::MinItems(_)
            | Expected::MaxItems(_)
            | Expected::Unique
            | Expected::MinContains { .. }
            | Expected::MaxContains { .. }
            | Expected::MinProperties(_)
            | Expected::MaxProperties(_)
            | Expected::OneForm(_)
            | Expected::OnlyOneForm(_)
            | Expected::Not(_)
            | Expected::Decidable(_) => {
                write!(out, "{place} {}", self.demand(&first.expected))
            }
        }
    }
}

impl Group<'_> {
    /// What is asked of a value, as the rest of a sentence that begins with its place.
    fn demand(&self, expected: &Expected) -> String {
        match expected {
            Expected::Present | Expected::PresentWith(_) => "must be there".to_owned(),
            Expected::Absent { .. } | Expected::NoItem { .. } | Expected::Nothing => {
                "must not be there".to_owned()
            }
            Expected::Type(types) => format!("must be {}, got {}", types_text(*types), self.got(typed)),
            Expected::OneOf(values) => format!("must be one of: {} (got {})", list(values), self.got(plain)),
            Expected::Constant(value) => format!("must be {} (got {})", quoted(value), self.got(plain)),
            Expected::MinLength(least) => {
                format!("must be ≥ {} (got {})", counted(*least, "character"), self.got(measured))
            }
            Expected::MaxLength(most) => {
                format!("must be ≤ {} (got {})", counted(*most, "character"), self.got(measured))
            }
            Expected::ContainsText(part) => {
                format!("must contain {} (got {})", quoted_text(part), self.got(plain))
            }
            Expected::Pattern(pattern) => {
                format!("must match the pattern {} (got {})", pattern.source(), self.got(plain))
            }
            Expected::Format(format) => format!("must be {} (got {})", format.description(), self.got(plain)),
            Expected::Minimum(least) => format!("must be ≥ {least} (got {})", self.got(plain)),
            Expected::Maximum(most) => format!("must be ≤ {most} (got {})", self.got(plain)),
            Expected::ExclusiveMinimum(least) => format!("must be > {least} (got {})", self.got(plain)),
            Expected::ExclusiveMaximum(most) => format!("must be < {most} (got {})", self.got(plain)),
            Expected::MultipleOf(of) => format!("must be a multiple of {of} (got {})", self.got(plain)),
            Expected::MinItems(least) => {
                format!("must have ≥ {} (got {})", counted(*least, "item"), self.got(count))
            }
            Expected::MaxItems(most) => {
                format!("must have ≤ {} (got {})", counted(*most, "item"), self.got(count))
            }
            Expected::MinProperties(least) => {
                format!("must have ≥ {} (got {})", counted(*least, "field"), self.got(count))
            }
            Expected::MaxProperties(most) => {
                format!("must have ≤ {} (got {})", counted(*most, "field"), self.got(count))
            }
            Expected::Unique => {
                let same = |violation: &Violation| violation.related.first().map(ToString::to_string);
                match self.each(|violation| same(violation).map(|place| quoted_text(&place))) {
                    same if same.is_empty() => "must be unique".to_owned(),
                    same => format!("must be unique (same as {same})"),
                }
            }
            Expected::MinContains { least, what, count } => {
                format!("must have ≥ {} of this kind: {what} (got {count})", counted(*least, "item"))
            }
            Expected::MaxContains { most, what, count } => {
                format!("must have ≤ {} of this kind: {what} (got {count})", counted(*most, "item"))
            }
            Expected::Name(expected) => self.demand(expected),
            Expected::Criterion(problem) => format!("must be otherwise: {problem}"),
            Expected::OneForm(form) => self.missed(form),
            Expected::OnlyOneForm(names) => {
                format!("must have only one of its forms, but has {}: {}", names.len(), names.join(", "))
            }
            Expected::Not(what) => format!("must not be of this kind: {what} (got {})", self.got(plain)),
            Expected::Decidable(Limit::Pattern(pattern)) => {
                format!("cannot be judged: the pattern {} takes too many steps on it", pattern.source())
            }
            Expected::Decidable(Limit::Steps) => "cannot be judged: it takes too many steps".to_owned(),
            Expected::Rule(broken) => self.rule_text(broken, ""),
            Expected::Decidable(Limit::Rule { words, .. }) => {
                format!("is undecided: a rule takes too many steps on it ({})", one_line(words))
            }
            Expected::Decidable(Limit::Depth) => "cannot be judged: it is nested too deep".to_owned(),
        }
    }

    /// What is said of a rule across fields, with the place it is told of, quoted.
    fn rule_text(&self, broken: &BrokenRule, place: &str) -> String {
        let expression = one_line(&broken.rule.rule);
        let outcomes = |violation: &Violation| {
            let Expected::Rule(broken) = &violation.expected else { return None };
            Some(outcome_text(&broken.outcome))
        };
        let told = self.each(outcomes);
        match &broken.outcome {
            // A message says itself what it is about, unless it is said of several places.
            Outcome::Said(_) if self.count() == 1 => told,
            Outcome::Said(_) => format!("{place}: {told}"),
            Outcome::Failed(_) => {
                format!("{place}: a rule could not be evaluated: {told} ({expression})")
            }
            Outcome::Ungrounded(_) => format!("{place} must occur in the input (got {told})"),
            Outcome::Untrue(values) => {
                let subject = if self.count() == 1 { subject(values, place) } else { place.to_owned() };
                let got = if told.is_empty() { String::new() } else { format!(" (got {told})") };
                format!("{subject} must satisfy: {expression}{got}")
            }
        }
    }

    fn missed(&self, form: &Form) -> String {
        match &form.nearest {
            Nearest::Types(types) => format!("must be {}, got {}", types_text(*types), self.got(typed)),
            Nearest::Form { name, lacks, .. } => {
                let told = (0..lacks.len().min(LISTED_LACKS)).filter_map(|position| self.lack(position));
                let mut told: Vec<_> = told.map(|lack| lack.to_string()).collect();
                if lacks.len() > LISTED_LACKS {
                    told.push(format!("and {} more", lacks.len() - LISTED_LACKS));
                }
                format!("has none of its {} forms; closest is {name}: {}", form.forms, told.join("; "))
            }
        }
    }

    /// What was found at the places.
    fn got(&self, words: fn(&Found) -> String) -> String {
        self.each(|violation| Some(words(&violation.found)))
    }

    /// A text of each violation, those that are the same once.
    fn each(&self, text: impl Fn(&Violation) -> Option<String>) -> String {
        let mut texts: Vec<String> = Vec::new();
        for text in self.violations.iter().filter_map(|violation| text(violation)) {
            if !text.is_empty() && !texts.contains(&text) {
                texts.push(text);
            }
        }
        if texts.len() > TOLD_TOGETHER + 1 {
            let more = texts.len() - TOLD_TOGETHER;
            texts.truncate(TOLD_TOGETHER);
            texts.push(format!("and {more} more"));
        }
        texts.join(", ")
    }
}

/// What became of a rule at one place.
fn outcome_text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Said(text) | Outcome::Failed(text) => one_line(text),
        Outcome::Ungrounded(values) => {
            let values: Vec<_> = values.iter().map(|(_, found)| plain(found)).collect();
            values.join(", ")
        }
        Outcome::Untrue(values) => {
            let is_told = |found: &Found| !matches!(found, Found::Object(_) | Found::Array(_));
            let told: Vec<_> = values
                .iter()
                .filter(|(_, found)| is_told(found))
                .map(|(pointer, found)| match pointer.to_string() {
                    place if place.is_empty() => plain(found),
                    place => format!("{place}={}", plain(found)),
                })
                .collect();
            told.join(", ")
        }
    }
}

/// What a rule that is not true is about: the places that it read, or else the one it is told of, quoted.
fn subject(values: &[(Pointer, Found)], place: &str) -> String {
    let places: Vec<_> = values.iter().map(|(pointer, _)| pointer.to_string()).collect();
    match places.split_last() {
        _ if places.iter().any(String::is_empty) => place.to_owned(),
        None => place.to_owned(),
        Some((last, [])) => quoted_text(last),
        Some((last, others)) => {
            let others: Vec<_> = others.iter().map(|other| quoted_text(other)).collect();
            format!("{} and {}", others.join(", "), quoted_text(last))
        }
    }
}

impl fmt::Display for NotJudged {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let because = match self.because.to_string() {
            path if path.is_empty() => "the answer".to_owned(),
            path => quoted_text(&path),
        };
        write!(out, "Not judged, since {because} is wrong: {}", one_line(&self.words))
    }
}

/// A text on one line, cut short where it is long.
fn one_line(text: &str) -> String {
    on_one_line(text, MOST_OF_RULE)
}

fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn list(values: &[Value]) -> String {
    let mut told: Vec<_> = values.iter().take(LISTED_VALUES).map(quoted).collect();
    if values.len() > LISTED_VALUES {
        told.push(format!("… ({} in all)", values.len()));
    }
    told.join(", ")
}

/// `a string`, `a string or null`.
fn types_text(types: TypeSet) -> String {
    let names: Vec<_> = types
        .iter()
        .map(|json_type| match json_type {
            JsonType::Null => "null",
            JsonType::Boolean => "a boolean",
            JsonType::Integer => "an integer",
            JsonType::Number => "a number",
            JsonType::String => "a string",
            JsonType::Array => "an array",
            JsonType::Object => "an object",
        })
        .collect();
    names.join(" or ")
}

/// The value behind its type: `string "22"`, `null`, `an object`.
fn typed(found: &Found) -> String {
    match found {
        Found::Text { .. } => format!("string {}", plain(found)),
        Found::Bool(_) => format!("boolean {}", plain(found)),
        Found::Number(_) => format!("number {}", plain(found)),
        Found::Nothing | Found::Null | Found::Object(_) | Found::Array(_) => plain(found),
    }
}

fn plain(found: &Found) -> String {
    match found {
        Found::Nothing => "nothing".to_owned(),
        Found::Text { start, length } if *length > KEPT_CHARACTERS as u64 => {
            quoted_text(&format!("{start}…"))
        }
        Found::Text { start, .. } => quoted_text(start),
        Found::Null => "null".to_owned(),
        Found::Bool(flag) => flag.to_string(),
        Found::Number(number) => number.to_string(),
        Found::Object(_) => "an object".to_owned(),
        Found::Array(_) => "an array".to_owned(),
    }
}

/// The string behind its length.
fn measured(found: &Found) -> String {
    match found {
        Found::Text { length, .. } => format!("{length}: {}", plain(found)),
        Found::Nothing
        | Found::Null
        | Found::Bool(_)
        | Found::Number(_)
        | Found::Object(_)
        | Found::Array(_) => plain(found),
    }
}

/// How many items or members there are.
fn count(found: &Found) -> String {
    match found {
        Found::Object(count) | Found::Array(count) => count.to_string(),
        Found::Nothing | Found::Text { .. } | Found::Null | Found::Bool(_) | Found::Number(_) => plain(found),
    }
}

/// A value as JSON, cut short where it is long.
fn quoted(value: &Value) -> String {
    let text = match value {
        Value::String(_) => return plain(&Found::from(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            value.to_string()
        }
    };
    if text.chars().count() > KEPT_CHARACTERS {
        text.chars().take(KEPT_CHARACTERS).chain("…".chars()).collect()
    } else {
        text
    }
}

fn quoted_text(text: &str) -> String {
    Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::violation::Severity;
    use super::*;

    #[test]
    fn long_and_many_lined_values_stay_one_short_line() {
        let violation = |text: String| Violation {
            pointer: Pointer::root().key("tags").index(2),
            expected: Expected::ContainsText("x\ny".into()),
            found: Found::from(&Value::from(text)),
            severity: Severity::Error,
            related: Vec::new(),
        };
        assert_eq!(violation("a\nb".into()).to_string(), r#""tags[2]" must contain "x\ny" (got "a\nb")"#);
        let clipped = format!(r#""tags[2]" must contain "x\ny" (got "{}…")"#, "ä".repeat(80));
        assert_eq!(violation("ä".repeat(81)).to_string(), clipped);
    }
}
