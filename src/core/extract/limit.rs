//! How large and how deep a reply may be. Beyond that it is not read, and the limit says so by its name.

use std::fmt;

/// How deep a value may be nested: as deep as `serde_json` reads.
pub(super) const DEPTH: usize = 127;
/// How many bytes a reply may have.
pub(super) const SIZE: usize = 64 << 20;

/// Why a reply, or what follows in it, is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A value is nested deeper than 127 levels. What stood before it has been read.
    Depth,
    /// The reply is longer than 64 MiB. Nothing of it has been read.
    Size,
}

impl fmt::Display for Limit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth => write!(out, "nested deeper than {DEPTH} levels"),
            Self::Size => write!(out, "longer than {} MiB", SIZE >> 20),
        }
    }
}
