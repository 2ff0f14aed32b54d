//! What a call can be written in.

/// What a call can be written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// A command for a shell, which makes the call and no more.
    #[default]
    Curl,
    /// A program in Python.
    Python,
    /// A program in TypeScript, for Node.js.
    TypeScript,
}

/// How a program is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// As Python.
    Python,
    /// As TypeScript.
    TypeScript,
}

impl Language {
    /// All, in the order they are offered.
    pub const ALL: [Self; 3] = [Self::Curl, Self::Python, Self::TypeScript];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Curl => "cURL",
            Self::Python => "Python",
            Self::TypeScript => "TypeScript",
        }
    }

    /// The name of a file that is written in it.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Curl => "ask.sh",
            Self::Python => "ask.py",
            Self::TypeScript => "ask.mts",
        }
    }

    /// How a program is written in it; none where it only makes the call.
    pub fn notation(self) -> Option<Notation> {
        match self {
            Self::Curl => None,
            Self::Python => Some(Notation::Python),
            Self::TypeScript => Some(Notation::TypeScript),
        }
    }

    /// The one that a key goes to among their tabs, if it goes to any.
    pub fn by_key(self, key: &str) -> Option<Self> {
        let at = self as usize;
        let count = Self::ALL.len();
        let place = match key {
            "ArrowRight" => (at + 1) % count,
            "ArrowLeft" => (at + count - 1) % count,
            "Home" => 0,
            "End" => count - 1,
            _ => return None,
        };
        Self::ALL.get(place).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_go_round_among_the_tabs() {
        use Language::{Curl, Python, TypeScript};
        for (from, key, expected) in [
            (Curl, "ArrowRight", Some(Python)),
            (TypeScript, "ArrowRight", Some(Curl)),
            (Curl, "ArrowLeft", Some(TypeScript)),
            (Python, "ArrowLeft", Some(Curl)),
            (TypeScript, "Home", Some(Curl)),
            (Curl, "End", Some(TypeScript)),
            (Curl, "Enter", None),
        ] {
            assert_eq!(from.by_key(key), expected, "{from:?} {key}");
        }
    }
}
