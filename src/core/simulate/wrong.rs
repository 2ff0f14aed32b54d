//! Answers that break what a schema asks of several values at once: a rule, or that a text is out of the input.

use super::instance::instance;
use super::place::places;
use crate::core::random::Random;
use crate::core::validate::{Level, Severity, Validator, Verdict, Violation};
use serde_json::Value;

/// What shall be wrong with an answer, and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// A rule is broken.
    Rule,
    /// A text is not out of the input.
    Grounding,
    /// A rule is broken that only warns.
    Warning,
}

/// How many answers are drawn to take values from.
const MOST_DRAWS: usize = 40;

/// The most places whose values are tried of each.
const MOST_PLACES: usize = 60;

/// The answer with one value of it, or all of them, another one so that just this is wrong; false if none was found.
pub(super) fn make_wrong(
    answer: &mut Value,
    validator: &Validator,
    document: &str,
    wrong: Wrong,
    random: &mut Random,
) -> bool {
    if validator.rules().is_none() {
        return false;
    }
    let schema = validator.schema();
    let places: Vec<_> = places(validator, answer)
        .into_iter()
        .map(|place| place.pointer.to_json_pointer())
        .take(MOST_PLACES)
        .collect();
    for _ in 0..MOST_DRAWS {
        let drawn = instance(schema, schema.root(), random);
        let by = random.below(20) + 1;
        // The whole answer comes last: it should differ as little as can be.
        let found = places.iter().rev().find_map(|place| {
            let here = answer.pointer(place)?;
            let values = [drawn.pointer(place).cloned(), altered(here, by)];
            values.into_iter().flatten().find_map(|value| {
                let mut tried = answer.clone();
                *tried.pointer_mut(place)? = value;
                wrong.is_all_of(&validator.validate_with(&tried, document)).then_some(tried)
            })
        });
        if let Some(found) = found {
            *answer = found;
            return true;
        }
    }
    false
}

/// Another value of the same type, where it is easily told.
fn altered(value: &Value, by: u64) -> Option<Value> {
    match value {
        Value::Bool(flag) => Some((!flag).into()),
        Value::String(text) => Some(text.chars().rev().collect::<String>().into()),
        Value::Number(number) => match number.as_i64() {
            Some(number) => Some(number.saturating_add_unsigned(by).into()),
            None => Some((number.as_f64()? + by as f64).into()),
        },
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

impl Wrong {
    fn is_all_of(self, verdict: &Verdict) -> bool {
        let is_so = |violation: &Violation| {
            let is_error = violation.severity == Severity::Error;
            violation.level() == Level::Rule
                && match self {
                    Self::Rule => is_error && !violation.is_grounding(),
                    Self::Grounding => is_error && violation.is_grounding(),
                    Self::Warning => !is_error,
                }
        };
        verdict.not_judged.is_empty()
            && !verdict.violations.is_empty()
            && verdict.violations.iter().all(is_so)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::schema::Schema;
    use serde_json::json;

    #[test]
    fn just_what_was_ordered_is_wrong() {
        let form = json!({
            "rules": [
                "self.least < self.most",
                {"rule": "self.most < 50", "message": "That is much", "severity": "warning"}
            ],
            "fields": {
                "least": {"type": "integer", "min": 0, "max": 100}, "most": {"type": "integer", "min": 0, "max": 100},
                "name": {"type": "string", "grounded": true}
            }
        });
        let schema = Schema::from_fields(&form).unwrap();
        let validator = Validator::new(&schema);
        let right = json!({"least": 2, "most": 40, "name": "Ada"});
        // What must be out of the input is a rule of the text itself.
        for (wrong, expected) in
            [(Wrong::Rule, "rules[0]"), (Wrong::Warning, "rules[1]"), (Wrong::Grounding, "rules[0]")]
        {
            for seed in 0..20 {
                let mut answer = right.clone();
                assert!(make_wrong(&mut answer, &validator, "Ada", wrong, &mut Random::new(seed)));
                let verdict = validator.validate_with(&answer, "Ada");
                let rules: Vec<_> = verdict.violations.iter().map(Violation::rule).collect();
                assert_eq!(rules, [expected], "{answer}");
            }
        }
    }

    #[test]
    fn what_is_not_asked_for_cannot_be_broken() {
        let schema = Schema::from_fields(&json!({"fields": {"a": {"type": "integer"}}})).unwrap();
        let mut answer = json!({"a": 1});
        for wrong in [Wrong::Rule, Wrong::Grounding, Wrong::Warning] {
            assert!(!make_wrong(&mut answer, &Validator::new(&schema), "", wrong, &mut Random::new(1)));
        }
        assert_eq!(answer, json!({"a": 1}));
    }
}
