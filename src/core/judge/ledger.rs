//! What became of the errors of one attempt in the next, by place and rule, and what was right and is lost.

use super::report::ViolationReport;
use crate::core::pointer::Pointer;
use crate::core::thousands::with_thousands;
use std::collections::HashMap;

/// What became of one attempt in the next. What is fixed and what is still wrong is all that was wrong before;
/// what is still wrong and what is newly wrong is all that is wrong after.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// How much was wrong and is no more.
    pub fixed: usize,
    /// How much was wrong and still is.
    pub still: usize,
    /// How much is wrong and was not.
    pub new: usize,
    /// Where a value was changed or left out although nothing was wrong with it.
    pub undone: Vec<Pointer>,
}

/// What became of something that was wrong in one of two answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorFate {
    /// It was wrong before, and is no more.
    Fixed,
    /// It was wrong before, and still is.
    Still,
    /// It is wrong, and was not.
    New,
}

impl ErrorFate {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Fixed, Self::Still, Self::New];

    /// What people read of it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Still => "still wrong",
            Self::New => "newly wrong",
        }
    }
}

impl Ledger {
    /// From what was wrong before and after, and the places at which the two answers differ.
    pub fn new(before: &[ViolationReport], after: &[ViolationReport], changed: &[Pointer]) -> Self {
        let wrong: Vec<_> = before.iter().flat_map(ViolationReport::places).collect();
        let was_right = |place: &&Pointer| !wrong.iter().any(|wrong| wrong.touches(place));
        let undone = changed.iter().filter(was_right).cloned().collect();
        let fates = fates(before, after);
        let count = |fate| fates.iter().filter(|(other, _)| *other == fate).count();
        let [fixed, still, new] = ErrorFate::ALL.map(count);
        Self { fixed, still, new, undone }
    }

    /// `3 fixed · 1 still wrong · 1 newly wrong · 1 changed although it was right`; what there is none of is
    /// left out.
    pub fn words(&self) -> String {
        let undone = match self.undone.len() {
            1 => "changed although it was right",
            _ => "changed although they were right",
        };
        let counts = [
            (self.fixed, ErrorFate::Fixed.words()),
            (self.still, ErrorFate::Still.words()),
            (self.new, ErrorFate::New.words()),
            (self.undone.len(), undone),
        ];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let words: Vec<_> =
            counts.map(|(count, what)| format!("{} {what}", with_thousands(count as u64))).collect();
        words.join(" · ")
    }
}

/// What became of each violation: first of those before that are fixed, then of those after, which are still or
/// newly wrong. Two are the same at the same place and by the same rule, each with one of the other side alone.
pub(super) fn fates<'r>(
    before: &'r [ViolationReport],
    after: &'r [ViolationReport],
) -> Vec<(ErrorFate, &'r ViolationReport)> {
    // How many there are before that none after was found to be the same as.
    let mut left: HashMap<_, usize> = HashMap::new();
    for report in before {
        *left.entry(key(report)).or_default() += 1;
    }
    let mut take = |report| match left.get_mut(&key(report)) {
        Some(count @ 1..) => {
            *count -= 1;
            true
        }
        Some(0) | None => false,
    };
    let after: Vec<_> = after
        .iter()
        .map(|report| (if take(report) { ErrorFate::Still } else { ErrorFate::New }, report))
        .collect();
    // What is left over of several alike are the last ones.
    let mut fixed: Vec<_> = before.iter().rev().filter(|report| take(report)).collect();
    fixed.reverse();
    fixed.into_iter().map(|report| (ErrorFate::Fixed, report)).chain(after).collect()
}

/// By what two violations are the same.
fn key(report: &ViolationReport) -> (&Pointer, &str) {
    (&report.pointer, &report.rule)
}

#[cfg(test)]
mod tests;
