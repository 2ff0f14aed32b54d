//! The evaluator: walks a value along a schema and collects all that is wrong, in schema order.

use super::violation::{Expected, Found, Severity, Violation};
use crate::core::pointer::{Pointer, Segment};
use crate::core::schema::{Assertion, JsonType, Node, NodeId, NullMeaning, Property, Schema};
use crate::core::value;
use indexmap::IndexMap;
use serde_json::{Map, Value};
use std::cmp::Ordering;

/// What was found out about a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// All that is wrong, in the order of the schema; none means valid.
    pub violations: Vec<Violation>,
    /// How many rules were judged and hold.
    pub passed: usize,
}

impl Verdict {
    /// How many rules were judged, whether they hold or not.
    pub fn checks(&self) -> usize {
        self.passed + self.violations.len()
    }
}

/// Judges a value by every rule of a schema.
pub fn validate(schema: &Schema, value: &Value) -> Verdict {
    let mut evaluation = Evaluation { schema, verdict: Verdict::default() };
    evaluation.node(schema.root(), value, &Path::Root);
    evaluation.verdict
}

struct Evaluation<'s> {
    schema: &'s Schema,
    verdict: Verdict,
}

/// The way from the root to the value at hand; a [`Pointer`] is made of it only where something is wrong.
enum Path<'p> {
    Root,
    Key(&'p Path<'p>, &'p str),
}

impl Path<'_> {
    fn depth(&self) -> usize {
        match self {
            Self::Root => 0,
            Self::Key(parent, _) => parent.depth() + 1,
        }
    }

    fn pointer(&self) -> Pointer {
        match self {
            Self::Root => Pointer::root(),
            Self::Key(parent, key) => parent.pointer().key(key),
        }
    }
}

impl Evaluation<'_> {
    fn node(&mut self, id: NodeId, value: &Value, path: &Path) {
        let node = self.schema.node(id);
        let first = self.verdict.violations.len();
        for assertion in &node.assertions {
            self.assertion(assertion, node, value, path);
        }
        if let Some(properties) = node.properties()
            && self.verdict.violations.len() > first
        {
            let found = self.verdict.violations.split_off(first);
            self.verdict.violations.extend(in_schema_order(found, properties, path.depth()));
        }
    }

    fn assertion(&mut self, assertion: &Assertion, node: &Node, value: &Value, path: &Path) {
        match (assertion, value) {
            (Assertion::Never, _) => self.check(false, path, value, || Expected::Nothing),
            (Assertion::Type(types), _) => {
                let passed = types.iter().any(|json_type| is_of(value, *json_type));
                self.check(passed, path, value, || Expected::Type(types.clone()));
            }
            (Assertion::Enum(values), _) => {
                let passed = values.iter().any(|allowed| value::equal(allowed, value));
                self.check(passed, path, value, || Expected::OneOf(values.clone()));
            }
            (Assertion::MinLength(least), Value::String(text)) => {
                self.check(length(text) >= *least, path, value, || Expected::MinLength(*least));
            }
            (Assertion::MaxLength(most), Value::String(text)) => {
                self.check(length(text) <= *most, path, value, || Expected::MaxLength(*most));
            }
            (Assertion::ContainsText(part), Value::String(text)) => {
                self.check(text.contains(part), path, value, || Expected::ContainsText(part.clone()));
            }
            (Assertion::Minimum(least), Value::Number(number)) => {
                let passed = value::compare(number, least) != Ordering::Less;
                self.check(passed, path, value, || Expected::Minimum(least.clone()));
            }
            (Assertion::Maximum(most), Value::Number(number)) => {
                let passed = value::compare(number, most) != Ordering::Greater;
                self.check(passed, path, value, || Expected::Maximum(most.clone()));
            }
            (Assertion::Properties(properties), Value::Object(object)) => {
                for (name, property) in properties {
                    if let Some(value) = present(object, name, Some(property)) {
                        self.node(property.node, value, &Path::Key(path, name));
                    }
                }
            }
            (Assertion::Required(names), Value::Object(object)) => {
                for name in names {
                    let property = node.properties().and_then(|properties| properties.get(name));
                    match present(object, name, property) {
                        Some(_) => self.verdict.passed += 1,
                        None => self.violation(&Path::Key(path, name), Expected::Present, Found::Nothing),
                    }
                }
            }
            (Assertion::AdditionalProperties(id), Value::Object(object)) => {
                let named =
                    |name: &str| node.properties().is_some_and(|properties| properties.contains_key(name));
                let forbids_all = self.schema.node(*id).assertions.contains(&Assertion::Never);
                let mut others = object.iter().filter(|(name, _)| !named(name)).peekable();
                if forbids_all && others.peek().is_none() {
                    self.verdict.passed += 1;
                }
                for (name, value) in others {
                    let path = Path::Key(path, name);
                    if forbids_all {
                        self.violation(&path, Expected::Absent, Found::from(value));
                    } else {
                        self.node(*id, value, &path);
                    }
                }
            }
            (
                Assertion::MinLength(_)
                | Assertion::MaxLength(_)
                | Assertion::ContainsText(_)
                | Assertion::Minimum(_)
                | Assertion::Maximum(_)
                | Assertion::Properties(_)
                | Assertion::Required(_)
                | Assertion::AdditionalProperties(_),
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::String(_)
                | Value::Array(_)
                | Value::Object(_),
            ) => {}
        }
    }

    fn check(&mut self, passed: bool, path: &Path, value: &Value, expected: impl FnOnce() -> Expected) {
        if passed {
            self.verdict.passed += 1;
        } else {
            self.violation(path, expected(), Found::from(value));
        }
    }

    fn violation(&mut self, path: &Path, expected: Expected, found: Found) {
        self.verdict.violations.push(Violation {
            pointer: path.pointer(),
            expected,
            found,
            severity: Severity::Error,
            related: Vec::new(),
        });
    }
}

/// The value of a property that counts as being there.
fn present<'v>(object: &'v Map<String, Value>, name: &str, property: Option<&Property>) -> Option<&'v Value> {
    let null_is_absence = property.is_some_and(|property| property.null == NullMeaning::Absence);
    object.get(name).filter(|value| !(null_is_absence && value.is_null()))
}

/// Keywords are judged one after the other; people read the fields in the schema's order.
/// What is wrong with the object itself comes first, and what the schema does not name last.
fn in_schema_order(
    found: Vec<Violation>,
    properties: &IndexMap<String, Property>,
    depth: usize,
) -> impl Iterator<Item = Violation> {
    let last = properties.len() + 1;
    let mut places: Vec<Vec<Violation>> = vec![Vec::new(); last + 1];
    for violation in found {
        let place = match violation.pointer.segments().get(depth) {
            None => 0,
            Some(Segment::Key(key)) => properties.get_index_of(key).map_or(last, |position| position + 1),
            Some(Segment::Index(_)) => last,
        };
        places[place].push(violation);
    }
    places.into_iter().flatten()
}

fn is_of(value: &Value, json_type: JsonType) -> bool {
    match json_type {
        JsonType::Integer => matches!(value, Value::Number(number) if value::is_integer(number)),
        JsonType::Null
        | JsonType::Boolean
        | JsonType::Number
        | JsonType::String
        | JsonType::Array
        | JsonType::Object => JsonType::of(value) == json_type,
    }
}

fn length(text: &str) -> u64 {
    text.chars().count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn schema() -> Schema {
        Schema::from_fields(&json!({"fields": {
            "city": {"type": "string", "minLength": 2, "maxLength": 8},
            "temperature_c": {"type": "number", "min": -90, "max": 60},
            "condition": {"type": "enum", "values": ["sunny", "cloudy", "rainy"]},
            "age": {"type": "integer", "min": 0, "optional": true},
            "code": {"type": "string", "contains": "-", "nullable": true, "optional": true},
            "alert": {"type": "boolean", "optional": true}
        }}))
        .unwrap()
    }

    /// Judges an answer that is right but for the given fields.
    #[track_caller]
    fn check(changed: Value, expected: &[(&str, &str, &str)]) {
        let mut answer = json!({"city": "Oslo", "temperature_c": 4.5, "condition": "rainy"});
        for (key, value) in changed.as_object().unwrap() {
            answer[key] = value.clone();
        }
        check_answer(answer, expected);
    }

    #[track_caller]
    fn check_answer(answer: Value, expected: &[(&str, &str, &str)]) {
        let verdict = validate(&schema(), &answer);
        let found: Vec<_> = verdict
            .violations
            .iter()
            .map(|violation| (violation.pointer.to_json_pointer(), violation.rule(), violation.to_string()))
            .collect();
        let found: Vec<_> =
            found.iter().map(|(pointer, rule, text)| (pointer.as_str(), *rule, text.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn every_keyword_and_its_words() {
        check(json!({}), &[]);
        check(json!({"city": null}), &[("/city", "required", r#"Missing required field: "city""#)]);
        check(
            json!({"city": "O"}),
            &[("/city", "minLength", r#""city" must be ≥ 2 characters (got 1: "O")"#)],
        );
        check(json!({"city": "Öß"}), &[]);
        check(
            json!({"city": "Trondheim"}),
            &[("/city", "maxLength", r#""city" must be ≤ 8 characters (got 9: "Trondheim")"#)],
        );
        check(
            json!({"temperature_c": "22"}),
            &[("/temperature_c", "type", r#""temperature_c" must be a number, got string "22""#)],
        );
        check(json!({"temperature_c": -90}), &[]);
        check(json!({"temperature_c": 60.0}), &[]);
        check(
            json!({"temperature_c": 60.5}),
            &[("/temperature_c", "maximum", r#""temperature_c" must be ≤ 60 (got 60.5)"#)],
        );
        check(
            json!({"condition": "Sunny"}),
            &[(
                "/condition",
                "enum",
                r#""condition" must be one of: "sunny", "cloudy", "rainy" (got "Sunny")"#,
            )],
        );
        check(json!({"age": -5}), &[("/age", "minimum", r#""age" must be ≥ 0 (got -5)"#)]);
        check(json!({"age": 3.0}), &[]);
        check(json!({"age": 3.5}), &[("/age", "type", r#""age" must be an integer, got number 3.5"#)]);
        check(json!({"age": null}), &[]);
        check(json!({"code": null}), &[]);
        check(json!({"code": "ab"}), &[("/code", "contains", r#""code" must contain "-" (got "ab")"#)]);
        check(json!({"code": 7}), &[("/code", "type", r#""code" must be a string or null, got number 7"#)]);
        check(
            json!({"alert": "yes"}),
            &[("/alert", "type", r#""alert" must be a boolean, got string "yes""#)],
        );
        check(json!({"alert": []}), &[("/alert", "type", r#""alert" must be a boolean, got an array"#)]);
        check(json!({"mood": 1}), &[("/mood", "additionalProperties", r#"Unexpected field: "mood""#)]);
    }

    #[test]
    fn all_violations_at_once_in_schema_order() {
        check_answer(
            json!({"extra": 1, "age": "x", "condition": "hot"}),
            &[
                ("/city", "required", r#"Missing required field: "city""#),
                ("/temperature_c", "required", r#"Missing required field: "temperature_c""#),
                (
                    "/condition",
                    "enum",
                    r#""condition" must be one of: "sunny", "cloudy", "rainy" (got "hot")"#,
                ),
                ("/age", "type", r#""age" must be an integer, got string "x""#),
                ("/extra", "additionalProperties", r#"Unexpected field: "extra""#),
            ],
        );
    }

    #[test]
    fn the_root_is_the_answer() {
        check_answer(json!([]), &[("", "type", "The answer must be an object, got an array")]);
        check_answer(json!("x"), &[("", "type", r#"The answer must be an object, got string "x""#)]);
    }

    #[test]
    fn checks_are_counted_passed_or_not() {
        let right = json!({"city": "Oslo", "temperature_c": 4.5, "condition": "rainy"});
        // The type and the stray keys of the object, three required names, and seven rules on the fields.
        let verdict = validate(&schema(), &right);
        assert_eq!((verdict.passed, verdict.checks()), (12, 12));
        let wrong = json!({"city": "O", "temperature_c": 4.5, "condition": "rainy", "x": 1, "y": 2});
        let verdict = validate(&schema(), &wrong);
        assert_eq!((verdict.passed, verdict.checks()), (10, 13));
        assert_eq!(validate(&schema(), &json!(1)).checks(), 1);
    }
}
