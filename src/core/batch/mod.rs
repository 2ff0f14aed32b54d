//! Many runs at once: inputs by seeds by setups, what came of them, and what that says.
//!
//! A [`Job`] says what is to be done; its runs are its [`Cell`]s. What one came to is a [`Row`], small enough that all
//! are in memory, with its [`Detail`] kept elsewhere.

mod board;
mod engine;
mod estimate;
mod export;
mod figures;
mod filled;
mod input;
mod job;
mod lines;
mod message;
mod row;
mod scheduler;
mod source;
mod table;

pub use board::{Board, MOST_SETUPS};
pub use engine::{Body, CallKey, Engine, FileLimits, Results, Writer};
pub use estimate::{Estimate, Prospect};
pub use export::Export;
pub use figures::{Interval, Pace, Paired, Progress, draw as draw_figures, failed_first_attempts, wilson};
pub use filled::missing;
pub use input::{BatchInput, Column};
pub use job::{Arm, Cell, Job, JobLimits, JobSetup, Place, Plan, Way, name_setups};
pub use message::{Asked, Exporting, FILES, Filter, LOOK, Request, SETTINGS};
pub use row::{Broken, Detail, Row};
pub use scheduler::{Earlier, Judged, Loaded, Output, Scheduler, Standing, Target, Why};
pub use source::Inputs;
pub use table::{Looked, look};
