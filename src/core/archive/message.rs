//! What the archive can be asked, and what it answers. Plain data: `wire` writes both as JSON.

use super::compared::Compared;
use super::export::ExportFormat;
use super::filter::Filter;
use super::shelf::Shelf;

/// What the archive is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Keep a run, in the place of what was kept of it before.
    Keep {
        /// The text of its run file.
        text: String,
    },
    /// Show some of the runs.
    Look {
        /// Which are looked for.
        filter: Filter,
        /// The first row to draw.
        from: usize,
        /// How many rows, at the most.
        count: usize,
        /// Whether all that is to be said of them is asked for, and not the rows alone.
        is_whole: bool,
    },
    /// Pin a run, or do not any more.
    Pin {
        /// Its id.
        id: String,
        /// Whether it is pinned from now on.
        is_pinned: bool,
    },
    /// Delete a run.
    Delete {
        /// Its id.
        id: String,
    },
    /// Delete all runs.
    Clear {
        /// Whether those too that are pinned.
        with_pinned: bool,
    },
    /// Bring back what was deleted last.
    Restore,
    /// Give the run file of a run.
    Open {
        /// Its id.
        id: String,
    },
    /// Put two runs side by side.
    Compare {
        /// The id of the one.
        one: String,
        /// The id of the other.
        other: String,
    },
    /// Make a file of the attempts of some runs.
    Export {
        /// Which runs.
        filter: Filter,
        /// What the file is.
        format: ExportFormat,
    },
}

/// What the archive answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It is done.
    Done {
        /// How many runs it was done to.
        count: usize,
    },
    /// Some of the runs.
    Shelf(Shelf),
    /// The run file of a run.
    Run(String),
    /// Two runs side by side.
    Compared(Compared),
    /// A file of so many attempts, which comes beside it.
    File {
        /// How many attempts are in it.
        count: usize,
    },
    /// Why it cannot be done.
    Refused(String),
}
