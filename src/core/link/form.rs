//! In what form a setup is handed on.

use super::Unreadable;

/// In what form a setup is handed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A link with parameters.
    Parameters,
    /// A link with a whole setup.
    Setup,
    /// A file.
    File,
}

impl Form {
    /// Every form.
    pub const ALL: [Self; 3] = [Self::Parameters, Self::Setup, Self::File];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Parameters | Self::Setup => "Link",
            Self::File => "File",
        }
    }

    /// Why nothing comes of it.
    pub fn refusal(self, unreadable: Unreadable) -> String {
        format!("{} {unreadable} Nothing was changed.", self.this())
    }

    /// How a sentence about it begins.
    pub fn this(self) -> &'static str {
        match self {
            Self::Parameters | Self::Setup => "This link",
            Self::File => "This file",
        }
    }
}
