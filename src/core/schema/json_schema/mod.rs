//! JSON Schema in: every draft from 04 to 2020-12 becomes the same nodes. And out, as 2020-12.
//! Reads one document and nothing outside of it.

mod absence;
mod cycle;
mod definitions;
mod draft;
mod index;
mod keywords;
mod read;
mod uri;
mod write;
