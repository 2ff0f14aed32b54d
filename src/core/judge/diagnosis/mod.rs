//! Why a run goes in circles, from what was wrong in each of its attempts, and what to do about it.

mod advice;
mod draw;
mod history;

pub use draw::TO_INPUT;

use super::report::ViolationReport;
use super::tried::Tried;
use crate::core::pointer::{Pointer, Segment};
use history::{History, histories};

/// Why a run goes in circles.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// The cause.
    pub cause: Cause,
    /// The rules it shows in, the first few.
    pub rules: Vec<RuleInDiagnosis>,
    /// How many more there are.
    pub others: usize,
    /// What to do about it, a sentence or two each.
    pub advice: Vec<String>,
}

/// The causes there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Rules take turns: as one is put right, another goes wrong, and the other way round.
    Oscillating {
        /// The places that such rules have in common; none where the schema does not set them against each other.
        shared: Vec<Pointer>,
        /// Whether one answer can satisfy them all, where that is known.
        satisfiable: Option<bool>,
    },
    /// The model cannot know a value and makes it up.
    MissingKnowledge,
    /// The model does not do what it is told.
    NotFollowing(Unheeded),
    /// The same rules are broken every time.
    Stuck,
}

/// What the model does not do although it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unheeded {
    /// Give JSON that can be judged.
    GiveJson,
    /// Give another answer.
    Change,
}

/// A rule in which the cause shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleInDiagnosis {
    /// The place at which it was last broken.
    pub pointer: Pointer,
    /// Its name.
    pub rule: String,
    /// What was last said of it.
    pub message: String,
    /// The numbers of the attempts that broke it, there or at another item of the same array.
    pub broken_in: Vec<usize>,
}

/// The most rules and places that are told.
const MOST_TOLD: usize = 6;

/// The fewest bytes of a word that says what a place is about.
const TELLING: usize = 3;

impl Diagnosis {
    /// From every attempt of a run and the input that the answer is about. Whether one answer can satisfy the
    /// rules at some places is asked only of rules that take turns.
    pub fn new(
        attempts: &[Tried],
        input: &str,
        satisfiable: impl FnOnce(&[Pointer]) -> Option<bool>,
    ) -> Self {
        let last = attempts.iter().rfind(|attempt| attempt.text().is_some());
        if !matches!(last, Some(Tried::Judged(..))) {
            return Self::of(Cause::NotFollowing(Unheeded::GiveJson), &[]);
        }
        let histories = histories(attempts);
        let turns = taking_turns(&histories);
        if !turns.rules.is_empty() {
            let places: Vec<_> = turns.rules.iter().map(|history| history.last.pointer.clone()).collect();
            let satisfiable = satisfiable(&places);
            let shared = turns.shared.into_iter().take(MOST_TOLD).collect();
            return Self::of(Cause::Oscillating { shared, satisfiable }, &turns.rules);
        }
        let lasting = lasting(&histories);
        let unknown: Vec<_> =
            lasting.iter().copied().filter(|history| is_unknown(history, attempts, input)).collect();
        if !unknown.is_empty() {
            return Self::of(Cause::MissingKnowledge, &unknown);
        }
        let mut texts = attempts.iter().filter_map(|attempt| attempt.text());
        let first = texts.next();
        let is_unchanged = texts.all(|text| Some(text) == first);
        let cause = if is_unchanged { Cause::NotFollowing(Unheeded::Change) } else { Cause::Stuck };
        Self::of(cause, &lasting)
    }

    fn of(cause: Cause, histories: &[&History]) -> Self {
        let told = histories.iter().take(MOST_TOLD);
        let rules = told.map(|history| RuleInDiagnosis {
            pointer: history.last.pointer.clone(),
            rule: history.last.rule.clone(),
            message: history.last.message.clone(),
            broken_in: history.broken_in(),
        });
        let advice = advice::advice(&cause, histories);
        Self { cause, rules: rules.collect(), others: histories.len().saturating_sub(MOST_TOLD), advice }
    }

    /// The cause, in a line.
    pub fn headline(&self) -> &'static str {
        let is_one = self.rules.len() + self.others == 1;
        match &self.cause {
            Cause::Oscillating { .. } => "Rules take turns: as one is put right, another goes wrong",
            Cause::MissingKnowledge if is_one => "The model cannot know a value, and makes it up",
            Cause::MissingKnowledge => "The model cannot know some values, and makes them up",
            Cause::NotFollowing(Unheeded::GiveJson) => "The model's replies hold no JSON that can be judged",
            Cause::NotFollowing(Unheeded::Change) => "The model gives the same answer whatever it is told",
            Cause::Stuck if is_one => "The same rule is broken again and again",
            Cause::Stuck => "The same rules are broken again and again",
        }
    }
}

impl RuleInDiagnosis {
    /// `broken in attempt 2`, `broken in attempts 1 and 3`
    pub fn figures(&self) -> String {
        let numbers: Vec<_> = self.broken_in.iter().map(usize::to_string).collect();
        let noun = if numbers.len() == 1 { "attempt" } else { "attempts" };
        format!("broken in {noun} {}", advice::listed(&numbers))
    }
}

/// Rules that take turns, and the places they have in common.
struct Turns<'h, 'r> {
    rules: Vec<&'h History<'r>>,
    shared: Vec<Pointer>,
}

/// The rules of which one went wrong as another was put right, and later the other way round. Where any of
/// them have places in common, only those.
fn taking_turns<'h, 'r>(histories: &'h [History<'r>]) -> Turns<'h, 'r> {
    let (mut is_turning, mut is_sharing) = (vec![false; histories.len()], vec![false; histories.len()]);
    let mut shared: Vec<Pointer> = Vec::new();
    for (at, one) in histories.iter().enumerate() {
        for (offset, other) in histories.iter().skip(at + 1).enumerate() {
            if !one.takes_turns_with(other) {
                continue;
            }
            let places = one.shares(other);
            let marks = if places.is_empty() { &mut is_turning } else { &mut is_sharing };
            for position in [at, at + 1 + offset] {
                if let Some(mark) = marks.get_mut(position) {
                    *mark = true;
                }
            }
            for place in places {
                if !shared.contains(&place) {
                    shared.push(place);
                }
            }
        }
    }
    let marks = if shared.is_empty() { is_turning } else { is_sharing };
    let rules = histories.iter().zip(marks).filter(|(_, mark)| *mark).map(|(history, _)| history).collect();
    Turns { rules, shared }
}

/// The rules that were broken in every answer; if there are none, in the last two; if not even then, in the last.
fn lasting<'h, 'r>(histories: &'h [History<'r>]) -> Vec<&'h History<'r>> {
    for last in [usize::MAX, 2, 1] {
        let lasting: Vec<_> = histories.iter().filter(|history| history.lasts(last)).collect();
        if !lasting.is_empty() {
            return lasting;
        }
    }
    Vec::new()
}

/// Whether a value is asked for that the model cannot know: one that must occur in the input and does not, or
/// one of certain values where the model makes up another each time and the input does not speak of it.
fn is_unknown(history: &History, attempts: &[Tried], input: &str) -> bool {
    if history.broken_in().len() < 2 {
        return false;
    }
    let is_certain = matches!(history.last.rule.as_str(), "enum" | "const" | "pattern");
    history.last.is_grounding
        || is_certain && is_made_up(history.last, attempts) && !is_mentioned(&history.last.pointer, input)
}

/// Whether another value broke the rule at the same place.
fn is_made_up(last: &ViolationReport, attempts: &[Tried]) -> bool {
    let mut reports = attempts.iter().flat_map(|attempt| attempt.violations());
    reports.any(|report| {
        report.pointer == last.pointer && report.rule == last.rule && report.message != last.message
    })
}

/// Whether any word of a place's name begins a word of the input.
fn is_mentioned(pointer: &Pointer, input: &str) -> bool {
    let segments = pointer.segments();
    let name = segments.iter().rev().find_map(|segment| match segment {
        Segment::Key(key) => Some(key.as_str()),
        Segment::Index(_) => None,
    });
    let input = input.to_ascii_lowercase();
    let mut told = input.split(|character| !is_of_word(character));
    let words = words_of(name.unwrap_or_default());
    told.any(|told| words.iter().any(|word| told.starts_with(word.as_str())))
}

/// The words of a name as programs write them, in small letters: `cpu_limit`, `cpuLimit`, `cpu-limit`. Short
/// ones say little, and count only where there are no others.
fn words_of(name: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(2 * name.len());
    let mut was_small = false;
    for character in name.chars() {
        if was_small && character.is_ascii_uppercase() {
            spaced.push(' ');
        }
        was_small = character.is_ascii_lowercase();
        spaced.push(character.to_ascii_lowercase());
    }
    let words = spaced.split(|character| !is_of_word(character)).filter(|word| !word.is_empty());
    let least = if words.clone().any(|word| word.len() >= TELLING) { TELLING } else { 0 };
    words.filter(|word| word.len() >= least).map(str::to_owned).collect()
}

fn is_of_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || !character.is_ascii()
}

#[cfg(test)]
mod tests;
