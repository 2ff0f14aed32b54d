//! Violations, rules that were not judged and repairs, as they travel: their words are made, and what they
//! came from is not needed any more.

use crate::core::extract::{Repair, RepairKind};
use crate::core::pointer::Pointer;
use crate::core::thousands::with_thousands;
use crate::core::validate::{Level, NotJudged, Severity, Violation};
use std::fmt;
use std::iter;
use std::ops::Range;

/// One rule that a value breaks at one place, for people, models and machines.
#[derive(Clone, Debug, PartialEq)]
pub struct ViolationReport {
    /// The place; for a missing or stray key, that key's own.
    pub pointer: Pointer,
    /// The keyword that is broken.
    pub rule: String,
    /// The kind of rule it is.
    pub level: Level,
    /// Whether the answer is invalid because of it.
    pub severity: Severity,
    /// What is wrong, in one line: the words a person reads and the model is told.
    pub message: String,
    /// The other places the rule read.
    pub related: Vec<Pointer>,
    /// Whether the rule asks no more than that one string occurs in the input.
    pub is_grounding: bool,
}

/// A rule that was not judged, since something it reads is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct NotJudgedReport {
    /// Its name: `rules[i]`.
    pub rule: String,
    /// The place it would have been told of.
    pub pointer: Pointer,
    /// The place that is wrong.
    pub because: Pointer,
    /// Both in a line, without its full stop.
    pub message: String,
}

/// One kind of repair that was made to read an answer, or would have to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairReport {
    /// Its name, for machines.
    pub kind: String,
    /// What was done, or what is wrong, for people: `removed a trailing comma`, `a trailing comma`.
    pub message: String,
    /// Where, in bytes of the reply, first to last: the start and the end of each place in turn, since
    /// there may be very many.
    pub offsets: Vec<usize>,
}

impl ViolationReport {
    /// Whether the answer is invalid because of it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// `constraint`, `rule, warning`: what kind of rule it is, and whether it only warns.
    pub fn level_words(&self) -> String {
        let warning = if self.is_error() { "" } else { ", warning" };
        format!("{}{warning}", self.level.name())
    }

    /// `/tags/2 · pattern`: its place and the rule, for machines and those who think like them.
    pub fn place_words(&self) -> String {
        match self.pointer.to_json_pointer() {
            pointer if pointer.is_empty() => self.rule.clone(),
            pointer => format!("{pointer} · {}", self.rule),
        }
    }

    /// The places at which it can be put right: those the rule read, and its own unless that only holds them.
    pub fn places(&self) -> impl Iterator<Item = &Pointer> {
        let is_narrower = self.related.iter().any(|read| self.pointer.holds(read) && self.pointer != *read);
        self.related.iter().chain((!is_narrower).then_some(&self.pointer))
    }
}

impl RepairReport {
    /// How often it was made.
    pub fn count(&self) -> usize {
        self.offsets.len() / 2
    }

    /// `Repaired: removed a trailing comma (2 times).`
    pub fn sentence(&self) -> String {
        let what = if self.is_of_form() { "Restored" } else { "Repaired" };
        match self.count() {
            1 => format!("{what}: {}.", self.message),
            count => format!("{what}: {} ({} times).", self.message, with_thousands(count as u64)),
        }
    }

    /// The repairs by their kinds, each kind with these words, in the order in which they were first made.
    pub fn of(repairs: &[Repair], words: fn(RepairKind) -> &'static str) -> Vec<Self> {
        let mut reports: Vec<Self> = Vec::new();
        for Repair { kind, range } in repairs {
            match reports.iter_mut().find(|report| report.kind == kind.name()) {
                Some(report) => report.offsets.extend([range.start, range.end]),
                None => reports.push(Self {
                    kind: kind.name().to_owned(),
                    message: words(*kind).to_owned(),
                    offsets: vec![range.start, range.end],
                }),
            }
        }
        reports
    }

    /// Where repairs of all kinds were made, first to last, each place with the kind's words.
    pub fn places(reports: &[Self]) -> impl Iterator<Item = (Range<usize>, &str)> {
        let mut rests: Vec<_> =
            reports.iter().map(|report| (report.offsets.as_slice(), report.message.as_str())).collect();
        iter::from_fn(move || {
            let first = |(offsets, _): &&mut (&[usize], &str)| offsets.first().copied().unwrap_or(usize::MAX);
            let (offsets, words) = rests.iter_mut().min_by_key(first)?;
            let [start, end, rest @ ..] = *offsets else { return None };
            *offsets = rest;
            Some((*start..*end, *words))
        })
    }
}

impl RepairReport {
    /// The same, but what overlaps or is missing at the same place stands once, with the words of all of it.
    pub fn marks(reports: &[Self]) -> impl Iterator<Item = (Range<usize>, String)> {
        let mut places = Self::places(reports).peekable();
        iter::from_fn(move || {
            let (mut place, words) = places.next()?;
            let mut words = words.to_owned();
            while let Some((range, more)) =
                places.next_if(|(range, _)| range.start < place.end || *range == place)
            {
                place.end = place.end.max(range.end);
                if !words.contains(more) {
                    words = format!("{words}, {more}");
                }
            }
            Some((place, words))
        })
    }
}

impl From<&NotJudged> for NotJudgedReport {
    fn from(rule: &NotJudged) -> Self {
        let (pointer, because) = (rule.pointer.clone(), rule.because.clone());
        Self { rule: rule.rule.clone(), pointer, because, message: rule.to_string() }
    }
}

impl From<&Violation> for ViolationReport {
    fn from(violation: &Violation) -> Self {
        Self {
            pointer: violation.pointer.clone(),
            rule: violation.rule().to_string(),
            level: violation.level(),
            severity: violation.severity,
            message: violation.to_string(),
            related: violation.related.clone(),
            is_grounding: violation.is_grounding(),
        }
    }
}

impl fmt::Display for ViolationReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::extract::extract;
    use crate::core::random::Random;

    /// A text of some of the pieces that repairs are made of.
    fn text(random: &mut Random) -> String {
        const PIECES: [&str; 32] = [
            "{", "}", "[", "]", "(", ")", ",", ",", ":", "=", "\"", "'", "\"\"\"", "\\\"", "`", "a", "\"b\"",
            "'c'", "1", "+1", "True", "...", "// x\n", "/* y */", "\n", " ", "\\", "\\ud800", "“", "\u{a0}",
            "+", "f(",
        ];
        let length = 1 + random.below(40);
        let pieces: String = (0..length).filter_map(|_| random.pick(&PIECES).copied()).collect();
        format!("{{\"a\": [{pieces}]}}")
    }

    #[test]
    fn places_come_first_to_last() {
        let mut random = Random::new(7);
        for _ in 0..5_000 {
            let text = text(&mut random);
            for candidate in extract(&text).candidates {
                let reports = RepairReport::of(&candidate.repairs, RepairKind::message);
                let places: Vec<_> = RepairReport::places(&reports).collect();
                assert_eq!(places.len(), candidate.repairs.len());
                assert!(places.is_sorted_by_key(|(range, _)| range.start), "{text}: {places:?}");
            }
        }
    }
}
