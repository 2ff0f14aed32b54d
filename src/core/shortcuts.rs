//! What can be done by a key: one table for what the keys do and for the help that lists them.

/// Something that a key does, from anywhere on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortcut {
    /// Begin a run.
    Run,
    /// Go to the result.
    GoToResult,
    /// Copy the JSON of the result.
    CopyResult,
    /// Go to the next attempt.
    NextAttempt,
    /// Go to the attempt before.
    EarlierAttempt,
    /// Go to the next error.
    NextError,
    /// Open every attempt.
    OpenAll,
    /// Fold every attempt.
    FoldAll,
    /// List the keys.
    Help,
}

/// A key as it was pressed, and where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Press<'p> {
    /// What the key says, by its name in the UI Events specification.
    pub key: &'p str,
    /// Whether Ctrl is held, or Cmd.
    pub is_command: bool,
    /// Whether Alt is held.
    pub is_alt: bool,
    /// Whether a field takes what is typed.
    pub is_typing: bool,
    /// Whether something in front of the page waits to be closed.
    pub is_covered: bool,
}

impl Shortcut {
    /// All, in the order of the help.
    pub const ALL: [Self; 9] = [
        Self::Run,
        Self::GoToResult,
        Self::CopyResult,
        Self::NextAttempt,
        Self::EarlierAttempt,
        Self::NextError,
        Self::OpenAll,
        Self::FoldAll,
        Self::Help,
    ];

    /// The key, and what it does.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Run => ("Ctrl Enter", "Run; on a Mac also ⌘ Enter"),
            Self::GoToResult => ("r", "Go to the result"),
            Self::CopyResult => ("c", "Copy the JSON of the result"),
            Self::NextAttempt => ("j", "Go to the next attempt; Enter opens or folds it"),
            Self::EarlierAttempt => ("k", "Go to the attempt before"),
            Self::NextError => ("e", "Go to the next error"),
            Self::OpenAll => ("]", "Open every attempt"),
            Self::FoldAll => ("[", "Fold every attempt"),
            Self::Help => ("?", "Show these keys"),
        }
    }

    /// What a key does. Nothing where it is typed into a field, is another program's, or something in front of
    /// the page has it; but a run begins from anywhere.
    pub fn of(press: Press) -> Option<Self> {
        if press.is_command && press.key == "Enter" {
            return Some(Self::Run);
        }
        if press.is_command || press.is_alt || press.is_typing || press.is_covered {
            return None;
        }
        Self::ALL.into_iter().find(|shortcut| shortcut.words().0 == press.key)
    }
}

/// The attempt to go to from another, of so many: nowhere else at the end, and the nearest end from outside.
pub fn step(from: Option<usize>, count: usize, forward: bool) -> Option<usize> {
    let last = count.checked_sub(1)?;
    Some(match (from, forward) {
        (None, true) => 0,
        (None, false) => last,
        (Some(from), true) => (from + 1).min(last),
        (Some(from), false) => from.saturating_sub(1).min(last),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_does_one_thing_where_nothing_else_has_it() {
        let press = |key| Press { key, ..Press::default() };
        for shortcut in Shortcut::ALL.into_iter().filter(|shortcut| *shortcut != Shortcut::Run) {
            let (key, _) = shortcut.words();
            assert_eq!(Shortcut::of(press(key)), Some(shortcut), "{key}");
            for elsewhere in [
                Press { is_typing: true, ..press(key) },
                Press { is_covered: true, ..press(key) },
                Press { is_alt: true, ..press(key) },
                Press { is_command: true, ..press(key) },
            ] {
                assert_eq!(Shortcut::of(elsewhere), None, "{elsewhere:?}");
            }
        }
        for (press, expected) in [
            (
                Press { is_command: true, is_typing: true, is_covered: true, ..press("Enter") },
                Some(Shortcut::Run),
            ),
            (press("Enter"), None),
            (press("Escape"), None),
            (press("x"), None),
            (press(""), None),
        ] {
            assert_eq!(Shortcut::of(press), expected, "{press:?}");
        }
    }

    #[test]
    fn a_step_stays_among_the_attempts() {
        for (from, count, forward, to) in [
            (None, 0, true, None),
            (Some(2), 0, false, None),
            (None, 3, true, Some(0)),
            (None, 3, false, Some(2)),
            (Some(0), 3, true, Some(1)),
            (Some(2), 3, true, Some(2)),
            (Some(2), 3, false, Some(1)),
            (Some(0), 3, false, Some(0)),
            (Some(4), 2, false, Some(1)),
        ] {
            assert_eq!(step(from, count, forward), to, "{from:?} of {count}, {forward}");
        }
    }
}
