//! Violations as they are told, and the order in which they stand in the document.

use super::path::Path;
use super::violation::Violation;
use std::collections::BinaryHeap;

/// How many violations there is room for from the first one on.
const SOME: usize = 4;

/// Violations in the order in which they were found.
#[derive(Default)]
pub(super) struct Told {
    pub(super) violations: Vec<Violation>,
    /// The steps to each of them, one list for all: a 0, which is below every step, ends each.
    steps: Vec<usize>,
}

impl Told {
    pub(super) fn push(&mut self, path: &Path, violation: Violation) {
        if self.violations.is_empty() {
            // Room for some, so that few verdicts ask for more.
            self.violations = Vec::with_capacity(SOME);
            self.steps = Vec::with_capacity(8 * SOME);
        }
        path.add_order(&mut self.steps);
        self.steps.push(0);
        self.violations.push(violation);
    }

    /// Adds one that stands at the end of these steps.
    pub(super) fn push_at(&mut self, order: &[usize], violation: Violation) {
        self.steps.extend(order);
        self.steps.push(0);
        self.violations.push(violation);
    }

    pub(super) fn append(&mut self, mut other: Self) {
        self.steps.append(&mut other.steps);
        self.violations.append(&mut other.violations);
    }

    pub(super) fn in_document_order(self) -> Vec<Violation> {
        let orders = self.steps.split_inclusive(|step| *step == 0);
        if self.violations.len() < 2 || orders.clone().is_sorted() {
            return self.violations;
        }
        // A heap takes far less code than sorting does. What has the same place stays as it was found.
        let heap: BinaryHeap<_> = orders.zip(0usize..).collect();
        let mut violations: Vec<_> = self.violations.into_iter().map(Some).collect();
        let sorted = heap.into_sorted_vec().into_iter();
        sorted.filter_map(|(_, position)| violations.get_mut(position)?.take()).collect()
    }
}
