//! Why a schema cannot be said in a dialect at all.

use std::fmt;

/// Why a schema cannot be said in a dialect. The pointers are those of the schema as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LowerError {
    /// A value of any kind may stand there, and every value needs a type.
    AnyValue(String),
    /// An object with any fields may stand there, and every field needs a name.
    FreeObject(String),
    /// No value at all satisfies the schema.
    NothingFits,
    /// The schema at this place leads into itself.
    Recursive(String),
    /// It depends on the answer which schema a reference means.
    DynamicReference,
    /// It is nested deeper than the server allows.
    TooDeep {
        /// How deep they are nested.
        levels: usize,
        /// How deep they may be.
        most: usize,
    },
    /// There are more of something than the server allows.
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
}

impl fmt::Display for LowerError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |pointer: &str| match pointer {
            "" => "the answer".to_owned(),
            pointer => pointer.to_owned(),
        };
        match self {
            Self::AnyValue(pointer) => {
                write!(out, "{} may be of any kind, and the server needs a type", place(pointer))
            }
            Self::FreeObject(pointer) => {
                write!(out, "{} may have any fields, and the server needs their names", place(pointer))
            }
            Self::NothingFits => out.write_str("no value satisfies the schema"),
            Self::Recursive(pointer) => {
                write!(out, "{} leads into itself, which the server does not take", place(pointer))
            }
            Self::DynamicReference => out.write_str("no server follows a $dynamicRef"),
            Self::TooDeep { levels, most } => {
                write!(out, "it is nested {levels} levels deep, and {most} can be sent")
            }
            Self::TooMany { what, count, most } => {
                write!(out, "there are {count} {what}, and {most} can be sent")
            }
        }
    }
}

impl std::error::Error for LowerError {}
