//! JSON Schema in: every draft from 04 to 2020-12 becomes the same nodes.
//! Reads one document and nothing outside of it.

mod index;
mod read;
mod uri;

#[cfg(test)]
mod tests;
