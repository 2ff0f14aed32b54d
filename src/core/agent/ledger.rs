//! What became of the errors of one attempt in the next, by place and rule, and what was right and is lost.

use super::words::with_thousands;
use crate::core::judge::ViolationReport;
use crate::core::pointer::Pointer;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What became of one attempt in the next. What is fixed and what is still wrong is all that was wrong before;
/// what is still wrong and what is newly wrong is all that is wrong after.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    /// What was wrong and is no more, as it was told before.
    pub fixed: Vec<ViolationReport>,
    /// What was wrong and still is, as it is told after.
    pub still: Vec<ViolationReport>,
    /// What is wrong and was not.
    pub new: Vec<ViolationReport>,
    /// Where a value was changed or left out although nothing was wrong with it.
    pub undone: Vec<Pointer>,
}

/// The violations of one attempt, and which of them were found in the other.
struct Side<'r> {
    reports: &'r [ViolationReport],
    is_matched: Vec<bool>,
}

/// By what two violations are the same.
type Key<'r> = (&'r Pointer, &'r str, &'r str);

impl Ledger {
    /// From what was wrong before and after, and the places at which the two answers differ.
    pub fn new(before: &[ViolationReport], after: &[ViolationReport], changed: &[Pointer]) -> Self {
        let wrong: Vec<_> = before.iter().flat_map(ViolationReport::places).collect();
        let was_right = |place: &&Pointer| !wrong.iter().any(|wrong| wrong.touches(place));
        let undone = changed.iter().filter(was_right).cloned().collect();
        let (mut before, mut after) = (Side::new(before), Side::new(after));
        // A rule may be broken twice at one place: first what is wrong in the very same way.
        match_up(&mut before, &mut after, |report| (&report.pointer, &report.rule, &report.message));
        match_up(&mut before, &mut after, |report| (&report.pointer, &report.rule, ""));
        Self { fixed: before.take(false), still: after.take(true), new: after.take(false), undone }
    }

    /// Whether the same makes the answer invalid as before, no more and no less.
    pub fn is_standstill(&self) -> bool {
        let has_error = |reports: &[ViolationReport]| reports.iter().any(ViolationReport::is_error);
        has_error(&self.still) && !has_error(&self.fixed) && !has_error(&self.new)
    }

    /// `3 fixed · 1 still wrong · 1 newly wrong · 1 changed although it was right`; what there is none of is
    /// left out.
    pub fn words(&self) -> String {
        let undone = match self.undone.len() {
            1 => "changed although it was right",
            _ => "changed although they were right",
        };
        let counts = [
            (self.fixed.len(), "fixed"),
            (self.still.len(), "still wrong"),
            (self.new.len(), "newly wrong"),
            (self.undone.len(), undone),
        ];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let words: Vec<_> =
            counts.map(|(count, what)| format!("{} {what}", with_thousands(count as u64))).collect();
        words.join(" · ")
    }
}

impl<'r> Side<'r> {
    fn new(reports: &'r [ViolationReport]) -> Self {
        Self { reports, is_matched: vec![false; reports.len()] }
    }

    /// Those that were not found yet by their keys, in the keys' order, with their positions.
    fn by_key(&self, key: fn(&ViolationReport) -> Key<'_>) -> Vec<(Key<'r>, usize)> {
        let open = self.reports.iter().zip(0..).zip(&self.is_matched).filter(|(_, is_matched)| !**is_matched);
        // A heap takes far less code than sorting does.
        let heap: BinaryHeap<_> = open.map(|((report, position), _)| (key(report), position)).collect();
        heap.into_sorted_vec()
    }

    fn found(&mut self, position: usize) {
        if let Some(is_matched) = self.is_matched.get_mut(position) {
            *is_matched = true;
        }
    }

    /// Those that were found, or those that were not.
    fn take(&self, is_matched: bool) -> Vec<ViolationReport> {
        let marked = self.reports.iter().zip(&self.is_matched);
        marked.filter(|(_, mark)| **mark == is_matched).map(|(report, _)| report.clone()).collect()
    }
}

/// Finds for each violation of one side one of the other that has the same key and was not found yet.
fn match_up(before: &mut Side, after: &mut Side, key: fn(&ViolationReport) -> Key<'_>) {
    let mut left = before.by_key(key).into_iter().peekable();
    let mut right = after.by_key(key).into_iter().peekable();
    while let (Some((left_key, was)), Some((right_key, is))) = (left.peek(), right.peek()) {
        match left_key.cmp(right_key) {
            Ordering::Less => drop(left.next()),
            Ordering::Greater => drop(right.next()),
            Ordering::Equal => {
                before.found(*was);
                after.found(*is);
                left.next();
                right.next();
            }
        }
    }
}

#[cfg(test)]
mod tests;
