//! From whatever text a person pastes as a schema to one document: JSON Schema or our field form.
//! Only recognises and unwraps; what the document means is the readers' business.
//!
//! A text becomes a value (`text`, `relaxed`, `repeated`), or is told what it is instead (`source`, `error`).
//! The value is taken out of the request it stands in (`wrapper`), a schema is chosen where there are
//! several (`tools`, `library`), and what only Gemini writes is rewritten (`gemini`).

mod error;
mod gemini;
mod imported;
mod library;
mod likeness;
mod relaxed;
mod repeated;
mod source;
mod text;
mod tools;
mod wrapper;

pub use error::{ImportError, SourceCode};
pub use imported::{Form, Imported, import};
pub(super) use likeness::asks;
pub(super) use text::parse;
