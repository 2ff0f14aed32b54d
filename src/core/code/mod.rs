//! A call as a program of one's own: the same request by cURL, or by a short program in Python or TypeScript that
//! makes it, checks the answer with a standard JSON Schema library, and has the model correct what is wrong.
//!
//! A [`SentCall`] is what the page knows of the call, a [`Language`] what it is to be written in. Whatever stands in
//! prompt, schema or names is data: it goes through the literals of the language and never into its code.

mod curl;
mod key;
mod language;
mod literal;
mod program;
mod python;
mod python_pattern;
mod sent;
mod typescript;

#[cfg(test)]
mod tests;

pub use curl::{curl, curl_of};
pub use language::{Language, Notation};
pub use program::{Criteria, program};
pub use sent::SentCall;
