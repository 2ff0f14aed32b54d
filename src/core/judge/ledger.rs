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

impl Ledger {
    /// From what was wrong before and after, and the places at which the two answers differ.
    pub fn new(before: &[ViolationReport], after: &[ViolationReport], changed: &[Pointer]) -> Self {
        let wrong: Vec<_> = before.iter().flat_map(ViolationReport::places).collect();
        let was_right = |place: &&Pointer| !wrong.iter().any(|wrong| wrong.touches(place));
        let undone = changed.iter().filter(was_right).cloned().collect();
        let still = in_both(before, after);
        Self { fixed: before.len() - still, still, new: after.len() - still, undone }
    }

    /// `3 fixed · 1 still wrong · 1 newly wrong · 1 changed although it was right`; what there is none of is
    /// left out.
    pub fn words(&self) -> String {
        let undone = match self.undone.len() {
            1 => "changed although it was right",
            _ => "changed although they were right",
        };
        let counts = [
            (self.fixed, "fixed"),
            (self.still, "still wrong"),
            (self.new, "newly wrong"),
            (self.undone.len(), undone),
        ];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let words: Vec<_> =
            counts.map(|(count, what)| format!("{} {what}", with_thousands(count as u64))).collect();
        words.join(" · ")
    }
}

/// How many violations of one side have one of the other for them alone, at the same place and by the same rule.
fn in_both(before: &[ViolationReport], after: &[ViolationReport]) -> usize {
    let mut left: HashMap<_, usize> = HashMap::new();
    for report in before {
        *left.entry(key(report)).or_default() += 1;
    }
    let take = |report| {
        let count = left.get_mut(&key(report))?;
        *count = count.checked_sub(1)?;
        Some(())
    };
    after.iter().filter_map(take).count()
}

/// By what two violations are the same.
fn key(report: &ViolationReport) -> (&Pointer, &str) {
    (&report.pointer, &report.rule)
}

#[cfg(test)]
mod tests;
