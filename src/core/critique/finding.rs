//! What became of a critique.

use crate::core::counted::counted;

/// What became of a critique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It objects to nothing.
    Nothing,
    /// It objects; the objections are among the violations of the answer.
    Objections {
        /// How many are.
        told: usize,
        /// How many more there were.
        more: usize,
    },
    /// The reply is no critique, for this reason: it counts for nothing.
    Unusable(String),
}

impl Finding {
    /// What became of it, in a sentence.
    pub fn words(&self) -> String {
        match self {
            Self::Nothing => "The critique has no objections.".to_owned(),
            Self::Objections { told, more: 0 } => {
                format!("The critique has {}.", counted(*told, "objection"))
            }
            Self::Objections { told, more } => {
                let all = counted(told + more, "objection");
                format!("The critique has {all}, of which the first {told} count.")
            }
            Self::Unusable(reason) => format!("The critique counts for nothing: {reason}."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_became_of_a_critique_in_a_sentence() {
        for (finding, expected) in [
            (Finding::Nothing, "The critique has no objections."),
            (Finding::Objections { told: 1, more: 0 }, "The critique has 1 objection."),
            (
                Finding::Objections { told: 20, more: 3 },
                "The critique has 23 objections, of which the first 20 count.",
            ),
            (
                Finding::Unusable("there is no JSON in it".into()),
                "The critique counts for nothing: there is no JSON in it.",
            ),
        ] {
            assert_eq!(finding.words(), expected);
        }
    }
}
