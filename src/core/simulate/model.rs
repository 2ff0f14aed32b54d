//! The stand-in model: what it answers to a call.

use super::flaw::{Flaw, break_answer};
use super::instance::instance;
use super::random::Random;
use crate::core::judge::{Judgement, judge};
use crate::core::pointer::Segment;
use crate::core::provider::{Call, FinishReason, Reply, Role, Usage};
use crate::core::schema::Schema;
use crate::core::validate::{Expected, Violation};
use serde_json::Value;
use std::sync::Arc;

/// How the stand-in model fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Behaviour {
    /// Two wrong values, in a code fence with prose around it.
    #[default]
    Mixed,
    /// A required field is left out.
    MissingField,
    /// A value of the wrong type.
    WrongType,
    /// A value outside its range.
    OutOfRange,
    /// An enum value in the wrong case.
    EnumCase,
    /// Cut off at the token limit.
    Truncated,
    /// Prose, and no JSON at all.
    NoJson,
    /// Wrong values that no correction mends.
    NeverMends,
    /// Right at once.
    NoFaults,
}

impl Behaviour {
    /// Every behaviour, in the order they are offered.
    pub const ALL: [Self; 9] = [
        Self::Mixed,
        Self::MissingField,
        Self::WrongType,
        Self::OutOfRange,
        Self::EnumCase,
        Self::Truncated,
        Self::NoJson,
        Self::NeverMends,
        Self::NoFaults,
    ];

    /// What stands in the place of a model's name.
    pub fn model_name(self) -> &'static str {
        match self {
            Self::Mixed => "mixed-faults",
            Self::MissingField => "missing-field",
            Self::WrongType => "wrong-type",
            Self::OutOfRange => "out-of-range",
            Self::EnumCase => "enum-case",
            Self::Truncated => "truncated",
            Self::NoJson => "no-json",
            Self::NeverMends => "never-mends",
            Self::NoFaults => "no-faults",
        }
    }

    /// The behaviour that stands behind a model's name; the first where there is none.
    pub fn from_model_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|behaviour| behaviour.model_name() == name).unwrap_or_default()
    }
}

/// The stand-in model in one run.
#[derive(Clone, Debug)]
pub struct SimulatedModel {
    schema: Arc<Schema>,
    behaviour: Behaviour,
    calls: u32,
}

/// About how many bytes make a token.
const TOKEN_BYTES: usize = 4;

impl SimulatedModel {
    /// A model that answers this schema.
    pub fn new(schema: Arc<Schema>, behaviour: Behaviour) -> Self {
        Self { schema, behaviour, calls: 0 }
    }

    /// Its answer to a call. The seed of the call, and what was asked before, determine it.
    pub fn answer(&mut self, call: &Call) -> Reply {
        self.calls += 1;
        let mut random = Random::new(call.sampling.seed.unwrap_or(1));
        let right = instance(&self.schema, self.schema.root(), &mut random);
        let last_answer = call.messages.iter().rev().find(|message| message.role == Role::Assistant);
        let (text, finish_reason) = match (self.behaviour, last_answer) {
            (Behaviour::NeverMends, _) => (pretty(&self.broken(right, &mut random)), FinishReason::Stop),
            (_, Some(last)) => {
                let told = call.messages.last().map_or("", |message| message.content.as_str());
                (pretty(&mended(&judge(&last.content, Some(&self.schema)), told, right)), FinishReason::Stop)
            }
            (_, None) if self.calls > 1 => (pretty(&right), FinishReason::Stop),
            (Behaviour::Truncated, None) => {
                let text = pretty(&right);
                (text.chars().take(text.chars().count() / 2).collect(), FinishReason::Length)
            }
            (Behaviour::NoJson, None) => (prose(&right), FinishReason::Stop),
            (Behaviour::Mixed, None) => {
                let answer = pretty(&self.broken(right, &mut random));
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
            ) => (pretty(&self.broken(right, &mut random)), FinishReason::Stop),
        };
        let read: usize = call.messages.iter().map(|message| message.content.len()).sum();
        let usage =
            Usage { input: (read / TOKEN_BYTES) as u64, output: text.len().div_ceil(TOKEN_BYTES) as u64 };
        Reply { text, reasoning: String::new(), finish_reason, usage: Some(usage) }
    }

    /// The answer, broken as the behaviour says, or in any other way where the schema leaves no such way.
    fn broken(&self, mut answer: Value, random: &mut Random) -> Value {
        let (wanted, count): (&[Flaw], usize) = match self.behaviour {
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
            .filter(|flaw| break_answer(&mut answer, &self.schema, **flaw, random))
            .take(count)
            .for_each(drop);
        answer
    }
}

/// The last answer with what the correction names put right, and nothing else.
fn mended(last: &Judgement, told: &str, right: Value) -> Value {
    let Some(value) = last.value() else { return right };
    let mut value = value.clone();
    for violation in last.violations().iter().filter(|violation| told.contains(&violation.to_string())) {
        mend(&mut value, violation, &right);
    }
    value
}

fn mend(value: &mut Value, violation: &Violation, right: &Value) {
    let Some((last, way)) = violation.pointer.segments().split_last() else {
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
    use crate::core::provider::{Message, Sampling};
    use crate::core::schema::catalogue;
    use crate::core::validate::validate;

    fn call(seed: u64, messages: Vec<Message>) -> Call {
        Call { messages, sampling: Sampling { temperature: None, seed: Some(seed) }, token_limit: 4096 }
    }

    #[test]
    fn every_schema_of_the_catalogue_gets_valid_answers() {
        for entry in catalogue() {
            let schema = Arc::new(entry.schema);
            for seed in 0..200 {
                let mut model = SimulatedModel::new(schema.clone(), Behaviour::NoFaults);
                let reply = model.answer(&call(seed, vec![Message::user("x")]));
                let answer = serde_json::from_str(&reply.text).unwrap();
                assert_eq!(validate(&schema, &answer).violations, [], "{} {answer}", entry.id);
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
        for entry in catalogue() {
            let schema = Arc::new(entry.schema);
            for seed in 0..50 {
                for (behaviour, rules) in [
                    (Behaviour::MissingField, &["required"][..]),
                    (Behaviour::WrongType, &["type"]),
                    // What is cut short may lose the text it must contain as well.
                    (Behaviour::OutOfRange, &["minimum", "maximum", "minLength", "contains"]),
                    (Behaviour::EnumCase, &["enum", "type"]),
                ] {
                    let mut model = SimulatedModel::new(schema.clone(), behaviour);
                    let judgement = judge(&model.answer(&call(seed, vec![])).text, Some(&schema));
                    let broken: Vec<_> = judgement.violations().iter().map(Violation::rule).collect();
                    let as_ordered = !broken.is_empty() && broken.iter().all(|rule| rules.contains(rule));
                    assert!(as_ordered, "{} {behaviour:?} {seed}: {broken:?}", entry.id);
                }
            }
        }
    }

    /// The rules that the first answer breaks.
    #[track_caller]
    fn check_first(behaviour: Behaviour, expected: &[&str]) {
        let schema = Arc::new(catalogue().swap_remove(0).schema);
        let reply = SimulatedModel::new(schema.clone(), behaviour).answer(&call(1, vec![Message::user("x")]));
        let judgement = judge(&reply.text, Some(&schema));
        let rules: Vec<_> = judgement.violations().iter().map(Violation::rule).collect();
        assert_eq!(rules, expected, "{}", reply.text);
    }

    #[test]
    fn answers_are_broken_to_order() {
        check_first(Behaviour::MissingField, &["required"]);
        check_first(Behaviour::WrongType, &["type"]);
        check_first(Behaviour::EnumCase, &["enum"]);
        check_first(Behaviour::NoFaults, &[]);
        for behaviour in [Behaviour::NoJson, Behaviour::Truncated] {
            let schema = Arc::new(catalogue().swap_remove(0).schema);
            let reply = SimulatedModel::new(schema, behaviour).answer(&call(1, vec![Message::user("x")]));
            assert_eq!(judge(&reply.text, None).answer, None, "{}", reply.text);
        }
    }

    #[test]
    fn a_correction_mends_only_what_it_names() {
        let schema = Arc::new(catalogue().swap_remove(0).schema);
        let mut model = SimulatedModel::new(schema.clone(), Behaviour::Mixed);
        let first = model.answer(&call(1, vec![Message::user("x")]));
        let wrong = judge(&first.text, Some(&schema));
        let texts: Vec<_> = wrong.violations().iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), 2, "{texts:?}");
        let told = |text: &str| {
            vec![Message::user("x"), Message::assistant(first.text.as_str()), Message::user(text)]
        };
        let half = judge(&model.answer(&call(1, told(&texts[0]))).text, Some(&schema));
        assert_eq!(half.violations(), &wrong.violations()[1..]);
        let whole = judge(&model.answer(&call(1, told(&texts.join("\n")))).text, Some(&schema));
        assert_eq!(whole.violations(), []);
    }

    #[test]
    fn the_seed_determines_the_answer() {
        let schema = Arc::new(catalogue().swap_remove(0).schema);
        let answer = |seed| SimulatedModel::new(schema.clone(), Behaviour::Mixed).answer(&call(seed, vec![]));
        assert_eq!(answer(7), answer(7));
        assert_ne!(answer(7), answer(8));
    }
}
