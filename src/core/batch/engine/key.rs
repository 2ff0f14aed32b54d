//! Which call a line of a file is: it comes back as the `custom_id` it went with.

use crate::core::agent::{Attempt, SecondKind};
use crate::core::batch::job::Cell;

/// One call of a run of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallKey {
    /// The run.
    pub cell: Cell,
    /// The attempt, from 1.
    pub attempt: usize,
    /// Which of the calls about its answer; zero for the answer itself.
    pub second: usize,
}

impl CallKey {
    /// The call that a run with these attempts makes now.
    pub fn of(cell: Cell, attempts: &[Attempt], kind: Option<SecondKind>) -> Self {
        let second = attempts.last().map_or(0, |attempt| attempt.second.len());
        Self { cell, attempt: attempts.len(), second: if kind.is_some() { second } else { 0 } }
    }

    /// Its `custom_id`: letters, digits and hyphens, 64 at the most.
    pub fn custom_id(self, job: &str) -> String {
        let Self { cell, attempt, second } = self;
        format!("{job}-{}-{attempt}-{second}", cell.0)
    }

    /// The call of this `custom_id`; none where it is of another batch.
    pub fn read(custom_id: &str, job: &str) -> Option<Self> {
        let mut parts = custom_id.strip_prefix(job)?.strip_prefix('-')?.split('-');
        let mut number = || parts.next()?.parse().ok();
        let key = Self { cell: Cell(number()?), attempt: number()?, second: number()? };
        (key.custom_id(job) == custom_id).then_some(key)
    }
}
