//! What a run is to do, and within which limits.

use super::format::Manner;
use super::second::Critic;
use super::spending::Purse;
use super::strategy::Correcting;
use super::template::Templates;
use crate::core::image::Image;
use crate::core::judge::Repaired;
use crate::core::provider::Sampling;
use crate::core::time::Millis;

/// What a run is to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// What is said of a valid answer, at the end of the system prompt.
    pub schema_text: String,
    /// Standing instructions of the person, before what is said of the schema; may be empty.
    pub system: String,
    /// What the person asks.
    pub prompt: String,
    /// The document the answer is about; may be empty.
    pub input: String,
    /// The image the answer is about.
    pub image: Option<Image>,
    /// How often the model may answer.
    pub attempts: AttemptLimit,
    /// How answers are drawn.
    pub sampling: Sampling,
    /// The most tokens of one answer, to begin with.
    pub token_limit: u32,
    /// How long a call may be silent.
    pub silence: Millis,
    /// Whether an answer that had to be repaired counts.
    pub repaired: Repaired,
    /// What it may spend.
    pub purse: Purse,
    /// What becomes of a reply that nothing can make valid any more.
    pub hopeless: OnHopeless,
    /// What spreads the rests whose length a busy server leaves open.
    pub rest_seed: u64,
    /// How the server is asked.
    pub manner: Manner,
    /// Who says how corrections are put.
    pub correcting: Correcting,
    /// Whether corrections wait for the person.
    pub reviewing: Reviewing,
    /// Who looks at answers that the validator has passed, if anybody does.
    pub critic: Option<Critic>,
    /// Whether the model is asked what it thinks of each answer, for comparison only.
    pub has_opinion: bool,
    /// The words around what the model is told.
    pub templates: Templates,
    /// Whether answers shall come in pieces.
    pub stream: bool,
}

/// An empty question within the usual limits, put to the server in its own way.
impl Default for Task {
    fn default() -> Self {
        Self {
            schema_text: String::new(),
            system: String::new(),
            prompt: String::new(),
            input: String::new(),
            image: None,
            attempts: AttemptLimit::default(),
            sampling: Sampling::default(),
            token_limit: 4_096,
            silence: Millis(120_000),
            repaired: Repaired::default(),
            purse: Purse::default(),
            hopeless: OnHopeless::default(),
            rest_seed: 0,
            manner: Manner::default(),
            correcting: Correcting::default(),
            reviewing: Reviewing::default(),
            critic: None,
            has_opinion: false,
            templates: Templates::default(),
            stream: true,
        }
    }
}

/// What becomes of a reply that is still being written and that nothing can make valid any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnHopeless {
    /// Its end is waited for, and all that is wrong with it is told.
    #[default]
    Wait,
    /// Its call is ended at once, and what makes it hopeless is told.
    Stop,
}

/// Whether corrections wait for the person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reviewing {
    /// They are sent at once.
    #[default]
    Off,
    /// Each is shown first: the person may edit it, send it, or stop.
    EachCorrection,
}

/// A number of attempts from 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttemptLimit(u8);

impl AttemptLimit {
    /// The most attempts a run may have.
    pub const MOST: u8 = 5;

    /// The nearest number of attempts that is allowed.
    pub fn new(attempts: u8) -> Self {
        Self(attempts.clamp(1, Self::MOST))
    }

    /// The number itself.
    pub fn get(self) -> u8 {
        self.0
    }

    /// Whether another attempt is allowed after this many.
    pub(super) fn allows_more_than(self, attempts: usize) -> bool {
        attempts < usize::from(self.0)
    }
}

impl Default for AttemptLimit {
    fn default() -> Self {
        Self(3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_are_one_to_five() {
        assert_eq!([0, 1, 3, 5, 9].map(|number| AttemptLimit::new(number).get()), [1, 1, 3, 5, 5]);
    }
}
