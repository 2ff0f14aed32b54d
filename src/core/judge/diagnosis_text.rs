//! Why a run goes in circles, for whoever only shows it.

use super::diagnosis::{Cause, Diagnosis, RuleInDiagnosis};

/// Why a run goes in circles, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiagnosisText {
    /// The cause, in a line.
    pub headline: String,
    /// The rules it shows in: what was last said of each, and where and when it was broken.
    pub rules: Vec<(String, String)>,
    /// How many more there are.
    pub others: usize,
    /// What to do about it, a sentence or two each.
    pub advice: Vec<String>,
    /// Whether more in the input would help.
    pub asks_for_input: bool,
}

impl From<Diagnosis> for DiagnosisText {
    fn from(diagnosis: Diagnosis) -> Self {
        let rule = |rule: &RuleInDiagnosis| {
            let parts = [rule.pointer.to_json_pointer(), rule.rule.clone(), rule.figures()];
            // The whole answer has no name.
            let parts = parts.into_iter().filter(|part| !part.is_empty());
            (rule.message.clone(), parts.collect::<Vec<_>>().join(" · "))
        };
        Self {
            headline: diagnosis.headline().to_owned(),
            rules: diagnosis.rules.iter().map(rule).collect(),
            others: diagnosis.others,
            asks_for_input: match diagnosis.cause {
                Cause::MissingKnowledge => true,
                Cause::Oscillating { .. } | Cause::NotFollowing(_) | Cause::Stuck => false,
            },
            advice: diagnosis.advice,
        }
    }
}
