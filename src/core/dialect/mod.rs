//! Dialects: a schema lowered to what a server's structured output accepts, what became of every
//! keyword on the way, and the way back from an answer of that form to one of the author's.
//! Knows no provider and sends nothing. The author's schema alone judges.

mod as_written;
mod cell;
mod conjunction;
mod error;
mod form;
mod graph;
mod kept;
mod keyword;
mod limits;
mod lower;
mod lowered;
mod places;
mod restore;
mod table;
mod write;

pub use error::LowerError;
pub use kept::{Fate, Kept};
pub use keyword::Keyword;
pub use lower::lower;
pub use lowered::{AnswerForm, Lowered, Narrowed, Narrowing, Wrapper};
pub use restore::{Restored, restore};
pub use table::Dialect;

#[cfg(test)]
mod tests;
