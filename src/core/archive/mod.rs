//! The runs that are kept, as far as they are looked for, counted, compared and handed out.
//!
//! An [`Entry`] is what is known of a kept run without reading all of it. An [`Archive`] holds them, newest first, and
//! shows some as a [`Shelf`]: the rows that are drawn, of those that a [`Filter`] takes, and what fails in them. Two
//! runs side by side are a [`Compared`]; an [`Exported`] is a file for other programs.
//!
//! All of it is done in a worker. The page hands it a [`Request`] as it is [`Asked`], and draws what comes back, which
//! a [`Reader`] puts together.

mod compared;
mod entry;
mod export;
mod filter;
mod message;
mod outcome;
mod reader;
mod shelf;
mod statistics;
#[cfg(test)]
mod tests;

pub use compared::{Compared, Fact};
pub use entry::{Broken, Entry};
pub(in crate::core) use entry::{faults, one_line};
pub use export::{ExportFormat, Exported};
pub use filter::Filter;
pub use message::{Asked, KEEP, LOOK, Request, WORDS};
pub use outcome::RunOutcome;
pub use reader::Reader;
pub use shelf::{Archive, Shelf, ShelfRow};
pub use statistics::{Bar, Statistics, Table, statistics};
