//! What JSON text can say and a value cannot hold. Must not know how a text is read.

use crate::core::pointer::Pointer;

/// Something that JSON text can say and a value cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// What it is.
    pub kind: LossKind,
    /// The place in the value.
    pub pointer: Pointer,
}

/// The kinds of [`Loss`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossKind {
    /// A key stands twice in an object; the last one counts.
    DuplicateKey,
    /// An integer is too large to be kept exactly.
    RoundedInteger,
}
