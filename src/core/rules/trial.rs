//! What a rule is worth for one answer: for whoever writes it, not for a verdict.

use super::compiled::Program;
use super::evaluate::{Evaluation, Failure};
use super::given::given;
use super::value::Value;
use crate::core::schema::{Schema, Typing};
use serde_json::Value as Json;

/// How many steps one trial may take.
const MOST_STEPS: u64 = 200_000;

/// What a rule is worth for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleTrial {
    /// It is true, wherever it is judged.
    True,
    /// It is not true, at one place at least.
    False,
    /// It stands nowhere in the answer.
    Absent,
    /// It cannot be evaluated, for this reason.
    Failed(String),
}

/// What is wrong with an expression by itself, with its position where that is known.
pub fn mistake(rule: &str) -> Option<String> {
    Program::read(rule).err().map(|mistake| mistake.to_string())
}

/// Tries a rule on an answer; the steps lead to the values it stands at, none of them to each item of an array.
pub fn try_rule(
    rule: &str,
    schema: &Schema,
    steps: &[Option<String>],
    answer: &Json,
    input: &str,
) -> RuleTrial {
    let program = match Program::read(rule) {
        Ok(program) => program,
        Err(mistake) => return RuleTrial::Failed(mistake.to_string()),
    };
    let mut values = Vec::new();
    collect(answer, &Typing::new(schema, [schema.root()]), steps, &mut values);
    let mut trial = RuleTrial::Absent;
    let mut evaluation = Evaluation::new(MOST_STEPS);
    evaluation.bind("input", Value::text(input));
    for value in values {
        evaluation.bind("self", value);
        match evaluation.value(&program.expression) {
            Ok(Value::Bool(true)) if trial == RuleTrial::False => {}
            Ok(Value::Bool(true)) => trial = RuleTrial::True,
            Ok(Value::Bool(false)) => trial = RuleTrial::False,
            Ok(other) => {
                let kind = other.kind().name();
                return RuleTrial::Failed(format!("it must give true or false, not {kind}"));
            }
            Err(Failure::Error(reason)) => return RuleTrial::Failed(reason),
            Err(Failure::Undecided) => return RuleTrial::Failed("it takes too many steps".to_owned()),
        }
    }
    trial
}

/// The values at the end of some steps, as rules see them. A null is not judged by the rules of its own place.
fn collect(value: &Json, typing: &Typing, steps: &[Option<String>], values: &mut Vec<Value>) {
    match steps.split_first() {
        None if value.is_null() => {}
        None => values.push(given(value, typing)),
        Some((Some(name), rest)) => {
            if let Some(member) = value.get(name) {
                collect(member, &typing.member(name).value, rest, values);
            }
        }
        Some((None, rest)) => {
            for (position, item) in value.as_array().into_iter().flatten().enumerate() {
                collect(item, &typing.item(position), rest, values);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_rule_is_tried_wherever_it_stands_in_an_answer() {
        let schema = Schema::from_fields(&json!({"fields": {
            "total": {"type": "number"}, "note": {"type": "string", "optional": true},
            "lines": {"type": "array", "items": {"type": "object", "fields": {"n": {"type": "integer"}}}}
        }}))
        .unwrap();
        let answer = json!({"total": 3, "lines": [{"n": 1}, {"n": 2}]});
        let failed = |reason: &str| RuleTrial::Failed(reason.to_owned());
        for (rule, steps, expected) in [
            ("self.total == 3.0", vec![], RuleTrial::True),
            ("self.total > 3.0", vec![], RuleTrial::False),
            ("self.n > 0", vec![Some("lines"), None], RuleTrial::True),
            ("self.n < 2", vec![Some("lines"), None], RuleTrial::False),
            ("self.n > 1", vec![Some("lines"), None], RuleTrial::False),
            ("self != ''", vec![Some("note")], RuleTrial::Absent),
            ("self.total", vec![], failed("it must give true or false, not double")),
            ("self.totl > 1.0", vec![], failed("self.totl is not there")),
            (
                "total > 1.0",
                vec![],
                failed(
                    "column 1: there is no \"total\"; a rule reads self, the value it stands at, and input",
                ),
            ),
            ("'3'.within(input)", vec![], RuleTrial::True),
        ] {
            let steps: Vec<_> = steps.into_iter().map(|step: Option<&str>| step.map(str::to_owned)).collect();
            assert_eq!(try_rule(rule, &schema, &steps, &answer, "of 3"), expected, "{rule}");
        }
        assert_eq!(mistake("self.a >"), Program::read("self.a >").err().map(|mistake| mistake.to_string()));
        assert_eq!(mistake("self.a > 1"), None);
    }
}
