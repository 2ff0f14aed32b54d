//! Whether a run goes in circles: the same answer again, the same errors again, or what was there before.

use super::attempt::Attempt;
use crate::core::judge::{Tried, ViolationReport};
use std::borrow::Borrow;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How the newest attempt shows that a run goes in circles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stall {
    /// It gave the same answer as the attempt before.
    SameAnswer,
    /// Its answer is another, but the same is wrong with it, at the same places.
    SameViolations,
    /// It gave an answer that an earlier attempt gave, or one in which the same is wrong, and something else
    /// was between them.
    BackAgain,
}

/// How often a run may go in circles: the first time, the corrections are put otherwise.
pub(super) const MOST_CIRCLES: usize = 2;

/// What came of the attempts of a run that went in circles to its end.
pub fn circling(attempts: &[impl Borrow<Attempt>]) -> Option<Vec<Tried>> {
    let attempts = attempts.iter().map(Borrow::borrow);
    let circling = attempts.clone().filter(|attempt| attempt.stall.is_some());
    let is_last = attempts.clone().next_back().is_some_and(|attempt| attempt.stall.is_some());
    (is_last && circling.count() >= MOST_CIRCLES).then(|| attempts.map(Tried::of).collect())
}

impl Stall {
    /// Whether the newest of the attempts is one too many of its kind. Those of which nothing came do not count.
    pub fn of(attempts: &[Tried]) -> Option<Self> {
        let (newest, earlier) = attempts.split_last()?;
        newest.text()?;
        let mut earlier = earlier.iter().rev().filter(|attempt| attempt.text().is_some());
        let before = earlier.next()?;
        if newest.text() == before.text() {
            Some(Self::SameAnswer)
        } else if is_as_wrong(newest, before) {
            Some(Self::SameViolations)
        } else {
            let is_back = |earlier: &Tried| newest.text() == earlier.text() || is_as_wrong(newest, earlier);
            earlier.any(is_back).then_some(Self::BackAgain)
        }
    }

    /// What was seen, in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Self::SameAnswer => "The model gave the same answer again.",
            Self::SameViolations => "The answer is another, but the same is wrong with it.",
            Self::BackAgain => "The model is back at what was wrong before.",
        }
    }
}

/// Whether the same makes both invalid, no more and no less.
fn is_as_wrong(newest: &Tried, earlier: &Tried) -> bool {
    let wrong = fingerprint(newest.violations());
    wrong.is_some() && wrong == fingerprint(earlier.violations())
}

/// What makes an answer invalid, by places and rules in whatever order; none where nothing does.
fn fingerprint(violations: &[ViolationReport]) -> Option<u64> {
    let errors = violations.iter().filter(|violation| violation.is_error());
    let prints = errors.map(|error| {
        let mut hasher = DefaultHasher::new();
        (&error.pointer, &error.rule).hash(&mut hasher);
        hasher.finish()
    });
    prints.reduce(u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::pointer::Pointer;
    use crate::core::schema::Severity;
    use crate::core::validate::Level;

    /// The errors that an answer's letters name: small ones are warnings.
    fn errors(answer: &str) -> Vec<ViolationReport> {
        let report = |letter: char| ViolationReport {
            pointer: Pointer::root().key(&letter.to_string()),
            rule: "minimum".into(),
            level: Level::Constraint,
            severity: if letter.is_uppercase() { Severity::Error } else { Severity::Warning },
            message: format!("{letter} in {answer}"),
            related: Vec::new(),
            is_grounding: false,
        };
        answer.chars().filter(|letter| letter.is_alphabetic()).map(report).collect()
    }

    /// What each attempt shows. An answer is the letters of what is wrong with it and a number that makes it
    /// another one; a text in quotes is no JSON, and a dash is a call that was cut.
    #[track_caller]
    fn check(attempts: &[&str], expected: &[Option<Stall>]) {
        let errors: Vec<_> = attempts.iter().map(|answer| errors(answer)).collect();
        let tried: Vec<_> = attempts
            .iter()
            .zip(&errors)
            .map(|(answer, errors)| match *answer {
                "-" => Tried::Nothing,
                text if text.starts_with('"') => Tried::Unread(text.to_owned()),
                answer => Tried::Judged(answer.to_owned(), errors.clone()),
            })
            .collect();
        let found: Vec<_> = (1..=tried.len()).map(|made| Stall::of(&tried[..made])).collect();
        assert_eq!(found, expected, "{attempts:?}");
    }

    #[test]
    fn circles_are_seen_at_the_attempt_that_closes_them() {
        use Stall::{BackAgain, SameAnswer, SameViolations};
        let none = None::<Stall>;
        check(&["A"], &[none]);
        check(&["A", "A", "A"], &[none, Some(SameAnswer), Some(SameAnswer)]);
        check(&["A1", "A2", "A3"], &[none, Some(SameViolations), Some(SameViolations)]);
        check(&["AB1", "BA2"], &[none, Some(SameViolations)]);
        check(&["A", "B", "A", "B"], &[none, none, Some(BackAgain), Some(BackAgain)]);
        check(&["A1", "B1", "A2", "B2"], &[none, none, Some(BackAgain), Some(BackAgain)]);
        check(&["A", "B", "C"], &[none; 3]);
        check(&["A", "B", "C", "A"], &[none, none, none, Some(BackAgain)]);
        check(&["A", "B", "B"], &[none, none, Some(SameAnswer)]);
        // Fewer or more errors than before are another state.
        check(&["AB", "A", "AB"], &[none, none, Some(BackAgain)]);
        check(&["ABC", "AB", "A"], &[none; 3]);
        // Warnings do not count, and where nothing is wrong nothing is as wrong.
        check(&["Ab1", "Ac2"], &[none, Some(SameViolations)]);
        check(&["1", "2"], &[none; 2]);
        // What is no JSON is the same by its text.
        check(&["\"no\"", "\"no\""], &[none, Some(SameAnswer)]);
        check(&["\"no\"", "\"never\"", "\"no\""], &[none, none, Some(BackAgain)]);
        check(&["\"no\"", "\"never\""], &[none; 2]);
        check(&["A", "\"no\"", "A"], &[none, none, Some(BackAgain)]);
        // A call that was cut says nothing of the model.
        check(&["-", "-"], &[none; 2]);
        check(&["A", "-", "A"], &[none, none, Some(SameAnswer)]);
        check(&["A", "-", "B", "-", "A"], &[none, none, none, none, Some(BackAgain)]);
        check(&[], &[]);
    }

    #[test]
    fn only_errors_decide_whether_the_same_is_wrong() {
        for (before, after, expected) in [
            ("", "", false),
            ("A", "A", true),
            ("AB", "BA", true),
            ("AB", "A", false),
            ("A", "AB", false),
            ("AA", "A", false),
            ("A", "AA", false),
            ("AB", "AC", false),
            ("Ac", "A", true),
            ("c", "c", false),
        ] {
            let [before, after] = [before, after].map(|answer| Tried::Judged(answer.into(), errors(answer)));
            assert_eq!(is_as_wrong(&after, &before), expected, "{before:?} {after:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_the_same_by_its_place_and_its_rule() {
        let error = |pointer: Pointer, rule: &str| {
            let [error] = errors("A").try_into().unwrap();
            vec![ViolationReport { pointer, rule: rule.to_owned(), ..error }]
        };
        let root = Pointer::root;
        let prints = [
            fingerprint(&[]),
            fingerprint(&error(root(), "minimum")),
            fingerprint(&error(root(), "maximum")),
            fingerprint(&error(root().key("0"), "minimum")),
            fingerprint(&error(root().index(0), "minimum")),
            fingerprint(&[error(root(), "minimum"), error(root(), "minimum")].concat()),
        ];
        for (position, print) in prints.iter().enumerate() {
            assert_eq!(prints.iter().position(|other| other == print), Some(position));
        }
    }
}
