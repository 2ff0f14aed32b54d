//! The views of the page, by the fragment of its address.

/// A view of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// A run, and what is set for it.
    #[default]
    Run,
    /// Many runs at once.
    Batch,
    /// A reply that is checked by hand.
    Check,
    /// The runs that are kept.
    History,
}

impl View {
    /// All of them, in the order they are offered.
    pub const ALL: [Self; 4] = [Self::Run, Self::Batch, Self::Check, Self::History];

    /// What people read on the way to it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Run => "Run",
            Self::Batch => "Batch",
            Self::Check => "Check",
            Self::History => "History",
        }
    }

    /// The fragment that leads to it, with its `#`.
    pub fn fragment(self) -> &'static str {
        match self {
            Self::Run => "#run",
            Self::Batch => "#batch",
            Self::Check => "#check",
            Self::History => "#history",
        }
    }

    /// The view that a fragment leads to; none where it leads to none of them.
    pub fn of_fragment(fragment: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.fragment() == fragment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments_lead_to_views_and_others_lead_nowhere() {
        for (fragment, expected) in [
            ("#run", Some(View::Run)),
            ("#batch", Some(View::Batch)),
            ("#check", Some(View::Check)),
            ("#history", Some(View::History)),
            ("", None),
            ("#", None),
            ("check", None),
            ("#check&provider=simulated", None),
            ("#provider=simulated", None),
        ] {
            assert_eq!(View::of_fragment(fragment), expected, "{fragment}");
        }
    }
}
