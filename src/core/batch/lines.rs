//! The runs of a batch as a table: a line for each input and seed with the setups side by side; or one for each failed
//! first attempt with the ways in which it is followed.

use super::job::{Cell, Job, Plan};
use super::row::Row;
use crate::core::archive::RunOutcome;
use crate::core::schema::clipped;

/// The most characters of a name.
const LONGEST_NAME: usize = 80;

/// The runs of a batch, line by line.
pub(super) struct Lines<'r> {
    job: &'r Job,
    /// The names of its inputs.
    names: &'r [String],
    /// The names of what stands side by side.
    pub(super) sides: Vec<&'r str>,
    /// All runs in their order, as far as they are over.
    runs: Vec<Option<&'r Row>>,
}

impl<'r> Lines<'r> {
    /// The runs of a batch. Rows of runs that it does not have are left out.
    pub(super) fn new(job: &'r Job, rows: impl IntoIterator<Item = &'r Row>, names: &'r [String]) -> Self {
        let mut runs = vec![None; job.count()];
        for row in rows {
            if let Some(run) = runs.get_mut(row.cell.0) {
                *run = Some(row);
            }
        }
        let sides = match &job.plan {
            Plan::Grid { .. } => job.setups.iter().map(|setup| setup.name.as_str()).collect(),
            Plan::Recovery { arms, .. } => arms.iter().map(|arm| arm.name()).collect(),
        };
        Self { job, names, sides, runs }
    }

    /// How many runs it has, over or not.
    pub(super) fn count(&self) -> usize {
        self.runs.len()
    }

    /// What came of the runs of each line, side by side.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &[Option<&'r Row>]> {
        self.runs.chunks(self.sides.len().max(1))
    }

    /// The first run of a line.
    pub(super) fn first(&self, line: usize) -> Cell {
        Cell(line.saturating_mul(self.sides.len()))
    }

    /// What came of the runs at one side, in all lines.
    pub(super) fn side(&self, side: usize) -> impl Iterator<Item = &'r Row> {
        self.runs.iter().skip(side).step_by(self.sides.len().max(1)).flatten().copied()
    }

    /// What a line is called: by its input, and by the seed and setup where these tell it from others.
    pub(super) fn name(&self, line: usize) -> String {
        let Some(place) = self.job.place(self.first(line)) else { return String::new() };
        let (_, seeds) = self.job.grid();
        let input = self.names.get(place.input).map(|name| clipped(name, LONGEST_NAME));
        let seed = place.seed.filter(|_| seeds.len() > 1).map(|seed| format!("seed {seed}"));
        let setup = self.job.setups.get(place.setup).filter(|_| place.arm.is_some());
        let setup = setup.filter(|_| self.job.setups.len() > 1).map(|setup| setup.name.clone());
        [input, seed, setup].into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }
}

/// Whether one of these runs was valid and another was not, though it was judged.
pub(super) fn differ(runs: &[Option<&Row>]) -> bool {
    let is_any = |wanted: bool| runs.iter().flatten().any(|row| verdict(row) == Some(wanted));
    is_any(true) && is_any(false)
}

/// Whether a run was valid; none where it has no verdict.
pub(super) fn verdict(row: &Row) -> Option<bool> {
    row.outcome.is_judged().then_some(row.outcome == RunOutcome::Valid)
}
