//! A schema as text: for the system prompt, line by line for the preview, and in the few words that
//! an error text has room for. Reads shapes, never assertions, and so says what they say.

mod hole;
mod names;
mod preview;
mod prompt;
mod short;
mod words;

pub use preview::PreviewLine;
pub use words::{clipped, on_one_line};
