//! In which answers of a run a rule was broken, at one place, whichever item of an array that is.

use crate::core::judge::{Tried, ViolationReport};
use crate::core::pointer::{Pointer, Segment};

/// In which answers of a run a rule was broken at one place.
pub(super) struct History<'r> {
    /// The place, as if every array had one item.
    place: Pointer,
    /// What was last said of it.
    pub(super) last: &'r ViolationReport,
    /// For each answer the number of its attempt, and whether the rule was broken.
    answers: Vec<(usize, bool)>,
}

/// The most rules that are followed through a run.
const MOST_FOLLOWED: usize = 200;

/// The histories of all rules that made an answer of these attempts invalid, in the order they first did.
pub(super) fn histories(attempts: &[Tried]) -> Vec<History<'_>> {
    let mut histories: Vec<History> = Vec::new();
    let mut before = Vec::new();
    for (number, attempt) in (1..).zip(attempts) {
        let Tried::Judged(_, violations) = attempt else { continue };
        histories.iter_mut().for_each(|history| history.answers.push((number, false)));
        before.push((number, false));
        for report in violations.iter().filter(|report| report.is_error()) {
            let place = any_item(&report.pointer);
            let is_known =
                |history: &&mut History| history.place == place && history.last.rule == report.rule;
            if let Some(history) = histories.iter_mut().find(is_known) {
                history.breaks(report);
            } else if histories.len() < MOST_FOLLOWED {
                let mut history = History { place, last: report, answers: before.clone() };
                history.breaks(report);
                histories.push(history);
            }
        }
    }
    histories
}

impl History<'_> {
    /// The numbers of the attempts that broke the rule.
    pub(super) fn broken_in(&self) -> Vec<usize> {
        self.answers.iter().filter(|(_, is_broken)| *is_broken).map(|(number, _)| *number).collect()
    }

    /// Whether so many of the last answers broke the rule, or all where there are no more.
    pub(super) fn lasts(&self, answers: usize) -> bool {
        self.answers.iter().rev().take(answers).all(|(_, is_broken)| *is_broken)
    }

    /// Whether one rule was put right as the other went wrong, and in another step the other way round.
    pub(super) fn takes_turns_with(&self, other: &Self) -> bool {
        let steps = self.answers.windows(2).zip(other.answers.windows(2));
        let (mut is_one_way, mut is_other_way) = (false, false);
        for (one, other) in steps {
            let ([(_, was), (_, is)], [(_, other_was), (_, other_is)]) = (one, other) else { continue };
            if (was, is) == (other_is, other_was) {
                is_one_way |= was > is;
                is_other_way |= was < is;
            }
        }
        is_one_way && is_other_way
    }

    /// The places that both rules read, the narrower of each two.
    pub(super) fn shares(&self, other: &Self) -> Vec<Pointer> {
        let mut shared = Vec::new();
        for one in self.last.places() {
            for other in other.last.places() {
                let (one_place, other_place) = (any_item(one), any_item(other));
                let narrower = if one_place.holds(&other_place) { other } else { one };
                if one_place.touches(&other_place) && !shared.contains(narrower) {
                    shared.push(narrower.clone());
                }
            }
        }
        shared
    }
}

impl<'r> History<'r> {
    /// The newest answer breaks the rule.
    fn breaks(&mut self, report: &'r ViolationReport) {
        if let Some((_, is_broken)) = self.answers.last_mut()
            && !*is_broken
        {
            *is_broken = true;
            self.last = report;
        }
    }
}

/// A place, as if every array had one item.
fn any_item(pointer: &Pointer) -> Pointer {
    let steps = pointer.segments().into_iter().map(|step| match step {
        Segment::Index(_) => Segment::Index(0),
        Segment::Key(key) => Segment::Key(key),
    });
    Pointer::from_segments(&steps.collect::<Vec<_>>())
}
