//! The stand-in model: what it comes to when it is called.

use super::behaviour::Behaviour;
use super::flaw::{Flaw, break_answer};
use super::reply::{counted, failed, needed_words, pretty};
use super::ruled::{document, ruled};
use super::second::second;
use super::simulated::Simulated;
use super::simulation::Faults;
use super::wrong::{Wrong, make_wrong};
use crate::core::extract::extract;
use crate::core::pointer::{Pointer, Segment};
use crate::core::provider::{Call, FinishReason, Role};
use crate::core::random::Random;
use crate::core::validate::{Expected, Level, Validator, Violation, grouped};
use serde_json::Value;

/// What answers are drawn from where no seed is set.
const SEED: u64 = 1;

/// What is said where the schema leaves no way to fail as ordered.
const OTHERWISE: &str = "This schema leaves no place for the fault that was chosen; this is another one.";

/// What the stand-in model comes to when it is called. Nothing but the arguments determines it: `earlier_calls`
/// is how often it was called before in the same run.
pub fn simulate(validator: &Validator, faults: Faults, earlier_calls: u32, call: &Call) -> Simulated {
    if let Some(text) = second(&call.messages) {
        return Simulated::Reply(counted(call, text.to_owned(), String::new(), FinishReason::Stop));
    }
    let seed = call.sampling.seed.unwrap_or(SEED);
    let behaviour = faults.behaviour;
    let mut random = Random::new(seed);
    let right = ruled(validator, document(call), &mut random);
    let told = call.messages.last().map_or("", |message| message.content.as_str());
    let is_wrong = faults.strike(seed, 0);
    let fails = match needed_words(behaviour) {
        [] => faults.strike(seed, earlier_calls),
        words => is_wrong && (earlier_calls == 0 || !words.iter().any(|words| told.contains(words))),
    };
    if let Some(failed) = failed(behaviour, &right, call).filter(|_| fails) {
        return failed;
    }
    let model = Model { validator, document: document(call), right: &right };
    let (wrong, is_as_ordered) =
        if is_wrong { model.broken(behaviour, &mut random) } else { (right.clone(), true) };
    let said = call.messages.iter().rev().find(|message| message.role == Role::Assistant);
    let said = said.map(|said| extract(&said.content).candidates.into_iter().next());
    let is_first = said.is_none() && earlier_calls == 0;
    let answer = match (behaviour, said) {
        (Behaviour::NeverLearns, _) => wrong,
        (Behaviour::NeverMends, _) => {
            let mut random = Random::new(seed.wrapping_add(earlier_calls.into()));
            model.varied(wrong, &ruled(validator, document(call), &mut random))
        }
        (Behaviour::Oscillates, _) if earlier_calls % 2 == 1 => model.broken_instead(&wrong, &mut random),
        (Behaviour::Oscillates, _) => wrong,
        (_, _) if is_first => wrong,
        (_, Some(said)) => model.mended(said.map_or_else(|| right.clone(), |said| said.value), told),
        // It does not see what it said, and would say it again but for what it is told to avoid.
        (_, None) => model.mended(wrong, told),
    };
    let mut text = pretty(&answer);
    if behaviour == Behaviour::Mixed && is_wrong && is_first {
        text = format!(
            "Sure! Here is the JSON you asked for:\n\n```json\n{text}\n```\n\nLet me know if you need anything else."
        );
    }
    let thought = if is_as_ordered || !is_first { "" } else { OTHERWISE };
    Simulated::Reply(counted(call, text, thought.to_owned(), FinishReason::Stop))
}

/// What the model goes by.
struct Model<'a> {
    validator: &'a Validator,
    document: &'a str,
    right: &'a Value,
}

impl Model<'_> {
    /// The right answer, broken as the behaviour says, or in any other way where the schema leaves no such way;
    /// and whether it is as the behaviour says.
    fn broken(&self, behaviour: Behaviour, random: &mut Random) -> (Value, bool) {
        let (wrong, wanted, count): (Option<Wrong>, &[Flaw], usize) = match behaviour {
            Behaviour::Mixed | Behaviour::NeverLearns | Behaviour::NeverMends => {
                (None, &[Flaw::EnumCase, Flaw::OutOfRange], 2)
            }
            Behaviour::Oscillates => (None, &[Flaw::EnumCase, Flaw::OutOfRange], 1),
            Behaviour::MissingField => (None, &[Flaw::MissingField], 1),
            Behaviour::WrongType => (None, &[Flaw::WrongType], 1),
            Behaviour::UnknownKey => (None, &[Flaw::UnknownKey], 1),
            Behaviour::OutOfRange => (None, &[Flaw::OutOfRange], 1),
            Behaviour::EnumCase => (None, &[Flaw::EnumCase], 1),
            Behaviour::Hopeless => (None, &[Flaw::WrongFromTheStart], 1),
            Behaviour::BrokenRule => (Some(Wrong::Rule), &[], 1),
            Behaviour::NotInInput => (Some(Wrong::Grounding), &[], 1),
            Behaviour::OnlyWarning => (Some(Wrong::Warning), &[], 1),
            Behaviour::NearJson
            | Behaviour::NoJson
            | Behaviour::Truncated
            | Behaviour::Talkative
            | Behaviour::Empty
            | Behaviour::OnlyReasoning
            | Behaviour::Refusal
            | Behaviour::ContentFilter
            | Behaviour::WhiteSpace
            | Behaviour::Repetition
            | Behaviour::Cut
            | Behaviour::TimedOut
            | Behaviour::RateLimited
            | Behaviour::Busy
            | Behaviour::Overflow
            | Behaviour::KeyRefused
            | Behaviour::Unreachable
            | Behaviour::NoFaults => return (self.right.clone(), true),
        };
        let mut answer = self.right.clone();
        if wrong.is_some_and(|wrong| make_wrong(&mut answer, self.validator, self.document, wrong, random)) {
            return (answer, true);
        }
        let mut breaks = |flaw: &&Flaw| break_answer(&mut answer, self.validator, **flaw, random);
        let made = wanted.iter().filter(&mut breaks).take(count).count();
        OTHERS.iter().filter(&mut breaks).take(count - made).for_each(drop);
        (answer, made > 0)
    }

    /// The answer with what is wrong with it put right, and something else wrong with it instead.
    fn broken_instead(&self, wrong: &Value, random: &mut Random) -> Value {
        let mut answer = wrong.clone();
        let mut breaks = |flaw: &&Flaw| break_answer(&mut answer, self.validator, **flaw, random);
        [Flaw::OutOfRange].iter().chain(&OTHERS).find(&mut breaks);
        for violation in self.violations(wrong) {
            mend(&mut answer, &violation, self.right);
        }
        answer
    }

    /// The answer with as much of another one as leaves just the same wrong with it.
    fn varied(&self, mut wrong: Value, other: &Value) -> Value {
        let as_wrong = self.violations(&wrong);
        for (name, value) in other.as_object().into_iter().flatten() {
            let mut tried = wrong.clone();
            if let Some(place) = tried.get_mut(name) {
                *place = value.clone();
            }
            if self.violations(&tried) == as_wrong {
                wrong = tried;
            }
        }
        wrong
    }

    /// The answer with what the correction names put right, one by one or all of one cause, and nothing else.
    fn mended(&self, mut answer: Value, told: &str) -> Value {
        for group in grouped(self.violations(&answer).iter()) {
            let is_told = told.contains(&group.to_string());
            for violation in group.violations() {
                if is_told || told.contains(&violation.to_string()) {
                    mend(&mut answer, violation, self.right);
                }
            }
        }
        answer
    }

    fn violations(&self, answer: &Value) -> Vec<Violation> {
        self.validator.validate_with(answer, self.document).violations
    }
}

/// How an answer is broken that cannot be broken as ordered.
const OTHERS: [Flaw; 2] = [Flaw::WrongType, Flaw::MissingField];

/// Puts right what a violation is about; of a rule, everything that it has read.
fn mend(value: &mut Value, violation: &Violation, right: &Value) {
    let is_stray = matches!(violation.expected, Expected::Absent { .. });
    mend_at(value, &violation.pointer, right, is_stray);
    if violation.level() == Level::Rule {
        for pointer in &violation.related {
            mend_at(value, pointer, right, false);
        }
    }
}

fn mend_at(value: &mut Value, pointer: &Pointer, right: &Value, is_stray: bool) {
    let segments = pointer.segments();
    let Some((last, way)) = segments.split_last() else {
        *value = right.clone();
        return;
    };
    let there = right.pointer(&pointer.to_json_pointer());
    if there.is_none() && matches!(last, Segment::Index(_)) {
        // An item too many: only all of them can be put right.
        return mend_at(value, &Pointer::from_segments(way), right, false);
    }
    let mut place = value;
    for segment in way {
        let inside = match segment {
            Segment::Key(key) => place.get_mut(key),
            Segment::Index(index) => place.get_mut(index),
        };
        let Some(inside) = inside else { return };
        place = inside;
    }
    let right = there.filter(|_| !is_stray);
    match (place, last, right) {
        (Value::Object(object), Segment::Key(key), Some(right)) => {
            drop(object.insert(key.clone(), right.clone()))
        }
        (Value::Object(object), Segment::Key(key), None) => drop(object.shift_remove(key)),
        (Value::Array(array), Segment::Index(index), Some(right)) => {
            if let Some(place) = array.get_mut(*index) {
                *place = right.clone();
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
