//! Violations as they are told, and the order in which they stand in the document.

use super::path::Path;
use super::violation::Violation;

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
        let mut told: Vec<_> = orders.into_iter().zip(self.violations).collect();
        told.sort_by_key(|(order, _)| *order);
        told.into_iter().map(|(_, violation)| violation).collect()
    }
}
