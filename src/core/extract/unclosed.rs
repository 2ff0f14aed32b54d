//! What is still open where a text ends. Must not know how a text is read.

use crate::core::pointer::Pointer;

/// A value that is still open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclosed {
    /// What it is.
    pub kind: UnclosedKind,
    /// The place in the value.
    pub pointer: Pointer,
}

/// The kinds of [`Unclosed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnclosedKind {
    /// An object that may get further members.
    Object,
    /// An array that may get further elements.
    Array,
    /// A string that may go on.
    String,
    /// A number or another word without quotes, which may go on.
    Word,
}
