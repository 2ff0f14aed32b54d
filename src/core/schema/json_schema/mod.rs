//! JSON Schema in: every draft from 04 to 2020-12 becomes the same nodes. And out, as 2020-12.
//! Reads one document and nothing outside of it.

mod absence;
mod definitions;
mod index;
mod read;
mod uri;
mod write;

pub(super) use read::places;
pub use write::text_pattern;

#[cfg(test)]
mod tests;
