//! What a person can do about a call that failed. The page shows it; the words are made beside the judge.

mod help;
#[cfg(test)]
mod tests;
mod words;

use crate::core::provider::Fault;
use crate::core::time::Millis;

/// A fault in words a person can act on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// What happened, in a sentence.
    pub title: String,
    /// The server's own words, where it had some.
    pub quote: String,
    /// Whether the steps are what it may be, and no one of them is certain.
    pub is_guess: bool,
    /// What to do, the likeliest first.
    pub steps: Vec<String>,
}

const LOOK_AT_LOG: &str = "Look at the server's own log.";

impl Advice {
    /// The words for a server that said nothing for this long.
    pub fn on_silence(silence: Millis) -> Self {
        Self {
            title: format!("There was no answer within {silence}"),
            steps: owned(&["A slow model may need a higher time limit.", LOOK_AT_LOG]),
            ..Self::default()
        }
    }

    /// The words for a fault where the judge has none: what the server said.
    pub fn plain(fault: &Fault) -> Self {
        let title = match fault.message().trim_end_matches('.') {
            "" => "The call failed".to_owned(),
            message => format!("The call failed: {message}"),
        };
        Self { title, ..Self::default() }
    }
}

fn owned(steps: &[&str]) -> Vec<String> {
    steps.iter().map(|step| (*step).to_owned()).collect()
}
