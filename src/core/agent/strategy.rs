//! How a correction is put to the model.

/// How a correction is put to the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// What the model sees of its earlier answer.
    pub history: History,
    /// Whether it is given the JSON to return, with what was right in place and a typed hole for what was not.
    pub has_scaffold: bool,
}

/// What the model sees of its earlier answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum History {
    /// All of it, as its own turn; what is wrong with it follows as the next one of the person's.
    Conversation,
    /// Nothing: it is asked as at first, with what to avoid.
    Fresh,
}

/// Who says how corrections are put.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Correcting {
    /// The run: by what was measured, and another way where the first one leads in circles.
    #[default]
    Auto,
    /// The person.
    By(Strategy),
    /// Nobody: the model is told nothing, and asked the same again. Only to compare corrections with.
    AskAgain,
}

impl Strategy {
    /// Every way.
    pub const ALL: [Self; 4] = [
        Self { history: History::Conversation, has_scaffold: false },
        Self { history: History::Conversation, has_scaffold: true },
        Self { history: History::Fresh, has_scaffold: false },
        Self { history: History::Fresh, has_scaffold: true },
    ];

    /// Its name, for people, settings and links.
    pub fn name(self) -> &'static str {
        match (self.history, self.has_scaffold) {
            (History::Conversation, false) => "conversation",
            (History::Conversation, true) => "conversation, scaffold",
            (History::Fresh, false) => "fresh",
            (History::Fresh, true) => "fresh, scaffold",
        }
    }
}

impl Correcting {
    /// Every choice of a person, the usual one first.
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::Auto].into_iter().chain(Strategy::ALL.map(Self::By))
    }

    /// Its name, for people, settings and links.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::By(strategy) => strategy.name(),
            Self::AskAgain => "asked again",
        }
    }

    /// The choice of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|choice| choice.name() == name)
    }

    /// How the correction is put that follows a failed attempt; `turns` is how often the run went in circles.
    pub(super) fn strategy(self, turns: usize) -> Strategy {
        match self {
            Self::By(strategy) => strategy,
            Self::AskAgain => Strategy { history: History::Fresh, has_scaffold: false },
            Self::Auto if turns == 0 => Strategy { history: History::Fresh, has_scaffold: true },
            Self::Auto => Strategy { history: History::Conversation, has_scaffold: true },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_has_a_name_of_its_own() {
        for choice in Correcting::all() {
            assert_eq!(Correcting::from_name(choice.name()), Some(choice));
        }
        assert_eq!(Correcting::from_name("other"), None);
    }
}
