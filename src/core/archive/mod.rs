//! The runs that are kept, as far as they are looked for, counted, compared and handed out.
//!
//! An [`Entry`] is what is known of a kept run without reading all of it. An [`Archive`] holds them, newest first, and
//! answers with a [`Shelf`]: the rows that are drawn, of those that a [`Filter`] takes. Why runs fail is counted by
//! [`statistics`]; two of them side by side are a [`Compared`]; [`export`] makes lines and tables for other programs.
//!
//! All of it is done in a worker, which is asked by a [`Request`] and answers with a [`Reply`].

mod compared;
mod entry;
mod export;
mod filter;
mod message;
mod outcome;
mod shelf;
mod statistics;
mod wire;

pub use compared::{Compared, Fact};
pub use entry::{Broken, Entry};
pub use export::{ExportFormat, Exported};
pub use filter::Filter;
pub use message::{Reply, Request};
pub use outcome::RunOutcome;
pub use shelf::{Archive, Choices, Shelf, ShelfRow};
pub use statistics::{Bar, Statistics, Table, statistics};
