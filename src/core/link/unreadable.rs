//! Why nothing comes of a link or a file.

use std::fmt;

/// Why nothing comes of a link or a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is not what it says that it is.
    Damaged,
    /// It is of another version.
    Version,
    /// It has too many characters.
    TooLong,
    /// There is too much in it.
    TooLarge,
    /// The browser cannot unpack it.
    Unsupported,
    /// It asks for something that does not exist.
    Unknown,
    /// It names an address that is none.
    Address,
    /// It is a file of something else.
    Foreign,
}

/// What is to be said of it, behind `This link` or `This file`.
impl fmt::Display for Unreadable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Damaged => "cannot be read: it is cut off or damaged.",
            Self::Version => {
                "is of a version that this page does not know. Reload the page, or ask for a new one."
            }
            Self::TooLong => "is too long to be one of this page's.",
            Self::TooLarge => "is not read: it holds more than 1 MB, which no setup needs.",
            Self::Unsupported => "cannot be unpacked by this browser. Try a newer one, or ask for a file.",
            Self::Unknown => "asks for something that this page does not know.",
            Self::Address => "names an address that is none: it must be a plain http or https URL.",
            Self::Foreign => "is none that this page has saved.",
        })
    }
}

impl std::error::Error for Unreadable {}
