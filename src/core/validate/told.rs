//! Violations as they are told, and the order in which they stand in the document.

use super::path::Path;
use super::violation::Violation;
use std::collections::BinaryHeap;

/// Violations in the order in which they were found.
#[derive(Default)]
pub(super) struct Told {
    pub(super) violations: Vec<Violation>,
    /// The steps to each of them, one list for all: a 0, which is below every step, ends each.
    steps: Vec<usize>,
}

impl Told {
    pub(super) fn push(&mut self, path: &Path, violation: Violation) {
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
        if self.violations.len() < 2 {
            return self.violations;
        }
        let orders: Vec<&[usize]> = self.steps.split_inclusive(|step| *step == 0).collect();
        if orders.is_sorted() {
            return self.violations;
        }
        // A heap takes far less code than sorting does. What has the same place stays as it was found.
        let heap: BinaryHeap<_> = orders.into_iter().zip(0usize..).collect();
        let mut violations: Vec<_> = self.violations.into_iter().map(Some).collect();
        let sorted = heap.into_sorted_vec().into_iter();
        sorted.filter_map(|(_, position)| violations.get_mut(position)?.take()).collect()
    }
}
