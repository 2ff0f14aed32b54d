//! The stand-in model: what it answers to a call.

use super::behaviour::Behaviour;
use super::flaw::{Flaw, break_answer};
use super::ruled::{document, ruled};
use super::second::second;
use crate::core::extract::{Candidate, extract};
use crate::core::pointer::Segment;
use crate::core::provider::{Call, FinishReason, Reply, Role, Usage};
use crate::core::random::Random;
use crate::core::schema::Schema;
use crate::core::validate::{Expected, Validator, Violation, grouped};
use serde_json::Value;

/// About how many bytes make a token.
const TOKEN_BYTES: usize = 4;

/// The answer of the stand-in model to a call. Nothing but the arguments determines it: `earlier_calls`
/// is how often it was called before in the same run.
pub fn simulate(schema: &Schema, behaviour: Behaviour, earlier_calls: u32, call: &Call) -> Reply {
    if let Some(text) = second(&call.messages) {
        return reply(call, text.to_owned(), FinishReason::Stop);
    }
    let mut random = Random::new(call.sampling.seed.unwrap_or(1));
    let right = ruled(schema, document(call), &mut random);
    let last_answer = call.messages.iter().rev().find(|message| message.role == Role::Assistant);
    let told = call.messages.last().map_or("", |message| message.content.as_str());
    let mended = |answer, right| pretty(&mended(schema, answer, told, document(call), right));
    let mut broken = |right| broken(schema, behaviour, right, &mut random);
    let (text, finish_reason) = match (behaviour, last_answer) {
        (Behaviour::NeverMends, _) => (pretty(&broken(right)), FinishReason::Stop),
        (_, Some(last)) => {
            let last = extract(&last.content).candidates.into_iter().next();
            let last = last.map_or_else(|| right.clone(), |Candidate { value, .. }| value);
            (mended(last, &right), FinishReason::Stop)
        }
        // It does not see what it said, and would say it again but for what it is told to avoid.
        (_, None) if earlier_calls > 0 => (mended(broken(right.clone()), &right), FinishReason::Stop),
        (Behaviour::Truncated, None) => {
            let text = pretty(&right);
            (text.chars().take(text.chars().count() / 2).collect(), FinishReason::Length)
        }
        (Behaviour::NoJson, None) => (prose(&right), FinishReason::Stop),
        (Behaviour::Mixed, None) => {
            let answer = pretty(&broken(right));
            (
                format!(
                    "Sure! Here is the JSON you asked for:\n\n```json\n{answer}\n```\n\nLet me know if you need anything else."
                ),
                FinishReason::Stop,
            )
        }
        (
            Behaviour::MissingField
            | Behaviour::WrongType
            | Behaviour::OutOfRange
            | Behaviour::EnumCase
            | Behaviour::NoFaults,
            None,
        ) => (pretty(&broken(right)), FinishReason::Stop),
    };
    reply(call, text, finish_reason)
}

/// A reply, with about as many tokens as it takes.
fn reply(call: &Call, text: String, finish_reason: FinishReason) -> Reply {
    let read: usize = call.messages.iter().map(|message| message.content.len()).sum();
    let (input, output) = ((read / TOKEN_BYTES) as u64, text.len().div_ceil(TOKEN_BYTES) as u64);
    let usage = Some(Usage { input, output, ..Usage::default() });
    Reply { text, finish_reason, usage, ..Reply::default() }
}

/// The answer, broken as the behaviour says, or in any other way where the schema leaves no such way.
fn broken(schema: &Schema, behaviour: Behaviour, mut answer: Value, random: &mut Random) -> Value {
    let (wanted, count): (&[Flaw], usize) = match behaviour {
        Behaviour::Mixed | Behaviour::NeverMends => (&[Flaw::EnumCase, Flaw::OutOfRange], 2),
        Behaviour::MissingField => (&[Flaw::MissingField], 1),
        Behaviour::WrongType => (&[Flaw::WrongType], 1),
        Behaviour::OutOfRange => (&[Flaw::OutOfRange], 1),
        Behaviour::EnumCase => (&[Flaw::EnumCase], 1),
        Behaviour::Truncated | Behaviour::NoJson | Behaviour::NoFaults => (&[], 0),
    };
    let fallbacks = [Flaw::WrongType, Flaw::MissingField];
    wanted
        .iter()
        .chain(&fallbacks)
        .filter(|flaw| break_answer(&mut answer, schema, **flaw, random))
        .take(count)
        .for_each(drop);
    answer
}

/// An answer with what the correction names put right, one by one or all of one cause, and nothing else.
fn mended(schema: &Schema, mut value: Value, told: &str, document: &str, right: &Value) -> Value {
    let violations = Validator::new(schema).validate_with(&value, document).violations;
    for group in grouped(violations.iter()) {
        let is_told = told.contains(&group.to_string());
        for violation in group.violations() {
            if is_told || told.contains(&violation.to_string()) {
                mend(&mut value, violation, right);
            }
        }
    }
    value
}

fn mend(value: &mut Value, violation: &Violation, right: &Value) {
    let segments = violation.pointer.segments();
    let Some((last, way)) = segments.split_last() else {
        *value = right.clone();
        return;
    };
    let mut place = value;
    for segment in way {
        let inside = match segment {
            Segment::Key(key) => place.get_mut(key),
            Segment::Index(index) => place.get_mut(index),
        };
        let Some(inside) = inside else { return };
        place = inside;
    }
    let right = right.pointer(&violation.pointer.to_json_pointer());
    match (place, last, right) {
        (Value::Object(object), Segment::Key(key), Some(right))
            if !matches!(violation.expected, Expected::Absent { .. }) =>
        {
            object.insert(key.clone(), right.clone());
        }
        (Value::Object(object), Segment::Key(key), _) => drop(object.shift_remove(key)),
        (Value::Array(array), Segment::Index(index), Some(right)) => {
            if let Some(place) = array.get_mut(*index) {
                *place = right.clone();
            }
        }
        _ => {}
    }
}

fn pretty(value: &Value) -> String {
    format!("{value:#}")
}

/// The answer as a chatty model tells it.
fn prose(value: &Value) -> String {
    let facts: Vec<_> = value
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, value)| {
            let words = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            format!("the {} is {words}", name.replace('_', " "))
        })
        .collect();
    format!("Of course! As far as I can tell, {}.", facts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::judge::{Repaired, ViolationReport, judge};
    use crate::core::provider::{Message, Sampling};
    use crate::core::schema::BuiltIn;
    use crate::core::simulate::instance;
    use crate::core::validate::validate;

    fn call(seed: u64, messages: Vec<Message>) -> Call {
        Call {
            messages,
            sampling: Sampling { temperature: None, seed: Some(seed) },
            token_limit: 4096,
            ..Call::default()
        }
    }

    /// What is asked for an answer about a document.
    fn about(input: &str) -> Vec<Message> {
        vec![Message::user(format!("x\n\n<input>\n{input}\n</input>").as_str())]
    }

    fn first_schema() -> Schema {
        BuiltIn::default().schema().unwrap()
    }

    /// The rules that an answer breaks.
    fn rules(violations: &[ViolationReport]) -> Vec<&str> {
        violations.iter().map(|violation| violation.rule.as_str()).collect()
    }

    #[test]
    fn every_schema_of_the_catalogue_gets_valid_answers() {
        for built_in in BuiltIn::ALL {
            let schema = built_in.schema().unwrap();
            for seed in 0..200 {
                let input = &schema.example.input;
                let reply = simulate(&schema, Behaviour::NoFaults, 0, &call(seed, about(input)));
                let answer = serde_json::from_str(&reply.text).unwrap();
                let verdict = Validator::new(&schema).validate_with(&answer, input);
                assert_eq!(verdict.violations, [], "{} {answer}", built_in.id());
            }
        }
    }

    #[test]
    fn narrow_schemas_get_valid_answers() {
        let form = serde_json::json!({"fields": {
            "code": {"type": "string", "minLength": 9, "maxLength": 9, "contains": "-x-"},
            "exact": {"type": "string", "contains": "whole", "maxLength": 5},
            "long": {"type": "string", "minLength": 90},
            "empty": {"type": "string", "maxLength": 0},
            "one": {"type": "integer", "min": 7, "max": 7},
            "part": {"type": "number", "min": 0.01, "max": 0.02},
            "deep": {"type": "integer", "max": -1000},
            "ratio": {"type": "number", "min": 2.5},
            "big": {"type": "integer", "min": 9007199254740993i64, "max": 9007199254740999i64}
        }});
        let schema = Schema::from_fields(&form).unwrap();
        for seed in 0..200 {
            let answer = instance(&schema, schema.root(), &mut Random::new(seed));
            assert_eq!(validate(&schema, &answer).violations, [], "{answer}");
        }
    }

    #[test]
    fn every_schema_can_be_broken_in_every_way_and_is_judged_for_it() {
        for built_in in BuiltIn::ALL {
            let schema = built_in.schema().unwrap();
            for seed in 0..50 {
                for (behaviour, rules) in [
                    (Behaviour::MissingField, &["required"][..]),
                    (Behaviour::WrongType, &["type"]),
                    // What is cut short may lose the text it must contain as well.
                    (
                        Behaviour::OutOfRange,
                        &["minimum", "maximum", "exclusiveMinimum", "minLength", "minItems", "contains"],
                    ),
                    (Behaviour::EnumCase, &["enum", "type"]),
                ] {
                    let input = &schema.example.input;
                    let reply = simulate(&schema, behaviour, 0, &call(seed, about(input)));
                    let judgement =
                        judge(&reply.text, Some(&Validator::new(&schema)), input, Repaired::Accept);
                    let mut broken = self::rules(judgement.violations());
                    // A rule across fields may no longer be true of what was broken.
                    broken.retain(|rule| !rule.starts_with("rules["));
                    let as_ordered = !broken.is_empty() && broken.iter().all(|rule| rules.contains(rule));
                    assert!(as_ordered, "{} {behaviour:?} {seed}: {broken:?}", built_in.id());
                }
            }
        }
    }

    /// The rules that the first answer breaks.
    #[track_caller]
    fn check_first(behaviour: Behaviour, expected: &[&str]) {
        let schema = first_schema();
        let reply = simulate(&schema, behaviour, 0, &call(1, vec![Message::user("x")]));
        let judgement = judge(&reply.text, Some(&Validator::new(&schema)), "", Repaired::Accept);
        assert_eq!(rules(judgement.violations()), expected, "{}", reply.text);
    }

    #[test]
    fn answers_are_broken_to_order() {
        check_first(Behaviour::MissingField, &["required"]);
        check_first(Behaviour::WrongType, &["type"]);
        check_first(Behaviour::EnumCase, &["enum"]);
        check_first(Behaviour::NoFaults, &[]);
        for behaviour in [Behaviour::NoJson, Behaviour::Truncated] {
            let reply = simulate(&first_schema(), behaviour, 0, &call(1, vec![Message::user("x")]));
            assert_eq!(judge(&reply.text, None, "", Repaired::Accept).answer, None, "{}", reply.text);
        }
    }

    #[test]
    fn a_correction_mends_only_what_it_names() {
        let schema = first_schema();
        let answer = |earlier, messages| simulate(&schema, Behaviour::Mixed, earlier, &call(1, messages));
        let first = answer(0, vec![Message::user("x")]);
        let wrong = judge(&first.text, Some(&Validator::new(&schema)), "", Repaired::Accept);
        let texts: Vec<_> = wrong.violations().iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), 2, "{texts:?}");
        let told = |text: &str| {
            vec![Message::user("x"), Message::assistant(first.text.as_str()), Message::user(text)]
        };
        let half =
            judge(&answer(1, told(&texts[0])).text, Some(&Validator::new(&schema)), "", Repaired::Accept);
        assert_eq!(half.violations(), &wrong.violations()[1..]);
        let whole = judge(
            &answer(2, told(&texts.join("\n"))).text,
            Some(&Validator::new(&schema)),
            "",
            Repaired::Accept,
        );
        assert_eq!(whole.violations(), []);
    }

    #[test]
    fn a_correction_may_name_one_cause_at_several_places() {
        let form = serde_json::json!({"fields": {"list": {"type": "array", "minItems": 3, "maxItems": 3,
            "items": {"type": "integer"}}}});
        let schema = Schema::from_fields(&form).unwrap();
        let wrong = r#"{"list": ["a", "b", 3]}"#;
        let mended = |told: &str| {
            let messages = vec![Message::user("x"), Message::assistant(wrong), Message::user(told)];
            let reply = simulate(&schema, Behaviour::Mixed, 1, &call(1, messages));
            validate(&schema, &serde_json::from_str(&reply.text).unwrap()).violations.len()
        };
        assert_eq!(mended("Wrong."), 2);
        assert_eq!(mended(r#""list[1]" must be an integer, got string "b""#), 1);
        assert_eq!(mended(r#""list[0, 1]" must be an integer, got string "a", string "b""#), 0);
    }

    #[test]
    fn the_seed_determines_the_answer() {
        let answer = |seed| simulate(&first_schema(), Behaviour::Mixed, 0, &call(seed, vec![]));
        assert_eq!(answer(7), answer(7));
        assert_ne!(answer(7), answer(8));
    }
}
