//! Why a question got no answer, in words that end the sentence "The answer was not judged: ...".

use crate::core::time::Millis;
use std::fmt;

/// Why a question got no answer. It says nothing of the answer there would have been.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// A newer question of the same kind took its place.
    Superseded,
    /// It took longer than a question may; the judge was started anew.
    TooLong(Millis),
    /// The judge broke down over it, in the browser's words, which may be empty; it was started anew.
    Crashed(String),
    /// The judge could not be loaded, in the browser's words, which may be empty.
    NotLoaded(String),
    /// The question cannot be answered, in the judge's words.
    Unusable(String),
}

impl fmt::Display for Undecided {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Superseded => out.write_str("a newer question took its place"),
            Self::TooLong(limit) => write!(out, "the judge took longer than {limit} and was started anew"),
            Self::Crashed(reason) => write!(out, "the judge crashed{} and was started anew", aside(reason)),
            Self::NotLoaded(reason) => write!(out, "the judge could not be loaded{}", aside(reason)),
            Self::Unusable(reason) => out.write_str(reason),
        }
    }
}

fn aside(reason: &str) -> String {
    if reason.is_empty() { String::new() } else { format!(" ({reason})") }
}
